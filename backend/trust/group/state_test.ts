import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { GroupEvent } from "./events.ts";
import {
  confirmAction,
  type Decide,
  decideAction,
  evolve,
  newerThanFreeze,
  NO_GROUP,
  withdrawProposal,
} from "./state.ts";

const LIMIT = 5_000;
const given = (...events: GroupEvent[]) => events.reduce(evolve, NO_GROUP);
const ask = (more: Partial<Decide> = {}): Decide => ({
  ...{ groupId: "g", action: "void", reason: "The plays were not heard", members: ["a", "b"], units: 100 },
  ...{ adminId: "ada", id: "1" },
  ...more,
});
const { id: _id, ...said } = ask({ units: 6_000 });
const proposed: GroupEvent = { type: "GroupDecisionProposed", data: { ...said, proposalId: "1" } };
const about = { groupId: "g", proposalId: "1", adminId: "ben" };

describe("deciding about a group", () => {
  it("one admin decides up to the limit, and freezes any sum", () => {
    expect(decideAction(NO_GROUP, ask({ units: LIMIT }), LIMIT)).toMatchObject([{ type: "GroupDecided" }]);
    const frozen = decideAction(NO_GROUP, ask({ action: "freeze", units: 9_000 }), LIMIT);
    expect(frozen).toMatchObject([{ type: "GroupDecided", data: { action: "freeze", decisionId: "1" } }]);
    expect(given(...frozen).isFrozen).toBe(true);
    expect(refusalOf(() => decideAction(given(...frozen), ask({ action: "freeze" }), LIMIT)).code)
      .toBe("already_decided");
  });

  it.each(["void", "release"] as const)("a %s above the limit waits for another admin, never the same", (action) => {
    const events = decideAction(NO_GROUP, ask({ action, units: LIMIT + 1 }), LIMIT);
    expect(events).toMatchObject([{ type: "GroupDecisionProposed", data: { action, proposalId: "1" } }]);
    const group = given(...events);
    expect(refusalOf(() => confirmAction(group, { ...about, adminId: "ada" })).code).toBe("not_your_approval");
    expect(confirmAction(group, about)).toMatchObject([
      {
        type: "GroupDecided",
        data: { action, adminId: "ada", confirmedBy: "ben", decisionId: "1", members: ["a", "b"] },
      },
    ]);
  });

  it("an admin alone cannot cut a large sum into small ones", () => {
    const first = decideAction(NO_GROUP, ask({ units: 3_000 }), LIMIT);
    expect(decideAction(given(...first), ask({ units: 3_000 }), LIMIT)).toMatchObject([{
      type: "GroupDecisionProposed",
    }]);
    expect(decideAction(given(...first), ask({ units: 3_000, adminId: "ben" }), LIMIT)).toMatchObject([
      { type: "GroupDecided" },
    ]);
  });

  it("decides a proposal once, and nothing else while it is open", () => {
    const open = given(proposed);
    expect(refusalOf(() => decideAction(open, ask(), LIMIT)).code).toBe("already_decided");
    const after = given(proposed, ...confirmAction(open, about));
    expect(refusalOf(() => confirmAction(after, about)).code).toBe("already_decided");
    const gone = given(proposed, ...withdrawProposal(open, about));
    expect(gone.proposal).toBeUndefined();
    expect(refusalOf(() => confirmAction(gone, about)).code).toBe("already_decided");
    expect(refusalOf(() => confirmAction(open, { ...about, proposalId: "2" })).code).toBe("already_decided");
  });

  it("accounts that join after a freeze are counted, and can be frozen as well", () => {
    const frozen = given(...decideAction(NO_GROUP, ask({ action: "freeze" }), LIMIT));
    expect(newerThanFreeze(frozen, ["a", "b", "c"])).toBe(1);
    const again = ask({ action: "freeze", members: ["a", "b", "c"] });
    const all = [again].flatMap((command) => decideAction(frozen, command, LIMIT)).reduce(evolve, frozen);
    expect(newerThanFreeze(all, ["a", "b", "c"])).toBe(0);
    expect(refusalOf(() => decideAction(all, again, LIMIT)).code).toBe("already_decided");
    expect(newerThanFreeze(NO_GROUP, ["a"])).toBe(0);
  });

  it("a void leaves a frozen group frozen, and a release ends it", () => {
    const frozen = decideAction(NO_GROUP, ask({ action: "freeze" }), LIMIT);
    const voided = [...frozen, ...decideAction(given(...frozen), ask(), LIMIT)];
    expect(given(...voided).isFrozen).toBe(true);
    expect(given(...voided, ...decideAction(given(...voided), ask({ action: "release" }), LIMIT)).isFrozen).toBe(false);
  });
});
