import type { Policy } from "../../contract/policy_rules.ts";
import { type LevelCondition, needsOfLevel1, type TrustLevel } from "../../contract/trust.ts";
import type { LevelEvent, LevelEvidence, TrustLevelChanged } from "./events.ts";

/** An account's level, as decisions see it. */
export interface Level {
  readonly level: TrustLevel;
  /** It was reached with a proven number, and goes with it. */
  readonly hangsOnPhone: boolean;
}

export const FIRST_LEVEL: Level = { level: 0, hangsOnPhone: false };

/** Folds one event of a level's stream. */
export function evolve(known: Level, { data: { level, because, evidence } }: LevelEvent): Level {
  // Who has proven an identity needs no number any more.
  if (because === "identity_proven") return { level, hangsOnPhone: false };
  return { level, hangsOnPhone: evidence ? evidence.phone === "proven" : known.hangsOnPhone };
}

/** The level that an account has already adds no event. */
export function changeLevel({ level }: Level, change: TrustLevelChanged["data"]): LevelEvent[] {
  return change.level === level ? [] : [{ type: "TrustLevelChanged", data: change }];
}

/** What an account has done so far; `phone` is `left_out` where no code can be sent. */
export type LevelFacts = Omit<LevelEvidence, "phone"> & { readonly phone: "proven" | "missing" | "left_out" };

/** What level 1 asks for, and how far an account is. Listening counts as it was proven, not as it was paid. */
export function conditionsOfLevel1(facts: LevelFacts, policy: Pick<Policy, "level1AccountAgeMs">): LevelCondition[] {
  const have: Readonly<Record<LevelCondition["name"], number>> = {
    phone: Number(facts.phone === "proven"),
    account_days: facts.accountDays,
    minutes: facts.provenMinutes,
    days: facts.listeningDays,
    artists: facts.artists,
  };
  return needsOfLevel1(policy)
    .filter(({ name }) => name !== "phone" || facts.phone !== "left_out")
    .map(({ name, need }) => ({ name, need, have: Math.min(have[name], need) }));
}

/** Raises an account that has all that level 1 asks for. */
export function reachLevel1(
  { level }: Level,
  { userId, facts, policy }: { userId: string; facts: LevelFacts; policy: Pick<Policy, "level1AccountAgeMs"> },
): LevelEvent[] {
  const { phone, ...listening } = facts;
  const isReached = conditionsOfLevel1(facts, policy).every(({ have, need }) => have >= need);
  if (level > 0 || !isReached || phone === "missing") return [];
  const evidence = { ...listening, phone };
  return [{ type: "TrustLevelChanged", data: { userId, level: 1, because: "conditions_met", evidence } }];
}

/** The number that the level was reached with is no longer proven. */
export function losePhone({ level, hangsOnPhone }: Level, { userId }: { userId: string }): LevelEvent[] {
  if (level === 0 || !hangsOnPhone) return [];
  return [{ type: "TrustLevelChanged", data: { userId, level: 0, because: "phone_changed" } }];
}
