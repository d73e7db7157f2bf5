import type { Event } from "../../store/log/event.ts";

/**
 * What a recording sounds like: its acoustic fingerprint (Chromaprint's default algorithm), as items of 32 bits,
 * little-endian, in base64. Empty where there is nothing to recognise it by. `soundHash` is of the decoded samples: the
 * same recording in any file that keeps them has it, also where the fingerprint is empty; recordings of before it have none.
 */
export type RecordingPrinted = Event<"RecordingPrinted", {
  readonly trackId: string;
  readonly ownerId: string;
  readonly print: string;
  readonly soundHash?: string;
}>;

/** The stream of a track's fingerprint, in the log `social`: most decisions about a track do not need to read it. */
export function printStream(trackId: string): string {
  return `print/${trackId}`;
}
