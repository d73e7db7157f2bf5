import { Suspense } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { Skeleton } from "../ui/Skeleton.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";

/** Where the screen stands: its code may still be coming, and its failure stays its own. */
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
