import { streamsOf } from "../../store/streams.ts";
import { type CreditEvent, creditStream, type IsrcEvent, isrcStream } from "./events.ts";
import { type CreditState, evolveCredits, evolveIsrc, NO_CREDITS } from "./state.ts";

export const credits = streamsOf<string, CreditState, CreditEvent>({
  log: "social",
  stream: creditStream,
  initial: NO_CREDITS,
  evolve: evolveCredits,
});

/** Which song has an ISRC. */
export const isrcs = streamsOf<string, string | undefined, IsrcEvent>({
  log: "social",
  stream: isrcStream,
  initial: undefined,
  evolve: evolveIsrc,
});

/** What seals and opens the names of a song's credits, with the key of its artist. */
export function creditPurpose(trackId: string): string {
  return `credits ${trackId}`;
}
