import { useStore } from "../lib/store.ts";
import { assertiveText, politeText } from "./live_regions.ts";

/** The two places that screen readers listen to; the shell mounts them once, empty. */
export function LiveRegions() {
  return (
    <>
      <div role="status" aria-live="polite" className="sr-only">{useStore(politeText)}</div>
      <div role="alert" aria-live="assertive" className="sr-only">{useStore(assertiveText)}</div>
    </>
  );
}
