import { isBlocked } from "../../../projections/social/comment_rules.ts";
import { findCreators } from "../../../projections/catalogue/creators.ts";
import { findSplitDisputes, findSplitInvitation } from "../../../projections/catalogue/splits.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import { findUser, findUsers } from "../../../projections/accounts/users.ts";
import { emailHashOf } from "../../accounts/account/register.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { SplitRequest } from "../../contract/requests/splits.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../store/log/canonical.ts";
import type { Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { isKeptBack } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import type { Sql } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { sealedDisputeField, sealedSplitField, type SplitEvent, type SplitInvited, splitStream } from "./events.ts";
import {
  type Answering,
  decideAnswer,
  decideDispute,
  decideLeaving,
  decideOffer,
  decideProposal,
  decideSettlement,
  decideWithdrawal,
  evolveSplit,
  invitationOver,
  type KnownTrack,
  NO_SPLIT,
  type Proposing,
  type SplitState,
} from "./state.ts";

const splits = streamsOf<string, SplitState, SplitEvent>({
  log: "social",
  stream: splitStream,
  initial: NO_SPLIT,
  evolve: evolveSplit,
});

const changed = ({ events }: { readonly events: readonly SplitEvent[] }) => ({ changed: events.length > 0 });

const proposeSplit = splits.handler("proposeSplit", {
  id: ({ trackId }: Omit<Proposing, "isKeptBack">) => trackId,
  beside: (tx, commands, scope) => tracks.load(tx, scope, commands.map(({ trackId }) => trackId)),
  decide: (state, command, { beside }) =>
    decideProposal(state, { ...command, isKeptBack: isKeptBack(beside.of(command.trackId)) }),
  result: changed,
});
const withdrawSplit = splits.handler("withdrawSplit", {
  id: ({ trackId }: Parameters<typeof decideWithdrawal>[1]) => trackId,
  decide: decideWithdrawal,
  result: changed,
});
const answerSplit = splits.handler("answerSplit", {
  id: ({ trackId }: Parameters<typeof decideAnswer>[1]) => trackId,
  decide: decideAnswer,
  result: changed,
});
const leaveSplit = splits.handler("leaveSplit", {
  id: ({ trackId }: Parameters<typeof decideLeaving>[1]) => trackId,
  decide: decideLeaving,
  result: changed,
});
const disputeSplit = splits.handler("disputeSplit", {
  id: ({ trackId }: Parameters<typeof decideDispute>[1]) => trackId,
  decide: decideDispute,
  result: changed,
});
const offerInSplit = splits.handler("offerInSplit", {
  id: ({ trackId }: Parameters<typeof decideOffer>[1]) => trackId,
  decide: decideOffer,
  result: changed,
});
/** Settles a disputed share by the decision of two admins. */
export const settleSplit = splits.handler("settleSplit", {
  id: ({ trackId }: Parameters<typeof decideSettlement>[1]) => trackId,
  decide: decideSettlement,
  result: changed,
});

const LOGS = ["social"] as const;

/** Who caused a change; with `commandId` the same content under it changes something once. */
interface Origin {
  readonly metadata: Metadata;
  readonly commandId?: string;
  readonly content?: Json;
}

type Changing = Pick<Deps, "store" | "personal" | "now">;

/**
 * The owner asks for shares. Throws Refusal `not_found`, `invalid_request`, `conflict` where another change came first, or
 * `split_disputed`.
 */
export async function propose(
  deps: Changing,
  userId: string,
  { trackId, request, ...origin }: { readonly trackId: string; readonly request: SplitRequest } & Origin,
): Promise<void> {
  const { sql } = deps.store;
  const [track, owner, artists] = await Promise.all([
    knownTrack(sql, trackId),
    findUser(sql, userId),
    findCreators(sql, request.shares.flatMap(({ creatorId }) => creatorId ?? [])),
  ]);
  if (!owner) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const unknown = request.shares.find(({ creatorId }) => creatorId !== undefined && !artists.has(creatorId));
  if (unknown) {
    throw new Refusal("invalid_request", "One of these artists is not on Orin any more", { field: "shares" });
  }
  if (await isBlocked(sql, { by: [...artists.keys()], personId: userId })) {
    throw new Refusal("invalid_request", "One of these artists cannot be asked", { field: "shares" });
  }
  const proposalId = newId(deps.now());
  const key = await deps.personal.keyOf(sql, userId);
  const wanted = request.shares.map(({ creatorId, email, basisPoints }): SplitInvited => {
    const emailHash = email === undefined ? undefined : emailHashOf(deps, email);
    const invitationId = derivedId(proposalId, creatorId ?? emailHash ?? "");
    if (email === undefined || emailHash === undefined) {
      return { invitationId, basisPoints, ...(creatorId !== undefined && { creatorId }) };
    }
    return { invitationId, basisPoints, email: key.seal(sealedSplitField(invitationId), email), emailHash };
  });
  const { version, ownBasisPoints } = request;
  const command = {
    ...{ trackId, userId, emailHash: owner.emailHash, track, version, ownBasisPoints, proposalId, wanted },
    idOf: (creatorId: string) => derivedId(proposalId, creatorId),
  };
  await deps.store.execute(proposeSplit, command, { logs: LOGS, ...origin });
}

/** The owner no longer asks for what waits. Throws Refusal `not_found`. */
export async function withdraw(
  { store }: Changing,
  { metadata, ...command }: { trackId: string; userId: string; proposalId: string; metadata: Metadata },
): Promise<void> {
  await store.execute(withdrawSplit, command, { logs: LOGS, metadata });
}

/**
 * A person answers an invitation. Throws Refusal `link_invalid`, `wrong_account`, `creators_only`, `already_decided`,
 * `split_member` or `split_disputed`.
 */
export async function answer(
  deps: Changing,
  userId: string,
  said: { readonly invitationId: string; readonly answer: "accepted" | "declined"; readonly metadata: Metadata },
): Promise<{ trackId: string }> {
  const { sql } = deps.store;
  const { metadata, ...told } = said;
  const row = await findSplitInvitation(sql, told.invitationId);
  if (!row) throw invitationOver();
  const { trackId } = row;
  const [track, asking] = await Promise.all([knownTrack(sql, trackId), answeringOf(sql, userId)]);
  if (!asking) throw new Refusal("session_ended", "Authentication required. Please login again.");
  await deps.store.execute(answerSplit, { trackId, track, asking, ...told }, { logs: LOGS, metadata });
  return { trackId };
}

/** Who may answer which invitations; undefined for people who are gone. */
export async function answeringOf(sql: Sql, userId: string): Promise<Answering | undefined> {
  const user = (await findUsers(sql, [userId])).get(userId);
  return user && { userId, emailHash: user.emailHash, isCreator: user.role === "creator" };
}

/** A collaborator gives their share up. Throws Refusal `split_disputed`. */
export async function leave(
  { store }: Changing,
  { metadata, ...command }: { trackId: string; userId: string; metadata: Metadata },
): Promise<void> {
  await store.execute(leaveSplit, command, { logs: LOGS, metadata });
}

/** Has a share held aside from now on. Throws Refusal `not_found`. */
export async function dispute(
  deps: Changing,
  userId: string,
  { trackId, creatorId, reason, ...origin }: { trackId: string; creatorId: string; reason: string } & Origin,
): Promise<void> {
  const disputeId = newId(deps.now());
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const sealed = key.seal(sealedDisputeField(disputeId), reason);
  const command = { trackId, userId, creatorId, disputeId, reason: sealed };
  await deps.store.execute(disputeSplit, command, { logs: LOGS, ...origin });
}

/** One side says what the collaborator should have. Throws Refusal `not_found`, `invalid_request` or `already_decided`. */
export async function offer(
  deps: Changing,
  said: { userId: string; disputeId: string; basisPoints: number; metadata: Metadata },
): Promise<{ trackId: string }> {
  const { metadata, ...command } = said;
  const trackId = await trackOfDispute(deps, command.disputeId);
  await deps.store.execute(offerInSplit, { trackId, ...command }, { logs: LOGS, metadata });
  return { trackId };
}

/** The track of a dispute and its shares as they are now. Throws Refusal `not_found`. */
export async function splitOfDispute(
  deps: Changing,
  disputeId: string,
): Promise<{ readonly trackId: string; readonly split: SplitState }> {
  const trackId = await trackOfDispute(deps, disputeId);
  return { trackId, split: (await splits.states(deps.store.sql, [trackId]))(trackId) };
}

async function trackOfDispute({ store: { sql } }: Changing, disputeId: string): Promise<string> {
  const row = (await findSplitDisputes(sql, [disputeId])).get(disputeId);
  if (!row) throw new Refusal("not_found", "Dispute not found");
  return row.trackId;
}

/** A track that is there, out or not. */
async function knownTrack(sql: Sql, trackId: string): Promise<KnownTrack> {
  return (await trackFacts(sql, [trackId])).get(trackId);
}
