import { streamsOf } from "../../store/streams.ts";
import { type CreatorProfileSet, creatorStream } from "./events.ts";
import type { CreatorState } from "./state.ts";

export const artists = streamsOf<string, CreatorState, CreatorProfileSet>({
  log: "social",
  stream: creatorStream,
  initial: undefined,
  evolve: (_profile, event) => event.data,
});
