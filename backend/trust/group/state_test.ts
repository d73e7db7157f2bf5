import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { GroupDecided, GroupEvent } from "./events.ts";
import { decideAction, evolve, newerThanFreeze, NO_GROUP } from "./state.ts";

const given = (...events: GroupEvent[]) => events.reduce(evolve, NO_GROUP);
const decision = (more: Partial<GroupDecided["data"]> = {}): GroupDecided["data"] => ({
  ...{ groupId: "g", action: "void", reason: "The plays were not heard", members: ["a", "b"], units: 100 },
  ...{ adminId: "ada", decisionId: "1" },
  ...more,
});

describe("deciding about a group", () => {
  it("freezes it once; accounts that join after it are counted, and can be frozen as well", () => {
    const frozen = given(...decideAction(NO_GROUP, decision({ action: "freeze" })));
    expect(frozen.isFrozen).toBe(true);
    expect(refusalOf(() => decideAction(frozen, decision({ action: "freeze" }))).code).toBe("already_decided");
    expect(newerThanFreeze(frozen, ["a", "b", "c"])).toBe(1);
    const again = decision({ action: "freeze", members: ["a", "b", "c"] });
    const all = decideAction(frozen, again).reduce(evolve, frozen);
    expect(newerThanFreeze(all, ["a", "b", "c"])).toBe(0);
    expect(refusalOf(() => decideAction(all, again)).code).toBe("already_decided");
    expect(newerThanFreeze(NO_GROUP, ["a"])).toBe(0);
  });

  it("a void leaves a frozen group frozen, and a release ends it", () => {
    const frozen = decideAction(NO_GROUP, decision({ action: "freeze" }));
    const voided = [...frozen, ...decideAction(given(...frozen), decision())];
    expect(given(...voided).isFrozen).toBe(true);
    expect(given(...voided, ...decideAction(given(...voided), decision({ action: "release" }))).isFrozen).toBe(false);
  });
});
