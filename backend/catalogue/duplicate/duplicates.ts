import { derivedId } from "../../store/log/ids.ts";
import { streamsOf } from "../../store/streams.ts";
import { type DuplicateEvent, duplicateStream } from "./events.ts";
import { type Duplicate, evolveDuplicate, NO_DUPLICATE } from "./state.ts";

export const duplicates = streamsOf<string, Duplicate, DuplicateEvent>({
  log: "social",
  stream: duplicateStream,
  initial: NO_DUPLICATE,
  evolve: evolveDuplicate,
  eventId: (matchId, event) => event.type === "DuplicateFound" ? derivedId(matchId, "found") : undefined,
});

/** The id of what is found of a track's recording when it comes. */
export function matchIdOf(trackId: string): string {
  return derivedId(trackId, "duplicate");
}
