import type { DuplicateAnswer } from "../../contract/duplicates.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { TrackHold, TrackRemoved } from "../track/events.ts";
import type { DuplicateAnswered, DuplicateDecided, DuplicateEvent, DuplicateFound, LikeRecording } from "./events.ts";

/** A recording that was found to be known, and what was said of it. */
export type Duplicate =
  | { readonly state: "none" }
  | {
    readonly state: "open" | "kept" | "withdrawn" | "replaced" | "refused" | "let_go";
    readonly found: DuplicateFound["data"];
    /** The song that has the recording now, where it was replaced. */
    readonly replaces?: string;
  };

export const NO_DUPLICATE: Duplicate = { state: "none" };

const AFTER = { keep_both: "kept", withdraw: "withdrawn", replace: "replaced" } as const;

/** Folds an event into what was said of a recording. */
export function evolveDuplicate(known: Duplicate, event: DuplicateEvent): Duplicate {
  if (event.type === "DuplicateFound") {
    return { state: event.data.asked === "nobody" ? "kept" : "open", found: event.data };
  }
  if (known.state === "none") return known;
  if (event.type === "DuplicateAnswered") {
    const { answer, replaces } = event.data;
    return { ...known, state: AFTER[answer], ...(replaces !== undefined && { replaces }) };
  }
  return { ...known, state: event.data.decision === "refuse" ? "refused" : "let_go" };
}

/** What decides of a track whether its recording still counts. */
export interface KnownTrack {
  readonly status: "none" | "processing" | "published" | "failed" | "removed";
  readonly removedBy?: TrackRemoved["data"]["by"];
  readonly holds: readonly TrackHold[];
}

/** A recording that sounds the same, with its track and what was said of it, as they are when the new one comes. */
export interface Standing {
  readonly like: LikeRecording;
  readonly track: KnownTrack;
  readonly duplicate: Duplicate;
}

const MOST_LIKE = 5;

/**
 * Decides about a new recording that sounds like others. A moderator decides about another artist's recording, and
 * about the artist's own where it was taken down or hidden: uploading it again does not bring it back. About any other
 * own one Orin asks the artist, where the client supports that (`asksOwner`). Ignored are songs that the artist deleted
 * themselves, uploads that never became a song, and a thief's copy that is held as a copy of this artist's song.
 */
export function decideFound(
  { asksOwner, ...about }: Pick<DuplicateFound["data"], "matchId" | "trackId" | "ownerId"> & {
    readonly asksOwner: boolean;
  },
  standing: readonly Standing[],
): DuplicateFound[] {
  const there = standing.filter((one) => !isGone(one) && !isCopyOf(one, about.ownerId));
  if (there.length === 0) return [];
  const isForModerator = there.some((one) => one.like.ownerId !== about.ownerId || isBarred(one));
  const asked = isForModerator ? "moderator" : asksOwner ? "owner" : "nobody";
  const like = there.map((one) => one.like).slice(0, MOST_LIKE);
  return [{ type: "DuplicateFound", data: { ...about, asked, like } }];
}

function isGone(one: Standing): boolean {
  const { status } = one.track;
  return status === "none" || status === "failed" || (status === "removed" && !isBarred(one));
}

/** Another artist's recording that is hidden only because it sounds like this artist's. */
function isCopyOf({ like, track, duplicate }: Standing, ownerId: string): boolean {
  if (like.ownerId === ownerId || duplicate.state === "none") return false;
  if (duplicate.state !== "open" && duplicate.state !== "refused") return false;
  const { asked, like: found } = duplicate.found;
  const isHeldForIt = track.status !== "removed" && track.holds.some(({ hold }) => hold === "duplicate") &&
    track.holds.every(({ hold }) => hold === "duplicate" || hold === "draft");
  return asked === "moderator" && isHeldForIt && found.every((one) => one.ownerId === ownerId);
}

/** Hidden by another person than its artist. */
function isBarred({ track, duplicate }: Standing): boolean {
  if (track.removedBy === "admin") return true;
  return track.holds.some(({ hold }) =>
    hold === "duplicate" ? duplicate.state !== "none" && duplicate.found.asked === "moderator" : hold !== "draft"
  );
}

/** The hold of a recording that was found; none where no decision is needed. */
export function holdOf({ matchId, asked }: DuplicateFound["data"]): TrackHold[] {
  return asked === "nobody" ? [] : [{ hold: "duplicate", holdId: matchId, by: "system" }];
}

const NOTHING = "There is no such question about your music";

interface Answering {
  readonly ownerId: string;
  readonly answer: DuplicateAnswer;
  /** With "replace": a song of the artist that sounds the same. */
  readonly replaces?: string;
}

/** The artist's answer about their own recording; the same again changes nothing. Refuses with `not_found`, `conflict`. */
export function decideAnswer(known: Duplicate, { ownerId, answer, replaces }: Answering): DuplicateAnswered[] {
  if (known.state === "none" || known.found.ownerId !== ownerId) throw new Refusal("not_found", NOTHING);
  const { matchId, trackId, asked } = known.found;
  if (asked === "moderator") {
    throw new Refusal("conflict", "Someone else uploaded this recording before: a moderator looks at it");
  }
  if (known.state === AFTER[answer] && known.replaces === replaces) return [];
  if (known.state !== "open") throw new Refusal("conflict", "You have answered this before");
  if (answer !== "replace") return [{ type: "DuplicateAnswered", data: { matchId, trackId, ownerId, answer } }];
  // Only what was found to be the same, and the artist's own: another song has nothing to do with the question.
  const isOwn = known.found.like.some((like) => like.trackId === replaces && like.ownerId === ownerId);
  if (replaces === undefined || !isOwn) {
    throw new Refusal("not_found", "This is not a song of yours that sounds the same");
  }
  return [{ type: "DuplicateAnswered", data: { matchId, trackId, ownerId, answer, replaces } }];
}

/** A recording under review keeps its place: in another song's place it would be heard. Refuses with `conflict`. */
export function assertMayMove({ holds }: KnownTrack): void {
  if (!holds.some(({ hold }) => hold !== "draft" && hold !== "duplicate")) return;
  throw new Refusal("conflict", "This recording is being looked at: it cannot take another one's place now");
}

/**
 * A moderator's decision; no moderator decides about their own recording. A refused recording may be let go later, not
 * the other way round: what is out is for moderation. Refuses with `not_found`, `already_decided`, `conflict`, and
 * `invalid_request` without a ground.
 */
export function decideDecision(
  known: Duplicate,
  { decision, ground, reason, adminId }: Pick<
    DuplicateDecided["data"],
    "decision" | "ground" | "reason" | "adminId"
  >,
): DuplicateDecided[] {
  if (known.state === "none" || known.found.asked !== "moderator") {
    throw new Refusal("not_found", "There is no such recording");
  }
  const { like, ...found } = known.found;
  if ([found, ...like].some((one) => one.ownerId === adminId)) {
    throw new Refusal("conflict", "This is yours: another admin decides about it");
  }
  if (known.state === "let_go" || (known.state === "refused" && decision === "refuse")) {
    throw new Refusal("already_decided", "This recording is already decided");
  }
  if (decision === "let_go" && ground === undefined) {
    throw new Refusal("invalid_request", "Please say why it may come out", { field: "ground" });
  }
  const { matchId, trackId, ownerId } = found;
  const why = decision === "let_go" && ground !== undefined ? { ground } : {};
  return [{ type: "DuplicateDecided", data: { matchId, trackId, ownerId, decision, ...why, reason, adminId } }];
}
