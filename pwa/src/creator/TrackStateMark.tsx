import type { TrackState } from "@contract/catalogue.ts";
import { CircleAlert, CircleCheck } from "lucide-react";
import { Spinner } from "../ui/Spinner.tsx";

/** How far a track has come, in a word. */
export function TrackStateMark({ state }: { state: TrackState }) {
  switch (state) {
    case "processing":
      return (
        <span className="inline-flex items-center gap-1.5 text-xs font-semibold text-ink-soft">
          <Spinner size={14} /> Processing
        </span>
      );
    case "failed":
      return (
        <span className="inline-flex items-center gap-1.5 text-xs font-semibold text-danger">
          <CircleAlert aria-hidden="true" size={14} /> Failed
        </span>
      );
    case "ready":
      return (
        <span className="inline-flex items-center gap-1.5 text-xs font-semibold text-success">
          <CircleCheck aria-hidden="true" size={14} /> Ready
        </span>
      );
    default:
      return state satisfies never;
  }
}
