import { Suspense } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { useFirstScreen } from "./first_screen.ts";

/** What the static shell says to a visitor, of this page alone. */
const welcome = document.querySelector(".frame-welcome");
const { pathname: visited } = location;

/** The place of the screen: waits for its code, and keeps its failure to itself. */
export function ScreenOutlet() {
  const { pathname } = useLocation();
  const isFirstOver = useFirstScreen();
  return (
    <>
      {!isFirstOver && pathname === visited && <div className="frame-kept" ref={keepWelcome} />}
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<Skeleton shape="text" count={4} />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** The words stay until the screen has a heading of its own (frame.css), so that they never come and go. */
function keepWelcome(place: HTMLElement | null): void {
  if (welcome) place?.append(welcome);
}
