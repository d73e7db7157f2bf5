import { findCreators } from "../../../projections/catalogue/creators.ts";
import { waitingAbout } from "../../../projections/admin/proposals.ts";
import { findDocuments } from "../../../projections/catalogue/search.ts";
import { type GiftRow, sharedUnitsOf, sharesReceived } from "../../../projections/gifts/gifts.ts";
import { heldGiftsOf } from "../../../projections/gifts/held_gifts.ts";
import {
  findSplit,
  findSplitInvitation,
  invitationsOf,
  invitationsTo,
  listSplitDisputes,
  settledDisputesWith,
  sharesInForce,
  sharesOf,
  type SplitDisputeRow,
  splitDisputesOf,
  splitHistory,
  type SplitInvitationRow,
} from "../../../projections/catalogue/splits.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { findUsers } from "../../../projections/accounts/users.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { tokensOf } from "../../contract/money.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  type OwnShares,
  type SettledDisputeShown,
  type ShareLine,
  type SplitArtists,
  type SplitDisputeList,
  type SplitDisputeShown,
  type SplitInvitation,
  type SplitInvitedShown,
  type TrackSplit,
  WHOLE,
} from "../../contract/splits.ts";
import type { Deps } from "../../deps.ts";
import { heldByDisputes } from "./held.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { answeringOf } from "./change.ts";
import { sealedDisputeField, sealedSplitField, SPLIT_SETTLEMENT } from "./events.ts";
import { SplitTokens } from "./invitation.ts";
import { invitationOver, isFor } from "./state.ts";

const SOMEBODY = "Someone who left";
const MOST_CHANGES = 50;
const MOST_LINES = 100;
const MOST_DISPUTES = 500;
const MOST_SETTLED = 20;

const MOST_FOUND = 6;

/** Artists whose names hold what was typed, the best first, without who asks. */
export async function splitArtists({ store: { sql } }: Deps, userId: string, q: string): Promise<SplitArtists> {
  const found = await findDocuments(sql, ["artist"], { q, limit: MOST_FOUND, offset: 0 });
  const ids = (found.get("artist")?.ids ?? []).filter((id) => id !== userId);
  const rows = await findCreators(sql, ids);
  return {
    artists: ids.flatMap((id) => rows.get(id) ?? []).map(({ creatorId, name, pictureUrl }) => (
      { creatorId, name, pictureUrl }
    )),
  };
}

/** How a track is shared, for its owner. Throws Refusal `not_found`. */
export async function splitOfTrack(deps: Deps, trackId: string, userId: string): Promise<TrackSplit> {
  const { sql } = deps.store;
  const track = (await trackFacts(sql, [trackId])).get(trackId);
  if (track?.ownerId !== userId) throw new Refusal("not_found", "Track not found");
  const [row, shares, history, disputes] = await Promise.all([
    findSplit(sql, trackId),
    sharesInForce(sql, [trackId]),
    splitHistory(sql, trackId, MOST_CHANGES),
    splitDisputesOf(sql, [trackId]),
  ]);
  const proposalId = row?.proposalId;
  const invited = proposalId === undefined ? [] : await invitationsOf(sql, { trackId, proposalId });
  const settled = disputes.filter(({ settledAt }) => settledAt !== undefined).toReversed().slice(0, MOST_SETTLED);
  const people = [...shares, ...invited, ...settled, ...history.flatMap((one) => one.shares)];
  const ids = [...new Set(people.flatMap(({ creatorId }) => creatorId ?? []))];
  const [artists, users, keys, shown] = await Promise.all([
    findCreators(sql, ids),
    findUsers(sql, ids),
    deps.personal.keysOf(sql, [userId]),
    disputesShown(deps, disputes.filter(({ settledAt }) => settledAt === undefined)),
  ]);
  const personName = (id: string) => artists.get(id)?.name ?? SOMEBODY;
  return {
    ...{ trackId, title: track.title, version: row?.version ?? 0, ownBasisPoints: restOf(shares) },
    shares: shares.map(({ creatorId, basisPoints, since }) => {
      const user = users.get(creatorId);
      return {
        ...{ creatorId, name: personName(creatorId), basisPoints, since: isoTime(since) },
        isWaiting: user === undefined || user.closing !== undefined || user.suspension !== undefined,
        dispute: shown.get(creatorId) ?? null,
      };
    }),
    proposal: proposalId === undefined ? null : {
      ...{ proposalId, at: isoTime(row?.proposedAt ?? 0) },
      invited: invited.map((one) => invitedShown(one, keys.get(userId), personName)),
    },
    settled: settled.map((row) => settledShown(row, { title: track.title, other: personName(row.creatorId) })),
    history: history.map(({ at, shares: then }) => ({
      ...{ at: isoTime(at), ownBasisPoints: restOf(then) },
      shares: then.map(({ creatorId, basisPoints }) => ({ name: personName(creatorId), basisPoints })),
    })),
  };
}

function settledShown(row: SplitDisputeRow, known: { title: string; other: string }): SettledDisputeShown {
  const { disputeId, trackId, settledAt = 0, part = 0, adminId, note = "" } = row;
  const decided = { basisPoints: part, shareBasisPoints: shareAfterOf(row), byOrin: adminId !== undefined, note };
  return { disputeId, trackId, ...known, at: isoTime(settledAt), ...decided };
}

/** The share since a settlement: as the decision says, else as it was, and none for who got nothing. */
function shareAfterOf({ shareAfter, part, basisPoints }: SplitDisputeRow): number {
  return shareAfter ?? (part === 0 ? 0 : basisPoints);
}

function invitedShown(
  { invitationId, creatorId, email, basisPoints, wasBasisPoints, status }: SplitInvitationRow,
  key: PersonKey | undefined,
  personName: (id: string) => string,
): SplitInvitedShown {
  const address = email !== undefined && key ? key.open(sealedSplitField(invitationId), email) : undefined;
  return {
    ...{ invitationId, basisPoints, wasBasisPoints, creatorId: creatorId ?? "" },
    name: creatorId === undefined ? address ?? SOMEBODY : personName(creatorId),
    isAddress: creatorId === undefined,
    status: status === "over" ? "declined" : status,
  };
}

function restOf(shares: readonly { readonly basisPoints: number }[]): number {
  return WHOLE - shares.reduce((sum, { basisPoints }) => sum + basisPoints, 0);
}

/** Open disputes in words, by whose share it is. */
async function disputesShown(
  deps: Deps,
  rows: readonly SplitDisputeRow[],
): Promise<Map<string, SplitDisputeShown>> {
  const all = await Promise.all(rows.map(async (row) => [row.creatorId, await disputeShown(deps, row)] as const));
  return new Map(all);
}

async function disputeShown(deps: Deps, row: SplitDisputeRow): Promise<SplitDisputeShown> {
  const { disputeId, by, ownerId, reason, since, ownerOffers, collaboratorAsks } = row;
  const [keys, held] = await Promise.all([
    deps.personal.keysOf(deps.store.sql, [by]),
    heldByDisputes(deps, [disputeId]),
  ]);
  return {
    ...{ disputeId, openedAt: isoTime(since), byOwner: by === ownerId, ownerOffers, collaboratorAsks },
    reason: keys.get(by)?.open(sealedDisputeField(disputeId), reason) ?? "",
    held: tokensOf(held.get(disputeId) ?? 0),
  };
}

/** What a link asks; throws Refusal `link_invalid`. `userId` is the reader, if logged in. */
export async function readSplitInvitation(
  deps: Deps,
  invitationId: string,
  userId: string | undefined,
): Promise<SplitInvitation> {
  const { sql } = deps.store;
  const row = await findSplitInvitation(sql, invitationId);
  const status = row?.status;
  if (!row || (status !== "waiting" && status !== "accepted" && status !== "declined")) throw invitationOver();
  const [tracks, artists, asking] = await Promise.all([
    trackFacts(sql, [row.trackId]),
    findCreators(sql, [row.ownerId]),
    userId === undefined ? undefined : answeringOf(sql, userId),
  ]);
  const track = tracks.get(row.trackId);
  const owner = artists.get(row.ownerId);
  if (!track || !owner) throw invitationOver();
  const { trackId, basisPoints, wasBasisPoints } = row;
  return {
    ...{ trackId, title: track.title, coverImageUrl: track.coverImageUrl, ownerName: owner.name },
    ...{ basisPoints, wasBasisPoints, status },
    whose: asking === undefined ? "login" : !isFor(row, asking) ? "other" : asking.isCreator ? "you" : "creators_only",
  };
}

/** The songs of others that a person has a part of, what waits for their answer, and what their parts brought. */
export async function ownShares(deps: Deps, userId: string): Promise<OwnShares> {
  const { sql } = deps.store;
  const asking = await answeringOf(sql, userId);
  const [shares, invitations, gifts, units, held, settled] = await Promise.all([
    sharesOf(sql, userId),
    asking ? invitationsTo(sql, asking) : [],
    sharesReceived(sql, userId, MOST_LINES),
    sharedUnitsOf(sql, userId),
    heldGiftsOf(sql, deps.shardOf(userId), userId),
    settledDisputesWith(sql, { creatorId: userId, limit: MOST_SETTLED }),
  ]);
  const about = [...shares, ...invitations, ...settled];
  const trackIds = about.map(({ trackId }) => trackId);
  const [tracks, artists, disputes] = await Promise.all([
    trackFacts(sql, [...new Set([...trackIds, ...gifts.flatMap(({ trackId }) => trackId ?? [])])]),
    findCreators(sql, [...new Set(about.map(({ ownerId }) => ownerId))]),
    splitDisputesOf(sql, shares.map(({ trackId }) => trackId)),
  ]);
  const open = disputes.filter(({ creatorId, settledAt }) => creatorId === userId && settledAt === undefined);
  const shown = new Map(
    await Promise.all(open.map(async (row) => [row.trackId, await disputeShown(deps, row)] as const)),
  );
  const tokens = new SplitTokens(deps.keys);
  const titleOf = (trackId: string) => tracks.get(trackId)?.title ?? "Removed track";
  const ownerOf = (id: string) => artists.get(id)?.name ?? SOMEBODY;
  return {
    invitations: invitations.flatMap(({ invitationId, trackId, ownerId, basisPoints, wasBasisPoints, at }) =>
      tracks.has(trackId)
        ? [{
          ...{ token: tokens.sign(invitationId), trackId, title: titleOf(trackId), ownerName: ownerOf(ownerId) },
          ...{ basisPoints, wasBasisPoints, at: isoTime(at) },
        }]
        : []
    ),
    shares: shares.map(({ trackId, ownerId, basisPoints, since }) => ({
      ...{ trackId, title: titleOf(trackId), coverImageUrl: tracks.get(trackId)?.coverImageUrl ?? "" },
      ...{ ownerName: ownerOf(ownerId), basisPoints, since: isoTime(since) },
      received: tokensOf(units.get(trackId) ?? 0),
      dispute: shown.get(trackId) ?? null,
    })),
    settled: settled.map((row) => settledShown(row, { title: titleOf(row.trackId), other: ownerOf(row.ownerId) })),
    lines: gifts.map((row) => lineOf(row, titleOf(row.trackId ?? ""), held.has(row.giftId))),
  };
}

function lineOf(row: GiftRow, title: string, isHeld: boolean): ShareLine {
  const { giftId, trackId = "", at, units, method, status } = row;
  return {
    ...{ id: giftId, trackId, title, at: isoTime(at), tokens: tokensOf(units), method },
    status: status === "refunded" ? "refunded" : isHeld ? "settling" : "sent",
  };
}

/** Disputes of shares for an admin, open ones first. */
export async function splitDisputeList(deps: Deps): Promise<SplitDisputeList> {
  const { sql } = deps.store;
  const rows = await listSplitDisputes(sql, MOST_DISPUTES);
  const [tracks, artists, admins, proposed] = await Promise.all([
    trackFacts(sql, [...new Set(rows.map(({ trackId }) => trackId))]),
    findCreators(sql, [...new Set(rows.flatMap(({ ownerId, creatorId }) => [ownerId, creatorId]))]),
    openPersonsOf(
      deps,
      [
        ...new Set(rows.flatMap(({ adminId, confirmedBy }) => [adminId, confirmedBy])),
      ].filter((id) => id !== undefined),
    ),
    waitingAbout(sql, { kind: SPLIT_SETTLEMENT, subjects: rows.map((row) => row.disputeId), now: deps.now() }),
  ]);
  const personOf = (userId: string) => ({ userId, name: artists.get(userId)?.name ?? SOMEBODY });
  const adminOf = (adminId: string) => admins.get(adminId)?.firstName ?? "A former admin";
  const disputes = await Promise.all(rows.map(async (row) => {
    const { trackId, ownerId, creatorId, basisPoints, settledAt, part = 0, adminId, note = "" } = row;
    const deciders = [adminId, row.confirmedBy].flatMap((id) => id === undefined ? [] : adminOf(id));
    const by = deciders.length === 0 ? "Both agreed" : deciders.join(" and ");
    return {
      ...await disputeShown(deps, row),
      ...{ trackId, title: tracks.get(trackId)?.title ?? "Removed track", basisPoints },
      ...{ owner: personOf(ownerId), collaborator: personOf(creatorId) },
      isProposed: settledAt === undefined && proposed.has(row.disputeId),
      settled: settledAt === undefined
        ? null
        : { at: isoTime(settledAt), basisPoints: part, shareBasisPoints: shareAfterOf(row), by, note },
    };
  }));
  return { disputes };
}
