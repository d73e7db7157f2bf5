import { useStore } from "../lib/store.ts";
import { politeText } from "./live_region.ts";

/** The place that screen readers listen to; the shell mounts it once, empty. */
export function LiveRegion() {
  return <div role="status" aria-live="polite" className="sr-only">{useStore(politeText)}</div>;
}
