import { useEffect } from "react";
import { createStore, useStore } from "./store.ts";

/** What a reload would break. */
type BusyReason = "playing" | "uploading" | "typing";

const holds = createStore<readonly BusyReason[]>([]);

/** Marks the page as busy until the returned function is called. */
export function holdBusy(reason: BusyReason): () => void {
  holds.set([...holds.get(), reason]);
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    const left = [...holds.get()];
    left.splice(left.indexOf(reason), 1);
    holds.set(left);
  };
}

/** True while anything (or this reason) holds the page. */
export function isBusy(reason?: BusyReason): boolean {
  return reason ? holds.get().includes(reason) : holds.get().length > 0;
}

/** Whether something would be lost by loading the page anew. */
export function useIsBusy(): boolean {
  return useStore(holds).length > 0;
}

/** Holds the page while `active`: a form that is dirty, an upload that runs. */
export function useBusy(reason: BusyReason, active: boolean): void {
  useEffect(() => active ? holdBusy(reason) : undefined, [reason, active]);
}
