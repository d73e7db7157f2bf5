import { describe, expect, it } from "vitest";
import { changeLevel, conditionsOfLevel1, evolve, FIRST_LEVEL, losePhone, reachLevel1 } from "./state.ts";
import type { LevelFacts } from "./state.ts";

const policy = { level1AccountAgeMs: 7 * 24 * 3_600_000 };
const userId = "ada";
const enough: LevelFacts = { phone: "proven", accountDays: 7, provenMinutes: 60, listeningDays: 3, artists: 5 };
const reach = (facts: LevelFacts, level = FIRST_LEVEL) => reachLevel1(level, { userId, facts, policy });

it("gives a level once", () => {
  const change = { userId, level: 1 as const, because: "set_up" as const };
  const events = changeLevel(FIRST_LEVEL, change);
  expect(events).toEqual([{ type: "TrustLevelChanged", data: change }]);
  const level = events.reduce(evolve, FIRST_LEVEL);
  expect(level).toEqual({ level: 1, hangsOnPhone: false });
  expect(changeLevel(level, change)).toEqual([]);
});

describe("level 1", () => {
  it("is reached with a phone, a week and varied listening, and keeps what it was reached with", () => {
    expect(reach(enough)).toEqual([
      { type: "TrustLevelChanged", data: { userId, level: 1, because: "conditions_met", evidence: enough } },
    ]);
    const after = reach(enough).reduce(evolve, FIRST_LEVEL);
    expect(reach(enough, after)).toEqual([]);
  });

  it.each([
    { phone: "missing" as const },
    { accountDays: 6 },
    { provenMinutes: 59 },
    { listeningDays: 2 },
    { artists: 4 },
  ])("is not reached with %j", (less) => expect(reach({ ...enough, ...less })).toEqual([]));

  it("does without a phone where nobody can send a code", () => {
    expect(reach({ ...enough, phone: "left_out" })).toHaveLength(1);
    expect(conditionsOfLevel1({ ...enough, phone: "left_out" }, policy).map(({ name }) => name)).not.toContain("phone");
  });

  it("goes with the number that it was reached with", () => {
    const after = reach(enough).reduce(evolve, FIRST_LEVEL);
    const lost = losePhone(after, { userId });
    expect(lost).toEqual([{ type: "TrustLevelChanged", data: { userId, level: 0, because: "phone_changed" } }]);
    expect(losePhone(lost.reduce(evolve, after), { userId })).toEqual([]);
    const without = reach({ ...enough, phone: "left_out" }).reduce(evolve, FIRST_LEVEL);
    expect(losePhone(without, { userId })).toEqual([]);
  });

  it("says how far an account is, and no more than is needed", () => {
    const facts: LevelFacts = { ...enough, phone: "missing", provenMinutes: 500, artists: 2 };
    expect(conditionsOfLevel1(facts, policy)).toEqual([
      { name: "phone", have: 0, need: 1 },
      { name: "account_days", have: 7, need: 7 },
      { name: "minutes", have: 60, need: 60 },
      { name: "days", have: 3, need: 3 },
      { name: "artists", have: 2, need: 5 },
    ]);
  });
});
