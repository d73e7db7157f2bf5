import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { DisputeEvent } from "./events.ts";
import {
  decideAccepted,
  decideContested,
  type DisputeFound,
  evolve,
  hasOpen,
  lostUnitsOf,
  NO_DISPUTES,
  openUnits,
  stepsOf,
} from "./state.ts";

const given = (...events: DisputeEvent[]) => events.reduce(evolve, NO_DISPUTES);
const opened = (disputeId = "d", units = 100): DisputeEvent => ({
  type: "DisputeOpened",
  data: {
    ...{ disputeId, paymentId: "p", providerId: "9", reference: "r", purpose: "gift", payerId: "payer" },
    ...{ amountKobo: units, units, reservedUnits: 60, owedUnits: 0, category: "fraud" },
  },
});
const resolved = (outcome: "won" | "lost"): DisputeEvent => ({
  type: "DisputeResolved",
  data: {
    ...{ disputeId: "d", paymentId: "p", outcome, owedUnits: 0 },
    ...outcome === "won" ? { lostUnits: 0, releasedUnits: 60 } : { lostUnits: 100, releasedUnits: 0 },
  },
});
const found = (more: Partial<DisputeFound> = {}): DisputeFound => ({
  ...{ disputeId: "d", providerId: "9", status: "open", amountKobo: 100, category: "fraud" },
  ...{ dueAt: undefined, isReminder: false },
  ...more,
});
const deciding = { disputeId: "d", paymentId: "p", adminId: "ben", proposedBy: "ada", note: "Their card was stolen" };

describe("what follows from a dispute as the provider shows it", () => {
  it.each(
    [
      ["unknown and open", given(), found(), ["open"]],
      ["unknown and decided already", given(), found({ status: "lost" }), ["open", "lost"]],
      ["known and unchanged", given(opened()), found(), []],
      ["decided", given(opened()), found({ status: "won" }), ["won"]],
      ["decided as before", given(opened(), resolved("won")), found({ status: "won" }), []],
      ["lost, and open in a notice that comes late", given(opened(), resolved("lost")), found(), []],
      ["lost, and won after all", given(opened(), resolved("lost")), found({ status: "won" }), ["returned"]],
      ["won, and opened anew", given(opened(), resolved("won")), found(), ["open"]],
      ["a reminder", given(opened()), found({ isReminder: true }), ["remind"]],
    ] as const,
  )("%s", (_, disputes, now, steps) => expect(stepsOf(disputes, now)).toEqual(steps));

  it("is one reminder for each day that is due", () => {
    const reminded = given(opened(), { type: "DisputeReminded", data: { disputeId: "d", paymentId: "p", dueAt: 5 } });
    expect(stepsOf(reminded, found({ isReminder: true, dueAt: 5 }))).toEqual([]);
    expect(stepsOf(reminded, found({ isReminder: true, dueAt: 6 }))).toEqual(["remind"]);
  });
});

describe("what is disputed of a charge", () => {
  it("waits while a dispute is open, beside the one that is asked about", () => {
    const two = given(opened(), opened("e", 30));
    expect([openUnits(two, "d"), openUnits(two, "e"), hasOpen(two, "d")]).toEqual([30, 100, true]);
    const one = given(opened(), opened("e", 30), resolved("lost"));
    expect([openUnits(one, "e"), hasOpen(one, "e"), one.lostUnits]).toEqual([0, false, 100]);
  });

  it("comes back once when a lost dispute is won after all", () => {
    const lost = given(opened(), resolved("lost"));
    const units = lostUnitsOf(lost, "d");
    const back = given(opened(), resolved("lost"), {
      type: "DisputeLossReturned",
      data: { disputeId: "d", paymentId: "p", units },
    });
    expect([units, lostUnitsOf(back, "d"), back.lostUnits]).toEqual([100, 0, 0]);
    expect(stepsOf(back, found({ status: "won" }))).toEqual([]);
  });
});

describe("answering a dispute", () => {
  it("accepts it once, and it is not contested after", () => {
    const accepted = decideAccepted(given(opened()), deciding);
    expect(accepted).toEqual([{ type: "DisputeAccepted", data: deciding }]);
    const done = given(opened(), ...accepted);
    expect(decideAccepted(done, deciding)).toEqual([]);
    expect(refusalOf(() => decideContested(done, deciding)).code).toBe("already_decided");
  });

  it("is for disputes that are known and open", () => {
    for (const decide of [decideAccepted, decideContested]) {
      expect(refusalOf(() => decide(given(), deciding)).code).toBe("not_found");
      expect(refusalOf(() => decide(given(opened(), resolved("won")), deciding)).code).toBe("already_decided");
    }
    expect(decideContested(given(opened()), deciding)).toMatchObject([{ type: "DisputeContested" }]);
  });
});
