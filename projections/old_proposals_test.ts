import { describe, expect, it } from "vitest";
import { decidedAlone, findProposal, openAbout, openProposals, proposals } from "./proposals.ts";
import { newId } from "../backend/contract/ids.ts";
import { FIRST_POLICY } from "../backend/contract/policy_rules.ts";
import { openTestProjection } from "../backend/testing/projection.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const YEAR_MS = 366 * 24 * 3_600_000;
const [ada, ben] = [newId(), newId()];

describe("decisions of before there was a stream of proposals", () => {
  it("are read as proposals: refunds of gifts", async () => {
    await using test = await openTestProjection(proposals);
    const [waiting, withdrawn, confirmed, alone, booked] = [newId(), newId(), newId(), newId(), newId()];
    const proposalId = newId();
    const proposed = (giftId: string, id = newId()) => ({
      type: "GiftRefundProposed" as const,
      data: { giftId, units: 700, adminId: ada, proposalId: id },
      at: NOON,
    });
    const decided = (giftId: string, more: object) => ({
      type: "GiftRefundDecided" as const,
      data: { giftId, units: 100, adminId: ada, ...more },
      at: NOON,
    });
    const events = [
      proposed(waiting, proposalId),
      proposed(withdrawn),
      { type: "GiftRefundWithdrawn" as const, data: { giftId: withdrawn, proposalId, adminId: ben }, at: NOON },
      proposed(confirmed),
      decided(confirmed, { confirmedBy: ben }),
      decided(alone, {}),
      decided(booked, { proposalId: newId() }),
    ];
    const found = await test.given(events, async (tx) => ({
      open: await openProposals(tx, { now: NOON, limit: 10 }),
      about: await openAbout(tx, { kind: "gift_refund", subject: waiting, now: NOON }),
      named: await findProposal(tx, proposalId),
      alone: await decidedAlone(tx, { kind: "gift_refund", adminIds: [ada], since: NOON }),
    }));
    const row = {
      ...{ proposalId, kind: "gift_refund", subject: waiting, adminId: ada, units: 700, content: {} },
      ...{ madeAt: NOON, lapsesAt: NOON + YEAR_MS, isOld: true },
    };
    expect(found).toEqual({ open: [row], about: row, named: row, alone: 100 });
  });

  it("are read as proposals: looser rules", async () => {
    await using test = await openTestProjection(proposals);
    const from = NOON + 24 * 3_600_000;
    const changed = (version: number, more: object = { needsConfirmation: true }) => ({
      type: "PolicyChanged" as const,
      data: {
        policy: { ...FIRST_POLICY, version, effectiveFrom: new Date(from).toISOString() },
        ...{ reason: "As agreed with all", ...more },
      },
      at: NOON,
      actor: `user:${ada}`,
    });
    const events = [
      changed(2, {}),
      changed(3),
      { type: "PolicyChangeConfirmed" as const, data: { version: 3, confirmedBy: ben }, at: NOON },
      changed(4),
      { type: "PolicyChangeCancelled" as const, data: { version: 4, reason: "A slip of ours" }, at: NOON },
      changed(5, { needsConfirmation: true, proposalId: newId() }),
      changed(6),
    ];
    const open = await test.given(events, (tx) => openProposals(tx, { now: NOON, limit: 10 }));
    expect(open).toEqual([{
      ...{ proposalId: expect.any(String), kind: "policy_change", subject: "6", adminId: ada, units: 0, content: {} },
      ...{ madeAt: NOON, lapsesAt: from, isOld: true },
    }]);
  });
});
