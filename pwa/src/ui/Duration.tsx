import { formatDuration, spokenDuration } from "../lib/format.ts";

/** A length of time: "3:05" to see, "3 minutes 5 seconds" to hear. */
export function Duration({ seconds }: { seconds: number }) {
  return (
    // The hidden words lie over the page: without a frame of their own no line that ends early cuts them off with it.
    <span className="relative">
      <span aria-hidden="true" className="tabular-nums">{formatDuration(seconds)}</span>
      <span className="sr-only">{spokenDuration(seconds)}</span>
    </span>
  );
}
