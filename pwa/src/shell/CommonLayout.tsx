import { lazy, useEffect } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { PreloadLink } from "../lib/PreloadLink.tsx";
import { classNames } from "../ui/class_names.ts";
import { useFirstScreen } from "./first_screen.ts";
import { Header } from "./Header.tsx";
import { ScreenOutlet } from "./ScreenOutlet.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { TAB_ITEMS } from "./nav_items.ts";

// Always below the first screenful, so its code can come later.
const Footer = lazy(() => import("./Footer.tsx").then((module) => ({ default: module.Footer })));

/** Header, sidebar or bottom tabs, footer: what surrounds every screen but the account and legal ones. */
export function CommonLayout() {
  const isFirstOver = useFirstScreen();
  useEffect(() => {
    delete document.documentElement.dataset.frame;
  }, []);
  return (
    <>
      <Header />
      <Sidebar />
      <main id="content" tabIndex={-1} className="frame-main">
        <div className="mx-auto flow-root max-w-7xl">
          <ScreenOutlet />
        </div>
      </main>
      <Deferred fallback={<div className="frame-foot" />}>
        {isFirstOver ? <Footer /> : <div className="frame-foot" />}
      </Deferred>
      <BottomTabs />
    </>
  );
}

/** The phone's navigation, at the bottom edge under the player. */
function BottomTabs() {
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
