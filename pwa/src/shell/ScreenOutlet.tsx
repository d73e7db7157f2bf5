import { Suspense } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

/** The place of the screen: waits for its code, and keeps its failure to itself. */
export function ScreenOutlet() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<Skeleton shape="text" count={4} />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}
