import { PreloadLink } from "../lib/PreloadLink.tsx";
import { classNames } from "../ui/class_names.ts";
import { TAB_ITEMS } from "./nav_items.ts";

/** The phone's navigation, at the bottom edge under the player. */
export function BottomTabs() {
  return (
    <nav aria-label="Main, small" className="frame-tabs">
      {TAB_ITEMS.map(({ path, label, shortLabel, Icon }) => (
        <PreloadLink
          key={path}
          to={path}
          end={path === "/"}
          aria-label={shortLabel ? label : undefined}
          className={({ isActive }) =>
            classNames(
              "relative flex min-w-0 flex-1 flex-col items-center justify-center gap-1 text-[min(var(--text-2xs),4.4vw)] -outline-offset-2",
              isActive
                ? "font-bold text-ink before:absolute before:top-0 before:h-0.5 before:w-8 before:rounded-full before:bg-primary"
                : "font-medium text-ink-soft",
            )}
        >
          <Icon size={22} aria-hidden="true" />
          {shortLabel ?? label}
        </PreloadLink>
      ))}
    </nav>
  );
}
