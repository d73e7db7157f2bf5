import { isAsked, type SplitEvent, type SplitInvited, type SplitShare } from "../../backend/catalogue/split/events.ts";
import { WHOLE } from "../../backend/contract/splits.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, int, oneOf, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";
import { FIRST_PLACE, type WaitingPage } from "../admin/waiting_page.ts";

const SPLITS = table("splits", {
  trackId: uuid,
  ownerId: uuid,
  version: int,
  proposalId: uuid.optional,
  proposedAt: bigint.optional,
}, { key: ["trackId"] });

const SPLIT_SHARES = table("split_shares", {
  trackId: uuid,
  ownerId: uuid,
  creatorId: uuid,
  basisPoints: int.check("basis_points between 1 and 9999"),
  since: bigint,
  until: bigint.optional,
}, { key: ["trackId", "creatorId", "since"], indexes: { split_shares_of: "(creator_id) where until is null" } });

const SPLIT_CHANGES = table("split_changes", {
  trackId: uuid,
  at: bigint,
  shares: typed<unknown>("jsonb"),
}, { key: ["trackId", "at"] });

const SPLIT_INVITATIONS = table("split_invitations", {
  invitationId: uuid,
  trackId: uuid,
  ownerId: uuid,
  proposalId: uuid,
  place: int,
  creatorId: uuid.optional,
  email: text.optional,
  emailHash: text.optional,
  basisPoints: int.check("basis_points between 0 and 9999"),
  wasBasisPoints: int,
  status: oneOf("waiting", "accepted", "declined", "unchanged", "over"),
  at: bigint,
}, {
  key: ["invitationId"],
  indexes: {
    split_invitations_of_track: "(track_id, proposal_id)",
    split_invitations_to: "(creator_id) where status = 'waiting'",
    split_invitations_mailed: "(email_hash) where status = 'waiting'",
  },
});

const SPLIT_DISPUTES = table("split_disputes", {
  disputeId: uuid,
  trackId: uuid,
  ownerId: uuid,
  creatorId: uuid,
  basisPoints: int,
  byId: uuid,
  reason: text,
  since: bigint,
  ownerOffers: int,
  collaboratorAsks: int,
  settledAt: bigint.optional,
  part: int.optional.check("part between 0 and 10000"),
  adminId: uuid.optional,
  note: text.optional,
  confirmedBy: uuid.optional,
  shareAfter: int.optional.check("share_after between 0 and 9999"),
}, {
  key: ["disputeId"],
  indexes: {
    split_disputes_of_track: "(track_id, creator_id)",
    split_disputes_open: "(since) where settled_at is null",
  },
});

/** Who has which part of a track since when, whom owners invite, and shares that are disputed. Inline: gifts are divided by it. */
export const splits: Projection<SplitEvent | ClosingEvent> = {
  name: "splits",
  version: 3,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: [
    "SplitProposed",
    "SplitAnswered",
    "SplitProposalWithdrawn",
    "SplitChanged",
    "SplitDisputed",
    "SplitDisputeOffered",
    "SplitSettlementProposed",
    "SplitSettlementWithdrawn",
    "SplitDisputeSettled",
    ...CLOSING_EVENTS,
  ],
  tables: ddlOf(SPLITS, SPLIT_SHARES, SPLIT_CHANGES, SPLIT_INVITATIONS, SPLIT_DISPUTES),

  async apply(tx, events) {
    // People make a handful a day; one after another keeps their order.
    for (const event of events) {
      if (!isClosing(event)) await applyOne(tx, event);
      else if (event.type === "AccountErased") await forget(tx, event.data.userId);
    }
  },
};

/** Shares stay, because what they bring becomes unclaimed; addresses and words go. */
async function forget(tx: Tx, userId: string): Promise<void> {
  await tx`update split_invitations set email = null where owner_id = ${userId}`;
  await tx`
    update split_invitations set status = 'over'
    where status = 'waiting' and (owner_id = ${userId} or creator_id = ${userId})`;
}

async function applyOne(tx: Tx, { type, data, recordedAt: at }: Recorded<SplitEvent>): Promise<void> {
  const { trackId, ownerId } = data;
  await tx`
    insert into splits (track_id, owner_id, version) values (${trackId}, ${ownerId}, 1)
    on conflict (track_id) do update set version = splits.version + 1`;
  switch (type) {
    case "SplitProposed":
      return await propose(tx, data, at);
    case "SplitAnswered":
      await tx`
        update split_invitations set status = ${data.answer}, creator_id = ${data.creatorId}
        where invitation_id = ${data.invitationId}`;
      return await endAnswered(tx, data);
    case "SplitProposalWithdrawn":
      return await endProposal(tx, trackId);
    case "SplitChanged":
      return await change(tx, data, at);
    case "SplitDisputed":
      await tx`
        insert into split_disputes (dispute_id, track_id, owner_id, creator_id, basis_points, by_id, reason, since,
          owner_offers, collaborator_asks)
        select ${data.disputeId}::uuid, ${trackId}::uuid, ${ownerId}::uuid, ${data.creatorId}::uuid,
          coalesce(max(basis_points), 0), ${data.by}::uuid, ${data.reason}::text, ${at}::bigint, 0, ${WHOLE}::integer
        from split_shares where track_id = ${trackId} and creator_id = ${data.creatorId} and until is null`;
      return;
    case "SplitDisputeOffered":
      if (data.by === ownerId) {
        await tx`update split_disputes set owner_offers = ${data.basisPoints} where dispute_id = ${data.disputeId}`;
      } else {
        await tx`
          update split_disputes set collaborator_asks = ${data.basisPoints} where dispute_id = ${data.disputeId}`;
      }
      return;
    case "SplitDisputeSettled":
      await tx`
        update split_disputes set settled_at = ${at}, part = ${data.basisPoints}, admin_id = ${data.adminId ?? null},
          note = ${data.note ?? null}, confirmed_by = ${data.confirmedBy ?? null},
          share_after = ${data.shareBasisPoints ?? null}::integer
        where dispute_id = ${data.disputeId}`;
      return;
    // Only read: they count as changes of the track's shares.
    case "SplitSettlementProposed":
    case "SplitSettlementWithdrawn":
      return;
    default:
      return type satisfies never;
  }
}

async function propose(
  tx: Tx,
  { trackId, ownerId, proposalId, invited }: Extract<SplitEvent, { type: "SplitProposed" }>["data"],
  at: number,
): Promise<void> {
  await endProposal(tx, trackId);
  for (const [place, one] of invited.entries()) {
    await insertInvited(tx, one, { trackId, ownerId, proposalId, place, at });
  }
  await tx`update splits set proposal_id = ${proposalId}, proposed_at = ${at} where track_id = ${trackId}`;
  await endIfAnswered(tx, trackId);
}

async function insertInvited(
  tx: Tx,
  one: SplitInvited,
  { trackId, ownerId, proposalId, place, at }: {
    trackId: string;
    ownerId: string;
    proposalId: string;
    place: number;
    at: number;
  },
): Promise<void> {
  const { invitationId, creatorId, email, emailHash, basisPoints, wasBasisPoints = 0 } = one;
  const status = isAsked(one) ? "waiting" : "unchanged";
  await tx`
    insert into split_invitations (invitation_id, track_id, owner_id, proposal_id, place, creator_id, email, email_hash,
      basis_points, was_basis_points, status, at)
    values (${invitationId}, ${trackId}, ${ownerId}, ${proposalId}, ${place}, ${creatorId ?? null}, ${email ?? null},
      ${emailHash ?? null}, ${basisPoints}, ${wasBasisPoints}, ${status}, ${at})`;
}

/** A no to a smaller share ends the whole proposal; else it is over with the last answer. */
async function endAnswered(
  tx: Tx,
  { trackId, creatorId, answer }: { trackId: string; creatorId: string; answer: string },
): Promise<void> {
  const has = (await sharesInForce(tx, [trackId])).some((share) => share.creatorId === creatorId);
  if (answer === "declined" && has) await endProposal(tx, trackId);
  else await endIfAnswered(tx, trackId);
}

async function endIfAnswered(tx: Tx, trackId: string): Promise<void> {
  await tx`
    update splits set proposal_id = null, proposed_at = null
    where track_id = ${trackId} and not exists (
      select from split_invitations
      where split_invitations.track_id = splits.track_id and split_invitations.proposal_id = splits.proposal_id
        and status = 'waiting'
    )`;
}

async function endProposal(tx: Tx, trackId: string): Promise<void> {
  await tx`update split_invitations set status = 'over' where track_id = ${trackId} and status = 'waiting'`;
  await tx`update splits set proposal_id = null, proposed_at = null where track_id = ${trackId}`;
}

async function change(
  tx: Tx,
  { trackId, ownerId, shares }: Extract<SplitEvent, { type: "SplitChanged" }>["data"],
  at: number,
): Promise<void> {
  const before = await sharesInForce(tx, [trackId]);
  const isKept = ({ creatorId, basisPoints }: SplitShare, list: readonly SplitShare[]) =>
    list.some((one) => one.creatorId === creatorId && one.basisPoints === basisPoints);
  const ended = before.filter((share) => !isKept(share, shares)).map(({ creatorId }) => creatorId);
  // One that began and ended in the same millisecond never was.
  await tx`
    delete from split_shares
    where track_id = ${trackId} and until is null and since = ${at} and creator_id = any(${ended}::uuid[])`;
  await tx`
    update split_shares set until = ${at}
    where track_id = ${trackId} and until is null and creator_id = any(${ended}::uuid[])`;
  for (const share of shares) {
    if (isKept(share, before)) continue;
    await tx`
      insert into split_shares (track_id, owner_id, creator_id, basis_points, since)
      values (${trackId}, ${ownerId}, ${share.creatorId}, ${share.basisPoints}, ${at})`;
  }
  await tx`
    insert into split_changes (track_id, at, shares) values (${trackId}, ${at}, ${tx.json([...shares])})
    on conflict (track_id, at) do update set shares = excluded.shares`;
}

/** A collaborator's share of a track: since when, epoch ms. */
interface ShareRow extends SplitShare {
  readonly trackId: string;
  readonly ownerId: string;
  readonly since: number;
}

interface DbShare {
  trackId: string;
  ownerId: string;
  creatorId: string;
  basisPoints: number;
  since: number;
}

function shareOf(row: DbShare): ShareRow {
  const { trackId, ownerId, creatorId, basisPoints, since } = row;
  return { trackId, ownerId, creatorId, basisPoints, since };
}

/** The shares of collaborators that are in force now. */
export async function sharesInForce(sql: Sql | Tx, trackIds: readonly string[]): Promise<ShareRow[]> {
  const rows = await sql<DbShare[]>`
    select track_id, owner_id, creator_id, basis_points, since from split_shares
    where track_id = any(${[...trackIds]}::uuid[]) and until is null order by track_id, creator_id`;
  return rows.map(shareOf);
}

/** The shares of collaborators that were in force at a moment (epoch ms). */
export async function sharesInForceAt(sql: Sql | Tx, trackIds: readonly string[], at: number): Promise<ShareRow[]> {
  const rows = await sql<DbShare[]>`
    select track_id, owner_id, creator_id, basis_points, since from split_shares
    where track_id = any(${[...trackIds]}::uuid[]) and since <= ${at} and (until is null or until > ${at})
    order by track_id, creator_id`;
  return rows.map(shareOf);
}

/** The shares that a person has of others' tracks now. */
export async function sharesOf(sql: Sql | Tx, creatorId: string): Promise<ShareRow[]> {
  const rows = await sql<DbShare[]>`
    select track_id, owner_id, creator_id, basis_points, since from split_shares
    where creator_id = ${creatorId} and until is null order by since desc, track_id`;
  return rows.map(shareOf);
}

/** Of a track: of how many changes its shares are made, and what its owner asks for. */
interface SplitRow {
  readonly ownerId: string;
  readonly version: number;
  readonly proposalId: string | undefined;
  readonly proposedAt: number | undefined;
}

/** A track's split; undefined where nothing was ever asked. */
export async function findSplit(sql: Sql | Tx, trackId: string): Promise<SplitRow | undefined> {
  const [row] = await sql<
    { ownerId: string; version: number; proposalId: string | undefined; proposedAt: number | undefined }[]
  >`select owner_id, version, proposal_id, proposed_at from splits where track_id = ${trackId}`;
  return row && {
    ownerId: row.ownerId,
    version: row.version,
    proposalId: row.proposalId,
    proposedAt: row.proposedAt,
  };
}

/** All shares that a track had, the newest change first: at most `limit`. */
export async function splitHistory(
  sql: Sql | Tx,
  trackId: string,
  limit: number,
): Promise<{ at: number; shares: readonly SplitShare[] }[]> {
  return await sql<{ at: number; shares: SplitShare[] }[]>`
    select at, shares from split_changes where track_id = ${trackId} order by at desc limit ${limit}`;
}

/** An invitation; `at` epoch ms. */
export interface SplitInvitationRow {
  readonly invitationId: string;
  readonly trackId: string;
  readonly ownerId: string;
  readonly proposalId: string;
  readonly creatorId: string | undefined;
  /** Sealed with the owner's key. */
  readonly email: Sealed | undefined;
  readonly emailHash: string | undefined;
  readonly basisPoints: number;
  readonly wasBasisPoints: number;
  readonly status: "waiting" | "accepted" | "declined" | "unchanged" | "over";
  readonly at: number;
}

/** One invitation. */
export async function findSplitInvitation(
  sql: Sql | Tx,
  invitationId: string,
): Promise<SplitInvitationRow | undefined> {
  const [row] = await sql<SplitInvitationRow[]>`select * from split_invitations where invitation_id = ${invitationId}`;
  return row;
}

/** Everybody whom a proposal is about, in the owner's order. */
export async function invitationsOf(
  sql: Sql | Tx,
  { trackId, proposalId }: { trackId: string; proposalId: string },
): Promise<SplitInvitationRow[]> {
  return await sql<SplitInvitationRow[]>`
    select * from split_invitations where track_id = ${trackId} and proposal_id = ${proposalId} order by place`;
}

/** What waits for the answer of an account, the newest first. */
export async function invitationsTo(
  sql: Sql | Tx,
  { userId, emailHash }: { userId: string; emailHash: string },
): Promise<SplitInvitationRow[]> {
  return await sql<SplitInvitationRow[]>`
    select * from split_invitations
    where status = 'waiting' and (creator_id = ${userId} or (creator_id is null and email_hash = ${emailHash}))
    order by at desc, invitation_id limit 100`;
}

/** A dispute of a share. Times in epoch ms, parts in basis points. */
export interface SplitDisputeRow {
  readonly disputeId: string;
  readonly trackId: string;
  readonly ownerId: string;
  readonly creatorId: string;
  /** The share that is disputed. */
  readonly basisPoints: number;
  readonly by: string;
  /** Sealed with the key of `by`. */
  readonly reason: Sealed;
  readonly since: number;
  readonly ownerOffers: number;
  readonly collaboratorAsks: number;
  readonly settledAt: number | undefined;
  /** What of the held money the collaborator gets. */
  readonly part: number | undefined;
  readonly adminId: string | undefined;
  readonly note: string | undefined;
  readonly confirmedBy: string | undefined;
  /** The collaborator's share from the settlement on, where it was decided. */
  readonly shareAfter: number | undefined;
}

interface DbDispute {
  disputeId: string;
  trackId: string;
  ownerId: string;
  creatorId: string;
  basisPoints: number;
  byId: string;
  reason: string;
  since: number;
  ownerOffers: number;
  collaboratorAsks: number;
  settledAt: number | undefined;
  part: number | undefined;
  adminId: string | undefined;
  note: string | undefined;
  confirmedBy: string | undefined;
  shareAfter: number | undefined;
}

function disputeOf(row: DbDispute): SplitDisputeRow {
  return {
    disputeId: row.disputeId,
    trackId: row.trackId,
    ownerId: row.ownerId,
    creatorId: row.creatorId,
    basisPoints: row.basisPoints,
    by: row.byId,
    reason: row.reason,
    since: row.since,
    ownerOffers: row.ownerOffers,
    collaboratorAsks: row.collaboratorAsks,
    settledAt: row.settledAt,
    part: row.part,
    adminId: row.adminId,
    note: row.note,
    confirmedBy: row.confirmedBy,
    shareAfter: row.shareAfter,
  };
}

/** Every dispute of these tracks' shares, the oldest first. */
export async function splitDisputesOf(sql: Sql | Tx, trackIds: readonly string[]): Promise<SplitDisputeRow[]> {
  const rows = await sql<DbDispute[]>`
    select * from split_disputes where track_id = any(${[...trackIds]}::uuid[]) order by since, dispute_id`;
  return rows.map(disputeOf);
}

/** Disputes of a person's shares that were settled, the newest first: at most `limit`. */
export async function settledDisputesWith(
  sql: Sql | Tx,
  { creatorId, limit }: { creatorId: string; limit: number },
): Promise<SplitDisputeRow[]> {
  const rows = await sql<DbDispute[]>`
    select * from split_disputes where creator_id = ${creatorId} and settled_at is not null
    order by settled_at desc, dispute_id limit ${limit}`;
  return rows.map(disputeOf);
}

/** Settled disputes in which a person is one of the two, the oldest first. */
export async function settledDisputesOf(sql: Sql | Tx, userId: string): Promise<SplitDisputeRow[]> {
  const rows = await sql<DbDispute[]>`
    select * from split_disputes where settled_at is not null and (creator_id = ${userId} or owner_id = ${userId})
    order by settled_at, dispute_id`;
  return rows.map(disputeOf);
}

/** These disputes; others are missing. */
export async function findSplitDisputes(
  sql: Sql | Tx,
  disputeIds: readonly string[],
): Promise<Map<string, SplitDisputeRow>> {
  const rows = await sql<DbDispute[]>`
    select * from split_disputes where dispute_id = any(${[...disputeIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.disputeId, disputeOf(row)]));
}

/** Disputes for the back office: open ones first, the oldest of them first. */
export async function listSplitDisputes(sql: Sql | Tx, limit: number): Promise<SplitDisputeRow[]> {
  const rows = await sql<DbDispute[]>`
    select * from split_disputes order by settled_at is not null, coalesce(-settled_at, since), dispute_id
    limit ${limit}`;
  return rows.map(disputeOf);
}

/** A page of the disputes that wait for admins, the oldest first. */
export async function waitingSplitDisputes(
  sql: Sql | Tx,
  { limit, after = FIRST_PLACE }: WaitingPage,
): Promise<SplitDisputeRow[]> {
  const rows = await sql<DbDispute[]>`
    select * from split_disputes where settled_at is null and (since, dispute_id) > (${after.at}, ${after.id}::uuid)
    order by since, dispute_id limit ${limit}`;
  return rows.map(disputeOf);
}

/** How many disputes wait for admins. */
export async function countSplitDisputes(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from split_disputes where settled_at is null`;
  return row?.count ?? 0;
}

/** Disputes that were settled: what came in late for them goes on to the two. */
export async function settledSplitDisputes(sql: Sql | Tx): Promise<SplitDisputeRow[]> {
  const rows = await sql<DbDispute[]>`select * from split_disputes where settled_at is not null order by settled_at`;
  return rows.map(disputeOf);
}
