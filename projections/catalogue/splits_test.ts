import { expect, it } from "vitest";
import type { SplitEvent, SplitShare } from "../../backend/catalogue/split/events.ts";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { Tx } from "../../backend/store/sql.ts";
import {
  findSplit,
  invitationsOf,
  invitationsTo,
  listSplitDisputes,
  settledDisputesWith,
  settledSplitDisputes,
  sharesInForce,
  sharesInForceAt,
  sharesOf,
  splitDisputesOf,
  splitHistory,
  splits,
} from "./splits.ts";

const [trackId, ownerId, bisi, chidi] = [newId(), newId(), newId(), newId()];
const [first, second, disputeId] = [newId(), newId(), newId()];
const [toBisi, toChidi, lessToBisi, moreToChidi] = [newId(), newId(), newId(), newId()];
const about = { trackId, ownerId };
const told = <Type extends SplitEvent["type"]>(
  type: Type,
  data: Omit<Extract<SplitEvent, { type: Type }>["data"], "trackId" | "ownerId">,
  at?: number,
) => ({ type, data: { ...about, ...data }, stream: `split/${trackId}`, ...(at !== undefined && { at }) }) as never;

const asked = told("SplitProposed", {
  proposalId: first,
  invited: [
    { invitationId: toBisi, basisPoints: 2_000, creatorId: bisi },
    { invitationId: toChidi, basisPoints: 1_000, email: "sealed" as never, emailHash: "hash" },
  ],
}, 10);
const answered = (invitationId: string, creatorId: string, answer: "accepted" | "declined", at: number) =>
  told("SplitAnswered", { proposalId: first, invitationId, creatorId, answer }, at);
const changed = (shares: SplitShare[], at: number) => told("SplitChanged", { shares, because: "accepted" }, at);
const bisis = { creatorId: bisi, basisPoints: 2_000 };
const chidis = { creatorId: chidi, basisPoints: 1_000 };
const agreed = [
  ...[asked, answered(toBisi, bisi, "accepted", 20), changed([bisis], 20)],
  ...[answered(toChidi, chidi, "accepted", 30), changed([bisis, chidis], 30)],
];
const parts = (rows: readonly { creatorId: string; basisPoints: number; since: number }[]) =>
  rows.map(({ creatorId, basisPoints, since }) => [creatorId, basisPoints, since]).toSorted((one, two) =>
    Number(one[2]) - Number(two[2])
  );

it("says who has which part at every moment, and asks people until all have answered", async () => {
  await using test = await openTestProjection(splits);
  const at = (moment: number) => async (tx: Tx) => parts(await sharesInForceAt(tx, [trackId], moment));
  const waits = async (tx: Tx) => [
    (await invitationsTo(tx, { userId: bisi, emailHash: "other" })).map((one) => one.invitationId),
    (await invitationsTo(tx, { userId: chidi, emailHash: "hash" })).map((one) => one.invitationId),
    (await findSplit(tx, trackId))?.proposalId,
  ];
  expect(await test.given([asked], waits)).toEqual([[toBisi], [toChidi], first]);
  expect(await test.given(agreed.slice(0, 3), waits)).toEqual([[], [toChidi], first]);
  expect(await test.given(agreed, waits)).toEqual([[], [], undefined]);
  expect(await test.given(agreed, at(19))).toEqual([]);
  expect(await test.given(agreed, at(20))).toEqual([[bisi, 2_000, 20]]);
  expect(await test.given(agreed, at(30))).toEqual([[bisi, 2_000, 20], [chidi, 1_000, 30]]);

  // A larger part begins anew and the other goes on; who left has none from then on.
  const later = [...agreed, changed([{ creatorId: bisi, basisPoints: 2_500 }, chidis], 40), changed([chidis], 50)];
  expect(await test.given(later, at(39))).toEqual([[bisi, 2_000, 20], [chidi, 1_000, 30]]);
  expect(await test.given(later, at(49))).toEqual([[chidi, 1_000, 30], [bisi, 2_500, 40]]);
  expect(await test.given(later, at(50))).toEqual([[chidi, 1_000, 30]]);
  expect(await test.given(later, async (tx) => (await sharesOf(tx, bisi)).length)).toBe(0);
  expect(await test.given(later, async (tx) => (await splitHistory(tx, trackId, 2)).map((one) => one.at))).toEqual([
    ...[50, 40],
  ]);
  // What began and ended in one millisecond never was.
  const never = [...agreed, changed([{ creatorId: bisi, basisPoints: 9 }, chidis], 40), changed([bisis, chidis], 40)];
  expect(await test.given(never, at(40))).toEqual([[chidi, 1_000, 30], [bisi, 2_000, 40]]);
  expect(await test.given(never, async (tx) => parts(await sharesInForce(tx, [trackId])))).toEqual([
    ...[[chidi, 1_000, 30], [bisi, 2_000, 40]],
  ]);
});

it("ends what waits with a new proposal, a withdrawal, a no to a smaller part, and with who is erased", async () => {
  await using test = await openTestProjection(splits);
  const waiting = async (tx: Tx) => [
    (await invitationsOf(tx, { trackId, proposalId: first })).map(({ status }) => status),
    (await findSplit(tx, trackId))?.proposalId,
  ];
  const again = told("SplitProposed", {
    proposalId: second,
    invited: [{ invitationId: newId(), basisPoints: 500, creatorId: bisi }],
  });
  expect(await test.given([asked, again], waiting)).toEqual([["over", "over"], second]);
  const withdrawn = told("SplitProposalWithdrawn", { proposalId: first });
  expect(await test.given([asked, withdrawn], waiting)).toEqual([["over", "over"], undefined]);

  const smaller = told("SplitProposed", {
    proposalId: second,
    invited: [
      { invitationId: lessToBisi, basisPoints: 500, wasBasisPoints: 2_000, creatorId: bisi },
      { invitationId: moreToChidi, basisPoints: 2_000, wasBasisPoints: 1_000, creatorId: chidi },
    ],
  });
  const statuses = async (tx: Tx) => [
    (await invitationsOf(tx, { trackId, proposalId: second })).map(({ status }) => status),
    (await findSplit(tx, trackId))?.proposalId,
  ];
  expect(await test.given([...agreed, smaller], statuses)).toEqual([["waiting", "unchanged"], second]);
  const no = told("SplitAnswered", {
    ...{ proposalId: second, invitationId: lessToBisi, creatorId: bisi, answer: "declined" },
  });
  expect(await test.given([...agreed, smaller, no], statuses)).toEqual([["declined", "unchanged"], undefined]);

  const erased = (userId: string) => ({ type: "AccountErased", data: { userId }, stream: `user/${userId}` }) as never;
  const ofChidi = async (tx: Tx) => (await invitationsTo(tx, { userId: chidi, emailHash: "hash" })).length;
  expect(await test.given([asked, erased(bisi)], ofChidi)).toBe(1);
  expect(await test.given([asked, erased(ownerId)], ofChidi)).toBe(0);
  // A person who is gone keeps the part: what it brings waits for its owner.
  expect(await test.given([...agreed, erased(bisi)], async (tx) => parts(await sharesInForce(tx, [trackId])))).toEqual([
    ...[[bisi, 2_000, 20], [chidi, 1_000, 30]],
  ]);
});

it("keeps a dispute with what both want, and how it was settled", async () => {
  await using test = await openTestProjection(splits);
  const disputed = told("SplitDisputed", { disputeId, creatorId: bisi, by: ownerId, reason: "sealed" as never }, 40);
  const offered = (by: string, basisPoints: number) => told("SplitDisputeOffered", { disputeId, by, basisPoints });
  const settled = told("SplitDisputeSettled", {
    ...{ disputeId, creatorId: bisi, basisPoints: 3_000, adminId: chidi, note: "Half was agreed" },
  }, 60);
  const dispute = (tx: Tx) => splitDisputesOf(tx, [trackId]);
  const open = { disputeId, trackId, ownerId, creatorId: bisi, basisPoints: 2_000, by: ownerId, since: 40 };
  expect(await test.given([...agreed, disputed], dispute)).toEqual([
    expect.objectContaining({ ...open, ownerOffers: 0, collaboratorAsks: 10_000, settledAt: undefined }),
  ]);
  const talked = [...agreed, disputed, offered(ownerId, 2_000), offered(bisi, 4_000)];
  expect(await test.given(talked, dispute)).toEqual([
    expect.objectContaining({ ...open, ownerOffers: 2_000, collaboratorAsks: 4_000 }),
  ]);
  expect(await test.given(talked, settledSplitDisputes)).toEqual([]);
  const done = { settledAt: 60, part: 3_000, adminId: chidi, note: "Half was agreed" };
  expect(await test.given([...talked, settled], settledSplitDisputes)).toEqual([expect.objectContaining(done)]);
  const settledOf = (creatorId: string) => async (tx: Tx) =>
    (await settledDisputesWith(tx, { creatorId, limit: 9 })).map((one) => one.disputeId);
  expect(await test.given([...talked, settled], settledOf(bisi))).toEqual([disputeId]);
  expect(await test.given([...talked, settled], settledOf(ownerId))).toEqual([]);
  expect(await test.given(talked, settledOf(bisi))).toEqual([]);
  // What an admin proposed before there was a stream of proposals counts as a change, and is no more than that.
  const said = { settlementId: newId(), basisPoints: 3_000, shareBasisPoints: 500, adminId: chidi, note: "Half" };
  const proposed = told("SplitSettlementProposed", { disputeId, creatorId: bisi, ...said }, 50);
  expect(await test.given([...talked, proposed], dispute)).toEqual(await test.given(talked, dispute));
  const versionOf = async (tx: Tx) => (await findSplit(tx, trackId))?.version ?? 0;
  expect(await test.given([...talked, proposed], versionOf)).toBe(await test.given(talked, versionOf) + 1);
  // Open ones come first, whatever their age.
  const other = told(
    "SplitDisputed",
    { ...{ disputeId: second, creatorId: chidi, by: chidi }, reason: "s" as never },
    70,
  );
  const list = async (tx: Tx) => (await listSplitDisputes(tx, 9)).map((one) => one.disputeId);
  expect(await test.given([...talked, settled, other], list)).toEqual([second, disputeId]);
});
