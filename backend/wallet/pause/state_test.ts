import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { LostFact, PauseEvent } from "./events.ts";
import {
  compareHeads,
  decideLost,
  decidePause,
  decideResume,
  decideSettled,
  evolve,
  NOT_PAUSED,
  type PayoutPause,
} from "./state.ts";

const AT = 1_000;
const fold = (...events: PauseEvent[]) =>
  events.reduce<PayoutPause>((state, event) => evolve(state, event, AT), NOT_PAUSED);
const payout = (subject: string): LostFact => ({
  ...{ kind: "payout_unknown", subject, amountKobo: 900, status: "success", at: 5, recipientCode: `RCP_${subject}` },
});
const behind: LostFact = { kind: "log_behind", subject: "ledger/0", ours: 3, kept: 9 };
const lost = (...facts: LostFact[]) => decideLost(NOT_PAUSED, { lost: facts, since: 10 });
const reconciled: PauseEvent = {
  type: "PausedBooksReconciled",
  data: { adminId: "ada", from: 10, to: 99, payouts: 1, paidKobo: 1, charges: 0, receivedKobo: 0, differences: [] },
};
const said = { proposalId: "p", proposedBy: "ada", adminId: "bola", reason: "checked" };
/** Two sides agree about what is found now. */
const agreed = (state: PayoutPause) => ({
  ...said,
  pausedAt: state.paused?.at ?? 0,
  findings: state.paused?.lost.length ?? 0,
});
const resume = (state: PayoutPause) => decideResume(state, agreed(state));

describe("decideLost()", () => {
  it("pauses once for each finding", () => {
    const first = lost(payout("a"), behind);
    expect(first).toMatchObject([{ type: "PayoutsPaused", data: { lost: [{ subject: "a" }, behind], since: 10 } }]);
    expect(decideLost(fold(...first), { lost: [payout("a"), behind], since: 5 })).toEqual([]);
    const again = decideLost(fold(...first), { lost: [payout("a"), payout("b")], since: 5 });
    expect(again).toMatchObject([{ data: { lost: [{ subject: "b" }] } }]);
    expect(fold(...first, ...again).paused).toMatchObject({ lost: [{}, {}, { subject: "b" }], since: 5 });
  });

  it("divides very many findings over events of bounded size", () => {
    const facts = Array.from({ length: 250 }, (_, index) => payout(String(index)));
    const events = lost(...facts);
    expect(events.map(({ data }) => "lost" in data && data.lost.length)).toEqual([100, 100, 50]);
    expect(fold(...events).paused?.lost).toEqual(facts);
  });

  it("takes away what was reconciled before it, and what two sides agreed on", () => {
    const state = fold(...lost(behind), reconciled);
    const more = decideLost(state, { lost: [payout("a")], since: 10 });
    const after = more.reduce((before, event) => evolve(before, event, AT), state);
    expect(after.paused).toMatchObject({ at: AT, lost: [behind, { subject: "a" }] });
    expect(after.paused?.reconciledTo).toBeUndefined();
    expect(refusalOf(() => decideResume(after, agreed(state))).code).toBe("proposal_changed");
  });
});

describe("resuming", () => {
  it("takes a reconciliation after a finding", () => {
    const found = lost(behind);
    expect(() => resume(fold(...found))).toThrow("reconcile first");
    const resumed = resume(fold(...found, reconciled));
    expect(resumed).toMatchObject([{ data: { proposedBy: "ada", adminId: "bola", epoch: 2, trustedTo: 99 } }]);
    const after = fold(...found, reconciled, ...resumed);
    expect(after).toEqual({ epoch: 2, trustedTo: 99, lostPayouts: [] });
    expect(() => resume(after)).toThrow("not paused");
  });

  it("after a pause by hand changes no epoch, and is not what was agreed about an earlier pause", () => {
    const byHand = decidePause(NOT_PAUSED, { adminId: "ada", reason: "odd payments" }, 10);
    const resumed = resume(fold(...byHand));
    expect(resumed).toMatchObject([{ data: { epoch: 1, trustedTo: 0 } }]);
    expect(() => decidePause(fold(...byHand), { adminId: "bola", reason: "me, too" }, 11)).toThrow("already paused");
    const anew = [...byHand, ...resumed, ...byHand].reduce<PayoutPause>(
      (state, event, index) => evolve(state, event, AT + index),
      NOT_PAUSED,
    );
    expect(refusalOf(() => decideResume(anew, agreed(fold(...byHand)))).code).toBe("proposal_changed");
  });

  it("goes beyond every epoch that admins have accepted before", () => {
    const ahead: LostFact = { kind: "epoch_behind", subject: "", ours: 1, kept: 7 };
    expect(resume(fold(...lost(ahead), reconciled))).toMatchObject([{ data: { epoch: 8 } }]);
  });

  it("leaves lost payouts until each was settled", () => {
    const found = lost(payout("a"), payout("b"));
    expect(fold(...found).lostPayouts).toHaveLength(2);
    const by = { reference: "a", adminId: "bola", reason: "paid back" };
    const settled = [...found, ...decideSettled(fold(...found), by)];
    expect(fold(...settled).lostPayouts).toMatchObject([{ subject: "b" }]);
    expect(() => decideSettled(fold(...settled), by)).toThrow("no such payout to settle");
  });

  it("never asks about a payout again that was settled, though a slow check finds it once more", () => {
    const by = { reference: "a", adminId: "bola", reason: "paid back", userId: "cem" };
    const found = lost(payout("a"), payout("b"));
    const settled = [...found, ...decideSettled(fold(...found), by), reconciled];
    const after = [...settled, ...resume(fold(...settled))];
    expect(decideLost(fold(...after), { lost: [payout("a")], since: 5 })).toEqual([]);
    // A payment by card may well have the same words in its reference.
    const charge: LostFact = { ...payout("a"), kind: "charge_unknown" } as LostFact;
    expect(decideLost(fold(...after), { lost: [charge], since: 5 })).toHaveLength(1);
    // What a log of before holds: found again, although it was settled or still waits.
    const again: PauseEvent = {
      type: "PayoutsPaused",
      data: { reason: "", lost: [payout("a"), payout("b")], since: 5 },
    };
    const state = fold(...after, again);
    expect(state.lostPayouts.map(({ subject }) => subject)).toEqual(["b"]);
    expect(() => decideSettled(state, { ...by, userId: "dayo" })).toThrow("no such payout to settle");
  });
});

describe("compareHeads()", () => {
  const head = { log: "ledger/0", position: 5, eventId: "e5" };
  const kept = { epoch: 2, heads: [head] };
  const ours = (position: number, epoch = 2) => ({ epoch, heads: [{ log: "ledger/0", position, eventId: "x" }] });

  it("finds a log that is shorter, that differs, and an older epoch", () => {
    expect(compareHeads(kept, ours(9), () => "e5")).toEqual([]);
    expect(compareHeads(kept, ours(4), () => undefined)).toMatchObject([{ kind: "log_behind", ours: 4, kept: 5 }]);
    expect(compareHeads(kept, { epoch: 2, heads: [] }, () => undefined)).toMatchObject([{
      kind: "log_behind",
      ours: 0,
    }]);
    expect(compareHeads(kept, ours(9), () => "other")).toMatchObject([{ kind: "log_differs", kept: 5 }]);
    expect(compareHeads(kept, ours(9, 1), () => "e5")).toMatchObject([{ kind: "epoch_behind", ours: 1, kept: 2 }]);
    expect(compareHeads(kept, ours(4, 3), () => undefined)).toEqual([]);
  });
});
