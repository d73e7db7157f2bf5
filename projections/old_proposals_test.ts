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
