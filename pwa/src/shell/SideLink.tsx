import { useLocation } from "react-router-dom";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { classNames } from "../ui/class_names.ts";
import type { NavItem } from "./nav_items.ts";

/** One line of the sidebar; narrow, its word is there for screen readers and as a tooltip. */
export function SideLink({ item: { path, label, Icon, holds = [] }, isWide }: { item: NavItem; isWide: boolean }) {
  const { pathname } = useLocation();
  const isBehind = holds.some((beginning) => pathname.startsWith(beginning));
  return (
    <li>
      <PreloadLink
        to={path}
        end={path === "/"}
        title={isWide ? undefined : label}
        className={({ isActive }) =>
          classNames(
            "relative flex h-11 items-center gap-3.5 rounded-md px-3.5 text-sm transition-colors",
            isActive || isBehind
              ? "bg-ink/10 font-bold text-ink before:absolute before:inset-y-3 before:left-0 before:w-1 before:rounded-full before:bg-primary"
              : "font-medium text-ink-soft hover:bg-ink/6 hover:text-ink",
          )}
      >
        <Icon size={20} aria-hidden="true" className="shrink-0" />
        <span className={isWide ? "truncate" : "sr-only"}>{label}</span>
      </PreloadLink>
    </li>
  );
}
