import { lazy, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { Routes, useLocation, useNavigationType } from "react-router-dom";
import { useStore } from "../lib/store.ts";
import { Deferred } from "../ui/Deferred.tsx";
import { announce, politeText } from "../ui/live_region.ts";
import { isToasterWanted } from "../ui/toast.ts";
import { useFirstScreen } from "./first_screen.ts";

// The player and the notices come behind the first screen; they stay mounted over every change of screen.
const Overlay = lazy(() => import("./Overlay.tsx").then((module) => ({ default: module.Overlay })));
const Toaster = lazy(() => import("../ui/Toaster.tsx").then((module) => ({ default: module.Toaster })));

/** Everything that is always there, around the routes. */
export function App({ routes }: { routes: ReactNode }) {
  useRouteAnnouncement();
  const isFirstOver = useFirstScreen();
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-full bg-primary px-5 py-3 text-sm font-semibold text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <ScrollKeeper />
      <Routes>{routes}</Routes>
      {isFirstOver && (
        <Deferred>
          <Overlay />
        </Deferred>
      )}
      <ToastHost />
      <LiveRegion />
    </>
  );
}

/** How the router names the page on which one comes in. */
const FIRST_KEY = "default";

const positions = new Map<string, number>();

/** A new page starts at its top; going back returns to where one was. */
function ScrollKeeper() {
  const { key, pathname, state } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    history.scrollRestoration = "manual";
    const top = positions.get(key) ?? 0;
    // Where one comes in is at its top already; to ask for it would lay out the whole page.
    if (type === "POP" && (top > 0 || key !== FIRST_KEY)) restore(top);
    else if (type === "PUSH" && !liesOver(state)) scrollTo(0, 0);
    return () => void positions.set(key, scrollY);
  }, [key, pathname, type]);
  return null;
}

/** The player's full screen and its sheets lie over the page, which stays where it is. */
function liesOver(state: unknown): boolean {
  return typeof state === "object" && state !== null && ("nowPlaying" in state || "sheet" in state);
}

/** Lists may still be growing: tries until the page is long enough, for half a second at most. */
function restore(top: number, triesLeft = 30): void {
  scrollTo(0, top);
  if (Math.abs(scrollY - top) > 2 && triesLeft > 0) requestAnimationFrame(() => restore(top, triesLeft - 1));
}

/** Says the new screen's name to screen readers and moves their place to its start, but not on the first load. */
function useRouteAnnouncement(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const content = document.getElementById("content");
    // A screen that put the focus on its first field keeps it there.
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true });
    // The screen sets its title in an effect of its own, after this one.
    const timer = setTimeout(() => announce(document.title), 100);
    return () => clearTimeout(timer);
  }, [pathname]);
}

/** The place that screen readers listen to; the shell mounts it once, empty. */
function LiveRegion() {
  return <div role="status" aria-live="polite" className="sr-only">{useStore(politeText)}</div>;
}

/** Where toasts appear; the shell mounts it once. */
function ToastHost() {
  return useStore(isToasterWanted)
    ? (
      <Deferred>
        <Toaster />
      </Deferred>
    )
    : null;
}
