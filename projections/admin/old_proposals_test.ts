import { describe, expect, it } from "vitest";
import { decidedAlone, findProposal, openAbout, openProposals, proposals } from "./proposals.ts";
import { newId } from "../../backend/contract/ids.ts";
import { FIRST_POLICY } from "../../backend/contract/policy_rules.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";

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
      alone: await decidedAlone(tx, { kinds: ["gift_refund"], adminIds: [ada], since: NOON }),
    }));
    const row = {
      ...{ proposalId, kind: "gift_refund", subject: waiting, adminId: ada, units: 700, content: {} },
      ...{ madeAt: NOON, lapsesAt: NOON + YEAR_MS, isOld: true },
    };
    expect(found).toEqual({ open: [row], about: row, named: row, alone: 100 });
  });

  it("are read as proposals: accepted disputes", async () => {
    await using test = await openTestProjection(proposals);
    const [waiting, accepted, anew] = [newId(), newId(), newId()];
    const proposed = (disputeId: string) => ({
      type: "DisputeAcceptProposed" as const,
      data: { disputeId, paymentId: newId(), adminId: ada, note: "Their card was stolen" },
      ...{ at: NOON, log: "ledger/0" as const },
    });
    const done = { type: "DisputeAccepted" as const, log: "ledger/0" as const };
    const opened = {
      ...{ paymentId: newId(), providerId: "7", reference: "gift-1", purpose: "gift" as const, payerId: ben },
      ...{ amountKobo: 500, units: 500, reservedUnits: 0, owedUnits: 0, category: "fraud" },
    };
    const made = {
      ...{ proposalId: newId(), kind: "dispute_accept", subject: anew, adminId: ben, units: 500 },
      ...{ content: { note: "Now" }, lapsesAt: NOON + 10 },
    };
    const events = [
      ...[proposed(waiting), proposed(accepted), proposed(anew)],
      { ...done, data: { ...proposed(accepted).data, adminId: ben, proposedBy: ada } },
      { type: "DisputeOpened" as const, data: { ...opened, disputeId: anew }, log: "ledger/0" as const },
      // What is proposed since is not ended by what ends those of before.
      { type: "ProposalMade" as const, data: made, at: NOON + 1, log: "ledger/0" as const },
      { type: "DisputeOpened" as const, data: { ...opened, disputeId: anew }, log: "ledger/0" as const },
    ];
    const found = await test.given(events, (tx) => openProposals(tx, { now: NOON + 1, limit: 10 }));
    expect(found).toMatchObject([
      {
        kind: "dispute_accept",
        subject: waiting,
        adminId: ada,
        content: { note: "Their card was stolen" },
        isOld: true,
      },
      { proposalId: made.proposalId, isOld: false },
    ]);
  });

  it("are read as proposals: decisions about disputed shares", async () => {
    await using test = await openTestProjection(proposals);
    const [waiting, withdrawn, settled] = [newId(), newId(), newId()];
    const about = { trackId: newId(), ownerId: newId(), creatorId: newId() };
    const settlementId = newId();
    const proposed = (disputeId: string, id = newId()) => ({
      type: "SplitSettlementProposed" as const,
      data: {
        ...about,
        disputeId,
        settlementId: id,
        basisPoints: 0,
        shareBasisPoints: 500,
        adminId: ada,
        note: "Half",
      },
      at: NOON,
    });
    const events = [
      ...[proposed(waiting, settlementId), proposed(withdrawn), proposed(settled)],
      {
        type: "SplitSettlementWithdrawn" as const,
        data: { ...about, disputeId: withdrawn, settlementId: newId(), adminId: ben },
      },
      { type: "SplitDisputeSettled" as const, data: { ...about, disputeId: settled, basisPoints: 10 } },
    ];
    const found = await test.given(events, (tx) => openProposals(tx, { now: NOON, limit: 10 }));
    expect(found).toEqual([{
      ...{ proposalId: settlementId, kind: "split_settlement", subject: waiting, adminId: ada, units: 0 },
      content: { basisPoints: 0, shareBasisPoints: 500, note: "Half" },
      ...{ madeAt: NOON, lapsesAt: NOON + YEAR_MS, isOld: true },
    }]);
  });

  it("are read as proposals: payouts that go on, and lost ones", async () => {
    await using test = await openTestProjection(proposals);
    const userId = newId();
    const lost = (reference: string) => ({
      type: "LostPayoutSettlementProposed" as const,
      data: { reference, adminId: ada, reason: "Paid back", userId },
      at: NOON,
    });
    const resume = (proposalId: string) => ({
      type: "PayoutResumeProposed" as const,
      data: { proposalId, adminId: ada, reason: "Checked" },
      at: NOON + 1,
    });
    const [over, done, waits] = [newId(), newId(), newId()];
    const resumed = { adminId: ben, proposedBy: ada, reason: "Checked", epoch: 1, trustedTo: 0 };
    const events = [
      ...[lost("orin-a"), lost("orin-b")],
      { type: "LostPayoutSettled" as const, data: { ...lost("orin-b").data, adminId: ben } },
      resume(over),
      { type: "PayoutsPaused" as const, data: { reason: "Found more", lost: [], since: 0 } },
      resume(done),
      { type: "PayoutsResumed" as const, data: { ...resumed, proposalId: done } },
      resume(waits),
    ];
    const found = await test.given(events, (tx) => openProposals(tx, { now: NOON, limit: 10 }));
    expect(found).toMatchObject([
      { kind: "lost_payout", subject: "orin-a", adminId: ada, content: { reason: "Paid back", userId }, isOld: true },
      { proposalId: waits, kind: "payout_resume", subject: "payouts", content: { reason: "Checked" }, isOld: true },
    ]);
  });

  it("are read as proposals: remittances of tax and their reversals", async () => {
    await using test = await openTestProjection(proposals);
    const recorded = (more: object = {}) => ({
      type: "TaxRemittanceRecorded" as const,
      data: {
        ...{
          remittanceId: newId(),
          month: "2026-05",
          units: 700,
          paidOn: "2026-06-01",
          receipt: "FIRS/1",
          adminId: ada,
        },
        ...more,
      },
      at: NOON,
    });
    const reversal = (remittanceId: string) => ({
      type: "TaxReversalRequested" as const,
      data: { remittanceId, reversalId: newId(), reason: "Another firm's", adminId: ben },
      at: NOON + 1,
    });
    const [waits, booked, off, anew] = [recorded(), recorded(), recorded(), recorded({ lapsesAt: NOON + YEAR_MS })];
    const [back, reversed, kept] = [newId(), newId(), newId()].map(reversal);
    if (!back || !reversed || !kept) throw new Error("No reversals");
    const done = { month: "2026-05", parts: [], adminId: ben };
    const { reason: _, ...ofReversed } = reversed.data;
    const { reason: __, ...ofKept } = kept.data;
    const events = [
      ...[waits, booked, off, anew, back, reversed, kept],
      { type: "TaxRemittanceConfirmed" as const, data: { ...done, remittanceId: booked.data.remittanceId } },
      { type: "TaxRemittanceWithdrawn" as const, data: { remittanceId: off.data.remittanceId, adminId: ben } },
      { type: "TaxReversalConfirmed" as const, data: { ...ofReversed, ...done } },
      { type: "TaxReversalWithdrawn" as const, data: { ...ofKept, adminId: ada } },
    ];
    const found = await test.given(events, (tx) => openProposals(tx, { now: NOON, limit: 10 }));
    const content = { month: "2026-05", units: 700, paidOn: "2026-06-01", receipt: "FIRS/1" };
    expect(found).toMatchObject([
      { kind: "tax_remittance", subject: waits.data.remittanceId, adminId: ada, units: 700, content, isOld: true },
      {
        ...{ kind: "tax_reversal", subject: back.data.remittanceId, adminId: ben, isOld: true },
        content: { reversalId: back.data.reversalId, reason: "Another firm's" },
      },
    ]);
  });

  it("are read as proposals: decisions on groups", async () => {
    await using test = await openTestProjection(proposals);
    const [waiting, withdrawn, confirmed] = [newId(), newId(), newId()];
    const [proposalId, other] = [newId(), newId()];
    const kind = "group_decision";
    const choice = { action: "void" as const, reason: "No sound", members: [ada, ben], units: 700, adminId: ada };
    const proposed = (groupId: string, id = newId()) => ({
      type: "GroupDecisionProposed" as const,
      data: { ...choice, groupId, proposalId: id },
      at: NOON,
    });
    const decided = (more: object) => ({
      type: "GroupDecided" as const,
      data: { ...choice, groupId: newId(), decisionId: newId(), units: 100, ...more },
      at: NOON,
    });
    const events = [
      proposed(waiting, proposalId),
      proposed(withdrawn, other),
      {
        type: "GroupProposalWithdrawn" as const,
        data: { groupId: withdrawn, proposalId: other, adminId: ben },
        at: NOON,
      },
      proposed(confirmed),
      decided({ groupId: confirmed, confirmedBy: ben }),
      decided({ groupId: withdrawn }),
      decided({ action: "release", units: 20 }),
      decided({ action: "freeze" }),
      decided({ proposalId: newId() }),
    ];
    const found = await test.given(events, async (tx) => ({
      open: await openProposals(tx, { now: NOON, limit: 10 }),
      alone: await decidedAlone(tx, { kinds: [kind], adminIds: [ada], since: NOON }),
      earlier: await decidedAlone(tx, {
        ...{ kinds: [kind], adminIds: [ada], since: 0 },
        before: { subject: withdrawn, at: NOON + 1 },
      }),
    }));
    const row = {
      ...{ proposalId, kind, subject: waiting, adminId: ada, units: 700 },
      content: { action: "void", reason: "No sound", units: 700, members: `${ada} ${ben}` },
      ...{ madeAt: NOON, lapsesAt: NOON + YEAR_MS, isOld: true },
    };
    expect(found).toEqual({ open: [row], alone: 120, earlier: 100 });
  });

  it("are read as proposals: answers to appeals", async () => {
    await using test = await openTestProjection(proposals);
    const [waiting, upheld, withdrawn, confirmed] = [newId(), newId(), newId(), newId()];
    const [proposalId, keeps, other] = [newId(), newId(), newId()];
    const kind = "appeal_answer";
    const said = { userId: newId(), outcome: "grant" as const, answer: "sealed", units: 700, adminId: ada };
    const proposed = (appealId: string, id = newId(), more: object = {}) => ({
      type: "AppealAnswerProposed" as const,
      data: { ...said, appealId, proposalId: id, ...more },
      at: NOON,
    });
    const answered = (more: object) => ({
      type: "AppealAnswered" as const,
      data: { ...said, appealId: newId(), units: 100, ...more },
      at: NOON,
    });
    const off = { appealId: withdrawn, userId: said.userId, proposalId: other, adminId: ben };
    const events = [
      proposed(waiting, proposalId),
      proposed(upheld, keeps, { outcome: "uphold" }),
      proposed(withdrawn, other),
      { type: "AppealProposalWithdrawn" as const, data: off, at: NOON },
      proposed(confirmed),
      answered({ appealId: confirmed, confirmedBy: ben }),
      answered({ appealId: withdrawn }),
      answered({ outcome: "uphold" }),
      answered({ proposalId: newId() }),
    ];
    const found = await test.given(events, async (tx) => ({
      open: await openProposals(tx, { now: NOON, limit: 10 }),
      alone: await decidedAlone(tx, { kinds: [kind], adminIds: [ada], since: NOON }),
    }));
    const row = {
      ...{ proposalId, kind, subject: waiting, adminId: ada, units: 700 },
      content: { outcome: "grant", answer: "sealed", units: 700 },
      ...{ madeAt: NOON, lapsesAt: NOON + YEAR_MS, isOld: true },
    };
    const second = { ...row, proposalId: keeps, subject: upheld, units: 0 };
    const open = [row, { ...second, content: { ...row.content, outcome: "uphold" } }];
    expect(found).toEqual({ open: expect.arrayContaining(open), alone: 100 });
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
      changed(6),
    ];
    const open = await test.given(events, (tx) => openProposals(tx, { now: NOON, limit: 10 }));
    expect(open).toEqual([{
      ...{ proposalId: expect.any(String), kind: "policy_change", subject: "6", adminId: ada, units: 0, content: {} },
      ...{ madeAt: NOON, lapsesAt: from, isOld: true },
    }]);
  });

  it("are read as proposals: roles with more rights", async () => {
    await using test = await openTestProjection(proposals);
    const until = NOON + 24 * 3_600_000;
    const changed = (userId: string, more: object = { needsConfirmation: true }, changeId = newId()) => ({
      type: "AdminRoleChanged" as const,
      data: {
        ...{ userId, changeId, previousRole: "support" as const, role: "owner" as const, changedBy: ada },
        ...{ effectiveFrom: new Date(until).toISOString(), ...more },
      },
      at: NOON,
    });
    const [confirmed, cancelled, lowered, booked, waiting] = [newId(), newId(), newId(), newId(), newId()];
    const changeId = newId();
    const events = [
      changed(confirmed, undefined, changeId),
      { type: "AdminRoleChangeConfirmed" as const, data: { userId: confirmed, changeId, confirmedBy: ben }, at: NOON },
      changed(cancelled, undefined, changeId),
      { type: "AdminRoleChangeCancelled" as const, data: { userId: cancelled, changeId, cancelledBy: ben }, at: NOON },
      changed(lowered),
      changed(lowered, {}),
      // Booked by a proposal, which is there before.
      {
        type: "ProposalMade" as const,
        data: {
          proposalId: booked,
          kind: "admin_role",
          subject: booked,
          adminId: ada,
          units: 0,
          content: {},
          lapsesAt: NOON,
        },
        at: NOON,
      },
      changed(booked, undefined, booked),
      changed(waiting, undefined, waiting),
    ];
    const open = await test.given(events, (tx) => openProposals(tx, { now: NOON, limit: 10 }));
    expect(open).toEqual([{
      ...{ proposalId: waiting, kind: "admin_role", subject: waiting, adminId: ada, units: 0 },
      ...{ content: { role: "owner", from: "support" }, madeAt: NOON, lapsesAt: until, isOld: true },
    }]);
  });

  it("are read as proposals: invitations, now as before", async () => {
    await using test = await openTestProjection(proposals);
    const [founder, confirmed, removed, waiting, again] = [newId(), newId(), newId(), newId(), newId()];
    const granted = (userId: string, actor = `user:${ada}`) => ({
      ...{ type: "AdminGranted" as const, data: { userId }, at: NOON, actor },
    });
    const later = NOON + 3_600_000;
    const events = [
      granted(founder, "system:first-admin"),
      granted(confirmed),
      { type: "AdminConfirmed" as const, data: { userId: confirmed, confirmedBy: ben }, at: NOON },
      granted(removed),
      { type: "AdminRevoked" as const, data: { userId: removed }, at: NOON },
      granted(waiting),
      granted(again),
      { type: "AdminInvited" as const, data: { userId: again, invitedBy: ben }, at: later },
    ];
    const open = await test.given(events, (tx) => openProposals(tx, { now: later, limit: 10 }));
    const row = (subject: string, adminId: string, madeAt: number) => ({
      ...{ proposalId: expect.any(String), kind: "admin_invitation", subject, adminId, units: 0, content: {} },
      ...{ madeAt, lapsesAt: madeAt + 30 * 24 * 3_600_000, isOld: true },
    });
    expect(open).toEqual([row(waiting, ada, NOON), row(again, ben, later)]);
  });

  it("are read as proposals: emails of users", async () => {
    await using test = await openTestProjection(proposals);
    const until = NOON + 7 * 24 * 3_600_000;
    const email = { email: "sealed", emailHash: "hash" };
    const proposed = (userId: string, changeId = newId()) => ({
      type: "EmailChangeProposed" as const,
      data: { userId, changeId, ...email, proposedBy: ada, lapsesAt: new Date(until).toISOString() },
      at: NOON,
    });
    const [refused, confirmed, changed, waiting, erased] = [newId(), newId(), newId(), newId(), newId()];
    const taken = (userId: string, by: string) => ({
      type: "EmailChanged" as const,
      data: { userId, ...email, previousEmail: "sealed" },
      ...{ at: NOON, actor: `user:${by}` },
    });
    const events = [
      proposed(refused),
      { type: "EmailChangeRefused" as const, data: { userId: refused, changeId: newId(), refusedBy: ben }, at: NOON },
      proposed(confirmed),
      taken(confirmed, ben),
      proposed(changed),
      taken(changed, changed),
      proposed(waiting),
      proposed(waiting, waiting),
      proposed(erased, erased),
      { type: "AccountErased" as const, data: { userId: erased }, at: NOON },
    ];
    const found = await test.given(events, async (tx) => ({
      about: await openAbout(tx, { kind: "pending_email", subject: waiting, now: NOON }),
      open: (await openProposals(tx, { now: NOON, limit: 10 })).map(({ subject, content }) => ({ subject, content })),
    }));
    expect(found.about).toEqual({
      ...{ proposalId: waiting, kind: "pending_email", subject: waiting, adminId: ada, units: 0, content: email },
      ...{ madeAt: NOON, lapsesAt: until, isOld: true },
    });
    const rows = [{ subject: waiting, content: email }, { subject: erased, content: {} }];
    expect(found.open).toEqual(expect.arrayContaining(rows));
    expect(found.open).toHaveLength(2);
  });
});
