import { isAsked, type SplitEvent, type SplitShare } from "../../backend/catalogue/split/events.ts";
import type { AccountErased } from "../../backend/accounts/account/events.ts";
import { WHOLE } from "../../backend/contract/splits.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { bigint, int, oneOf, type RowOf, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";
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
  /** The share that is disputed. */
  basisPoints: int,
  byId: uuid,
  reason: text,
  since: bigint,
  ownerOffers: int,
  collaboratorAsks: int,
  settledAt: bigint.optional,
  /** What of the held money the collaborator gets. */
  part: int.optional.check("part between 0 and 10000"),
  adminId: uuid.optional,
  note: text.optional,
  confirmedBy: uuid.optional,
  /** The collaborator's share from the settlement on, where it was decided. */
  shareAfter: int.optional.check("share_after between 0 and 9999"),
}, {
  key: ["disputeId"],
  indexes: {
    split_disputes_of_track: "(track_id, creator_id)",
    split_disputes_open: "(since) where settled_at is null",
  },
});

/** Who has which part of a track since when, whom owners invite, and shares that are disputed. Inline: gifts are divided by it. */
export const splits = projection<SplitEvent | AccountErased>({
  name: "splits",
  version: 3,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [SPLITS, SPLIT_SHARES, SPLIT_CHANGES, SPLIT_INVITATIONS, SPLIT_DISPUTES],
  handlers: {
    async SplitProposed(tx, event) {
      await countChange(tx, event);
      await propose(tx, event.data, event.recordedAt);
    },
    async SplitAnswered(tx, event) {
      await countChange(tx, event);
      const { invitationId, answer: status, creatorId } = event.data;
      await SPLIT_INVITATIONS.set(tx, { invitationId }, { status, creatorId });
      await endAnswered(tx, event.data);
    },
    async SplitProposalWithdrawn(tx, event) {
      await countChange(tx, event);
      await endProposal(tx, event.data.trackId);
    },
    async SplitChanged(tx, event) {
      await countChange(tx, event);
      await change(tx, event.data, event.recordedAt);
    },
    async SplitDisputed(tx, event) {
      await countChange(tx, event);
      const { disputeId, trackId, ownerId, creatorId, by, reason } = event.data;
      await tx`
        insert into split_disputes (dispute_id, track_id, owner_id, creator_id, basis_points, by_id, reason, since,
          owner_offers, collaborator_asks)
        select ${disputeId}::uuid, ${trackId}::uuid, ${ownerId}::uuid, ${creatorId}::uuid,
          coalesce(max(basis_points), 0), ${by}::uuid, ${reason}::text, ${event.recordedAt}::bigint, 0,
          ${WHOLE}::integer
        from split_shares where track_id = ${trackId} and creator_id = ${creatorId} and until is null`;
    },
    async SplitDisputeOffered(tx, event) {
      await countChange(tx, event);
      const { disputeId, by, ownerId, basisPoints } = event.data;
      const offer = by === ownerId ? { ownerOffers: basisPoints } : { collaboratorAsks: basisPoints };
      await SPLIT_DISPUTES.set(tx, { disputeId }, offer);
    },
    async SplitDisputeSettled(tx, event) {
      await countChange(tx, event);
      const { disputeId, basisPoints: part, adminId, note, confirmedBy, shareBasisPoints: shareAfter } = event.data;
      const settled = { settledAt: event.recordedAt, part, adminId, note, confirmedBy, shareAfter };
      await SPLIT_DISPUTES.set(tx, { disputeId }, settled);
    },
    SplitSettlementProposed: countChange,
    SplitSettlementWithdrawn: countChange,
    // Shares stay, because what they bring becomes unclaimed; addresses and words go.
    async AccountErased(tx, { data: { userId } }) {
      await SPLIT_INVITATIONS.set(tx, { ownerId: userId }, { email: undefined });
      await tx`
        update split_invitations set status = 'over'
        where status = 'waiting' and (owner_id = ${userId} or creator_id = ${userId})`;
    },
  },
});

/** Every event of a track's split counts, because decisions name the version that they saw. */
async function countChange(tx: Tx, { data: { trackId, ownerId } }: Recorded<SplitEvent>): Promise<void> {
  await tx`
    insert into splits (track_id, owner_id, version) values (${trackId}, ${ownerId}, 1)
    on conflict (track_id) do update set version = splits.version + 1`;
}

async function propose(
  tx: Tx,
  { trackId, ownerId, proposalId, invited }: Extract<SplitEvent, { type: "SplitProposed" }>["data"],
  at: number,
): Promise<void> {
  await endProposal(tx, trackId);
  await SPLIT_INVITATIONS.insert(
    tx,
    invited.map((one, place) => {
      const status = isAsked(one) ? "waiting" : "unchanged";
      return { ...one, wasBasisPoints: one.wasBasisPoints ?? 0, trackId, ownerId, proposalId, place, status, at };
    }),
  );
  await SPLITS.set(tx, { trackId }, { proposalId, proposedAt: at });
  await endIfAnswered(tx, trackId);
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
  await SPLIT_INVITATIONS.set(tx, { trackId, status: "waiting" }, { status: "over" });
  await SPLITS.set(tx, { trackId }, { proposalId: undefined, proposedAt: undefined });
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
  const begun = shares.filter((share) => !isKept(share, before));
  await SPLIT_SHARES.insert(tx, begun.map((share) => ({ ...share, trackId, ownerId, since: at })));
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

/** The shares of collaborators that are in force now. */
export async function sharesInForce(sql: Sql | Tx, trackIds: readonly string[]): Promise<ShareRow[]> {
  return await sql<ShareRow[]>`
    select track_id, owner_id, creator_id, basis_points, since from split_shares
    where track_id = any(${[...trackIds]}::uuid[]) and until is null order by track_id, creator_id`;
}

/** The shares of collaborators that were in force at a moment (epoch ms). */
export async function sharesInForceAt(sql: Sql | Tx, trackIds: readonly string[], at: number): Promise<ShareRow[]> {
  return await sql<ShareRow[]>`
    select track_id, owner_id, creator_id, basis_points, since from split_shares
    where track_id = any(${[...trackIds]}::uuid[]) and since <= ${at} and (until is null or until > ${at})
    order by track_id, creator_id`;
}

/** The shares that a person has of others' tracks now. */
export async function sharesOf(sql: Sql | Tx, creatorId: string): Promise<ShareRow[]> {
  return await sql<ShareRow[]>`
    select track_id, owner_id, creator_id, basis_points, since from split_shares
    where creator_id = ${creatorId} and until is null order by since desc, track_id`;
}

/** A track's split: of how many changes its shares are made, and what its owner asks for. */
type SplitRow = RowOf<typeof SPLITS>;

/** A track's split; undefined where nothing was ever asked. */
export async function findSplit(sql: Sql | Tx, trackId: string): Promise<SplitRow | undefined> {
  return await SPLITS.find(sql, trackId);
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

/** An invitation; its email is sealed with the owner's key, `at` in epoch ms. */
export type SplitInvitationRow = RowOf<typeof SPLIT_INVITATIONS>;

/** One invitation. */
export async function findSplitInvitation(
  sql: Sql | Tx,
  invitationId: string,
): Promise<SplitInvitationRow | undefined> {
  return await SPLIT_INVITATIONS.find(sql, invitationId);
}

/** All whom a proposal is about, in the owner's order. */
export async function invitationsOf(
  sql: Sql | Tx,
  { trackId, proposalId }: { trackId: string; proposalId: string },
): Promise<SplitInvitationRow[]> {
  return await SPLIT_INVITATIONS.list(sql, { trackId, proposalId }, { order: "place" });
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

type DbDispute = RowOf<typeof SPLIT_DISPUTES>;

/** A dispute of a share. Times in epoch ms, parts in basis points; `reason` is sealed with the key of `by`. */
export type SplitDisputeRow = Omit<DbDispute, "byId"> & { readonly by: string };

function disputeOf({ byId: by, ...row }: DbDispute): SplitDisputeRow {
  return { ...row, by };
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

/** Settled disputes that a person is one of the two of, the oldest first. */
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
  const found = await SPLIT_DISPUTES.byIds(sql, disputeIds);
  return new Map([...found].map(([disputeId, row]) => [disputeId, disputeOf(row)]));
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
