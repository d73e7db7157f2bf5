import { lazy } from "react";
import { Deferred } from "./Deferred.tsx";
import { useStore } from "../lib/store.ts";
import { isToasterWanted } from "./toast.ts";

const Toaster = lazy(() => import("./Toaster.tsx").then((module) => ({ default: module.Toaster })));

/** Where toasts appear; the shell mounts it once. */
export function ToastHost() {
  return useStore(isToasterWanted)
    ? (
      <Deferred>
        <Toaster />
      </Deferred>
    )
    : null;
}
