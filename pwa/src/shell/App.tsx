import { lazy, type ReactNode } from "react";
import { Deferred } from "../ui/Deferred.tsx";
import { Routes } from "react-router-dom";
import { LiveRegion } from "../ui/LiveRegion.tsx";
import { ToastHost } from "../ui/ToastHost.tsx";
import { useFirstScreen } from "./first_screen.ts";
import { useRouteAnnouncement } from "./route_change.ts";
import { ScrollKeeper } from "./ScrollKeeper.tsx";

// The player and the notices come behind the first screen; they stay mounted over every change of screen.
const Overlay = lazy(() => import("./Overlay.tsx").then((module) => ({ default: module.Overlay })));

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
