import { describe, expect, it } from "vitest";
import type { ApprovalCleared, ClearanceEvent } from "./events.ts";
import { type ClearanceState, clearedUnits, decideEnd, evolveClearance } from "./state.ts";

const data: ApprovalCleared["data"] = {
  ...{ clearanceId: "c", withdrawalId: "w", shard: 0, userId: "ada", adminId: "one", accountHash: "bank" },
  ...{ units: 10, earlier: [], isLast: true, secondFor: "" },
};
const about = { withdrawalId: "mine", userId: "ada", accountHash: "bank", side: ["one"], begun: new Set<string>() };
const given = (...events: ClearanceEvent[]) => events.reduce(evolveClearance, undefined as ClearanceState);
const cleared: ApprovalCleared = { type: "ApprovalCleared", data };

describe("clearedUnits()", () => {
  it("counts what is cleared for a person, an account, a side alone, and in all", () => {
    expect(clearedUnits([data], about)).toEqual({ user: 10, account: 10, alone: 10, all: 10 });
    expect(clearedUnits([{ ...data, userId: "ben", accountHash: "other", adminId: "two" }], about))
      .toEqual({ user: 0, account: 0, alone: 0, all: 10 });
  });

  it("counts a withdrawal once, however often it is cleared, but for each admin", () => {
    const twice = [data, { ...data, clearanceId: "d", adminId: "two" }];
    expect(clearedUnits(twice, about)).toEqual({ user: 10, account: 10, alone: 10, all: 10 });
    expect(clearedUnits(twice, { ...about, side: ["two"] }).alone).toBe(10);
  });

  it("counts neither the withdrawal itself, nor one that has begun, nor the first of two approvals", () => {
    const none = { user: 0, account: 0, alone: 0, all: 0 };
    expect(clearedUnits([data], { ...about, withdrawalId: "w" })).toEqual(none);
    expect(clearedUnits([data], { ...about, begun: new Set(["w"]) })).toEqual(none);
    expect(clearedUnits([{ ...data, isLast: false, secondFor: "amount" }], about)).toEqual(none);
  });

  it("of a second approval nothing is alone", () => {
    expect(clearedUnits([{ ...data, earlier: ["two"] }], about)).toMatchObject({ user: 10, alone: 0 });
  });
});

describe("decideEnd()", () => {
  it("ends a clearance once", () => {
    const used = decideEnd(given(cleared), { clearanceId: "c", isUsed: true });
    expect(used).toEqual([{ type: "ApprovalClearanceUsed", data: { clearanceId: "c", withdrawalId: "w" } }]);
    expect(decideEnd(given(cleared, ...used), { clearanceId: "c", isUsed: false })).toEqual([]);
  });

  it("does nothing for one that was never given", () => {
    expect(decideEnd(undefined, { clearanceId: "c", isUsed: false })).toEqual([]);
  });
});
