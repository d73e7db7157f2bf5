import type { Policy } from "../../contract/policy_rules.ts";
import { streamsOf } from "../../store/streams.ts";
import { type LevelEvent, levelStream, type TrustLevelChanged } from "./events.ts";
import { changeLevel as decideLevel, evolve, FIRST_LEVEL, type Level, type LevelFacts } from "./state.ts";
import { losePhone as decideLoss, reachLevel1 as decideLevel1 } from "./state.ts";

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

interface Reaching {
  readonly userId: string;
  readonly facts: LevelFacts;
  readonly policy: Policy;
}

/** Raises an account to level 1, if it has all that this asks for. */
export const reachLevel1 = levels.handler("reachLevel1", {
  id: ({ userId }: Reaching) => userId,
  decide: decideLevel1,
  result: ({ after }) => ({ level: after.level }),
});

/** Takes the level away that hung on a number which is no longer proven. */
export const losePhone = levels.handler("losePhone", {
  id: ({ userId }: { userId: string }) => userId,
  decide: decideLoss,
  result: ({ after }) => ({ level: after.level }),
});
