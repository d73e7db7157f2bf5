import type { TrustLevel } from "../../contract/trust.ts";
import type { LevelEvent, TrustLevelChanged } from "./events.ts";

/** An account's level, as decisions see it. */
export interface Level {
  readonly level: TrustLevel;
}

export const FIRST_LEVEL: Level = { level: 0 };

/** Folds one event of a level's stream. */
export function evolve(_level: Level, { data: { level } }: LevelEvent): Level {
  return { level };
}

/** The level that an account has already adds no event. */
export function changeLevel({ level }: Level, change: TrustLevelChanged["data"]): LevelEvent[] {
  return change.level === level ? [] : [{ type: "TrustLevelChanged", data: change }];
}
