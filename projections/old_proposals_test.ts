import { describe, expect, it } from "vitest";
import { decidedAlone, findProposal, openAbout, openProposals, proposals } from "./proposals.ts";
import { newId } from "../backend/contract/ids.ts";
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
      alone: await decidedAlone(tx, { kind, adminIds: [ada], since: NOON }),
      earlier: await decidedAlone(tx, {
        ...{ kind, adminIds: [ada], since: 0 },
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
      alone: await decidedAlone(tx, { kind, adminIds: [ada], since: NOON }),
    }));
    const row = {
      ...{ proposalId, kind, subject: waiting, adminId: ada, units: 700 },
      content: { outcome: "grant", answer: "sealed", units: 700 },
      ...{ madeAt: NOON, lapsesAt: NOON + YEAR_MS, isOld: true },
    };
    const second = { ...row, proposalId: keeps, subject: upheld, units: 0 };
    const open = [row, { ...second, content: { ...row.content, outcome: "uphold" } }];
    expect(found).toEqual({ open: expect.arrayContaining(open), alone: 100 });
    expect(found.open).toHaveLength(2);
  });
});
