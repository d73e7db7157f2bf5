import { formatDuration, spokenDuration } from "../lib/format.ts";

/** A length of time: "3:05" to see, "3 minutes 5 seconds" to hear. */
export function Duration({ seconds }: { seconds: number }) {
  return (
    <>
      <span aria-hidden="true" className="tabular-nums">{formatDuration(seconds)}</span>
      <span className="sr-only">{spokenDuration(seconds)}</span>
    </>
  );
}
