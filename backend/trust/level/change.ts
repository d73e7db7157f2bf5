import { streamsOf } from "../../store/streams.ts";
import { type LevelEvent, levelStream, type TrustLevelChanged } from "./events.ts";
import { changeLevel as decideLevel, evolve, FIRST_LEVEL, type Level } from "./state.ts";

const levels = streamsOf<string, Level, LevelEvent>({
  log: "social",
  stream: levelStream,
  initial: FIRST_LEVEL,
  evolve,
});

/** Gives an account a level; the one it has changes nothing. */
export const changeLevel = levels.handler("changeLevel", {
  id: ({ userId }: TrustLevelChanged["data"]) => userId,
  decide: decideLevel,
  result: ({ after }) => ({ level: after.level }),
});
