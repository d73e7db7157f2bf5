import { describe, expect, it } from "vitest";
import type { LostFact, PauseEvent } from "./events.ts";
import {
  compareHeads,
  decideLost,
  decidePause,
  decideProposal,
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
const proposal = { proposalId: "p", adminId: "ada", reason: "checked" };
const confirmation = { proposalId: "p", adminId: "bola", reason: "checked, too" };

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

  it("takes away a proposal and what was reconciled before it", () => {
    const proposed: PauseEvent = { type: "PayoutResumeProposed", data: proposal };
    const state = fold(...lost(behind), reconciled, proposed);
    const more = decideLost(state, { lost: [payout("a")], since: 10 });
    const { paused } = more.reduce((before, event) => evolve(before, event, AT), state);
    expect(paused).toMatchObject({ at: AT, lost: [behind, { subject: "a" }] });
    expect([paused?.proposal, paused?.reconciledTo]).toEqual([undefined, undefined]);
  });
});

describe("resuming", () => {
  it("takes a reconciliation after a finding, and two admins", () => {
    const found = lost(behind);
    expect(() => decideProposal(fold(...found), proposal)).toThrow("reconcile first");
    const proposed = decideProposal(fold(...found, reconciled), proposal);
    const state = fold(...found, reconciled, ...proposed);
    expect(() => decideResume(state, { ...confirmation, adminId: "ada" })).toThrow("an admin on another side");
    expect(() => decideResume(state, { ...confirmation, proposalId: "q" })).toThrow("no longer");
    const resumed = decideResume(state, confirmation);
    expect(resumed).toMatchObject([{ data: { proposedBy: "ada", adminId: "bola", epoch: 2, trustedTo: 99 } }]);
    const after = fold(...found, reconciled, ...proposed, ...resumed);
    expect(after).toEqual({ epoch: 2, trustedTo: 99, lostPayouts: [] });
    expect(() => decideResume(after, confirmation)).toThrow("no longer");
  });

  it("after a pause by hand takes two admins, and changes no epoch", () => {
    const byHand = decidePause(NOT_PAUSED, { adminId: "ada", reason: "odd payments" }, 10);
    const proposed = decideProposal(fold(...byHand), proposal);
    const resumed = decideResume(fold(...byHand, ...proposed), confirmation);
    expect(resumed).toMatchObject([{ data: { epoch: 1, trustedTo: 0 } }]);
    expect(() => decidePause(fold(...byHand), { adminId: "bola", reason: "me, too" }, 11)).toThrow("already paused");
    const off = decidePause(fold(...byHand, ...proposed), { adminId: "bola", reason: "not yet" }, 11);
    const state = fold(...byHand, ...proposed, ...off);
    expect(state.paused?.proposal).toBeUndefined();
    expect(() => decideResume(state, confirmation)).toThrow("no longer");
  });

  it("goes beyond every epoch that admins have accepted before", () => {
    const ahead: LostFact = { kind: "epoch_behind", subject: "", ours: 1, kept: 7 };
    const proposed: PauseEvent = { type: "PayoutResumeProposed", data: proposal };
    expect(decideResume(fold(...lost(ahead), reconciled, proposed), confirmation)).toMatchObject([{
      data: { epoch: 8 },
    }]);
  });

  it("leaves lost payouts until each was settled", () => {
    const found = lost(payout("a"), payout("b"));
    expect(fold(...found).lostPayouts).toHaveLength(2);
    const by = (adminId: string) => ({ reference: "a", adminId, reason: "paid back" });
    const proposed = [...found, ...decideSettled(fold(...found), by("ada"))];
    expect(fold(...proposed).lostPayouts).toMatchObject([{ subject: "a", settlement: { adminId: "ada" } }, {}]);
    expect(() => decideSettled(fold(...proposed), by("ada"))).toThrow("an admin on another side");
    const settled = [...proposed, ...decideSettled(fold(...proposed), by("bola"))];
    expect(fold(...settled).lostPayouts).toMatchObject([{ subject: "b" }]);
    expect(() => decideSettled(fold(...settled), by("ada"))).toThrow();
  });

  it("never asks about a payout again that was settled, though a slow check finds it once more", () => {
    const resumed = (events: PauseEvent[]) => {
      const proposed = [...events, reconciled, ...decideProposal(fold(...events, reconciled), proposal)];
      return [...proposed, ...decideResume(fold(...proposed), confirmation)];
    };
    const by = (adminId: string) => ({ reference: "a", adminId, reason: "paid back", userId: "cem" });
    const found = lost(payout("a"), payout("b"));
    const proposed = [...found, ...decideSettled(fold(...found), by("ada"))];
    const after = resumed([...proposed, ...decideSettled(fold(...proposed), by("bola"))]);
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
    expect(() => decideSettled(state, { ...by("ada"), userId: "dayo" })).toThrow("no such payout to settle");
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
