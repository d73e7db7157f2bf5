import { Refusal } from "../../contract/refusal.ts";
import { LONGEST_EARLY_MS } from "../../contract/releases.ts";
import {
  type Recording,
  type RecordingOffered,
  type RecordingReplaced,
  RENDITION_QUALITIES,
  type RenditionMade,
  type RenditionQuality,
  type ReplacementFailed,
  type ReplacementMade,
  type TrackChanged,
  type TrackEarlyAccessSet,
  type TrackEvent,
  type TrackFailed,
  type TrackHeld,
  type TrackHold,
  type TrackHoldLifted,
  type TrackPublished,
  type TrackRemoved,
  type TrackUploaded,
} from "./events.ts";

/** What decisions need to know of a track. */
export type TrackState =
  | { readonly status: "none" }
  | {
    readonly status: "processing" | "published" | "failed" | "removed";
    readonly ownerId: string;
    readonly releasedAt: number | undefined;
    /** When it came out; undefined for what was never out. Epoch ms. */
    readonly cameOutAt?: number;
    readonly made: ReadonlySet<RenditionQuality>;
    readonly details: TrackDetails;
    /** Who took it away, where it is gone. */
    readonly removedBy?: TrackRemoved["data"]["by"];
    /** Why it is hidden for now; empty for what everyone may hear. */
    readonly holds: readonly TrackHold[];
    /** Another recording whose files are being made. */
    readonly replacement: Replacement | undefined;
  };

interface Replacement {
  readonly recording: Recording;
  readonly made: readonly Omit<RenditionMade["data"], "trackId">[];
}

/** What a creator may change later. */
export type TrackDetails =
  & Pick<
    TrackUploaded["data"],
    "title" | "artist" | "album" | "trackNumber" | "genre" | "cover" | "downloadable"
  >
  & {
    /** The end of early access for Premium, epoch ms; 0 opens it to everyone. */
    readonly earlyUntil?: number;
  };

/** A recording, until when it is for Premium alone, and what holds it from the start: it is public at no moment. */
export type Upload = TrackUploaded["data"] & Pick<TrackDetails, "earlyUntil"> & {
  readonly holds?: readonly TrackHold[];
  /** The draft that it belongs to: it comes out with it. */
  readonly releaseId?: string;
};

export const NO_TRACK: TrackState = { status: "none" };

/** Folds an event into what decisions need to know of a track. */
export function evolveTrack(state: TrackState, event: TrackEvent): TrackState {
  if (event.type === "TrackUploaded") {
    const { ownerId, releasedAt } = event.data;
    const details = { ...event.data, album: event.data.album ?? "", trackNumber: event.data.trackNumber ?? 0 };
    return {
      ...{ status: "processing", ownerId, releasedAt, made: new Set(), details, holds: [], replacement: undefined },
    };
  }
  if (state.status === "none") return state;
  switch (event.type) {
    case "RenditionMade":
      return { ...state, made: new Set([...state.made, event.data.quality]) };
    case "TrackPublished":
      return { ...state, status: "published", cameOutAt: state.cameOutAt ?? event.data.releasedAt };
    case "TrackFailed":
      return { ...state, status: "failed" };
    case "TrackChanged":
      return { ...state, details: { ...state.details, ...event.data } };
    case "TrackEarlyAccessSet":
      return { ...state, details: { ...state.details, earlyUntil: event.data.until } };
    case "TrackRemoved":
      return { ...state, status: "removed", removedBy: event.data.by };
    case "TrackHeld":
      return { ...state, holds: [...state.holds, event.data] };
    case "TrackHoldLifted":
      return { ...state, holds: state.holds.filter((one) => !isSameHold(one, event.data)) };
    case "RecordingOffered":
      return { ...state, replacement: { recording: event.data, made: [] } };
    case "ReplacementMade": {
      const { replacement } = state;
      return replacement
        ? { ...state, replacement: { ...replacement, made: [...replacement.made, event.data] } }
        : state;
    }
    case "RecordingReplaced": {
      const made = new Set(event.data.renditions.map(({ quality }) => quality));
      const status = state.status === "failed" ? "processing" : state.status;
      return { ...state, status, made, replacement: undefined };
    }
    case "ReplacementFailed":
      return { ...state, replacement: undefined };
  }
}

/**
 * A new recording. The same upload sent again changes nothing; a track id belongs to one creator for ever. `now` in epoch
 * ms.
 */
export function decideUpload(
  state: TrackState,
  { earlyUntil = 0, holds = [], releaseId, ...upload }: Upload,
  now: number,
): (TrackUploaded | TrackEarlyAccessSet | TrackHeld)[] {
  if (state.status === "none") {
    const { trackId, ownerId } = upload;
    const draft = releaseId === undefined ? [] : [{ hold: "draft", holdId: releaseId, by: "owner" } as const];
    return [
      { type: "TrackUploaded", data: upload },
      ...earlyAccess(upload, { until: earlyUntil, known: 0, latest: now + LONGEST_EARLY_MS }),
      ...[...draft, ...holds].map((hold): TrackHeld => ({ type: "TrackHeld", data: { trackId, ownerId, ...hold } })),
    ];
  }
  if (state.ownerId !== upload.ownerId) throw new Refusal("track_exists", "Someone else uploaded this track");
  return [];
}

/** A rendition counts once; with the 96 kbit/s one the track is published, unless it is held. A late one changes nothing. */
export function decideRendition(
  state: TrackState,
  rendition: RenditionMade["data"],
  now: number,
): (RenditionMade | TrackPublished)[] {
  const { trackId, quality } = rendition;
  if (state.status === "none") throw trackNotFound();
  if (state.status === "removed" || state.made.has(quality)) return [];
  const made: RenditionMade = { type: "RenditionMade", data: rendition };
  return quality === "normal" && state.holds.length === 0 ? [made, published(state, trackId, now)] : [made];
}

/** It came out on the day that the upload named, or now. */
function published(state: KnownTrack, trackId: string, now: number): TrackPublished {
  const { ownerId, releasedAt = now } = state;
  return { type: "TrackPublished", data: { trackId, ownerId, releasedAt } };
}

type KnownTrack = Exclude<TrackState, { status: "none" }>;

/** A hold on a track, or its end. */
type HoldOfTrack = TrackHold & { readonly trackId: string };

/** Keeps a track from everybody, once under each id. What was removed stays as it is. Refuses with `not_found`. */
export function decideHold(state: TrackState, { trackId, ...hold }: HoldOfTrack): TrackHeld[] {
  if (state.status === "none") throw trackNotFound();
  if (state.status === "removed" || state.holds.some((one) => isSameHold(one, hold))) return [];
  return [{ type: "TrackHeld", data: { trackId, ownerId: state.ownerId, ...hold } }];
}

/**
 * Ends a hold; with the last one a track that is ready and was never out is published. One that was out before comes
 * back with its date. Refuses with `not_found`.
 */
export function decideLift(
  state: TrackState,
  { trackId, ...hold }: HoldOfTrack,
  now: number,
): (TrackHoldLifted | TrackPublished | RecordingReplaced)[] {
  if (state.status === "none") throw trackNotFound();
  const left = state.holds.filter((one) => !isSameHold(one, hold));
  if (state.status === "removed" || left.length === state.holds.length) return [];
  const lifted: TrackHoldLifted = { type: "TrackHoldLifted", data: { trackId, ownerId: state.ownerId, ...hold } };
  const comesOut = left.length === 0 && state.status !== "published" && state.made.has("normal");
  return [
    lifted,
    ...(comesOut ? [published(state, trackId, now)] : []),
    ...replaced({ ...state, holds: left, status: comesOut ? "published" : state.status }, trackId, now),
  ];
}

function isSameHold(one: TrackHold, other: TrackHold): boolean {
  return one.hold === other.hold && one.holdId === other.holdId;
}

/** Whether everybody can hear it: it is out, and nothing holds it. */
export function isVisible(state: TrackState): boolean {
  return state.status === "published" && state.holds.length === 0;
}

/** Whether more than its artist's own draft hides it: while it does, no one is told of it or asked about it. */
export function isKeptBack(state: TrackState): boolean {
  return state.status !== "none" && state.holds.some(({ hold }) => hold !== "draft");
}

/** Only a track that waits for its first rendition can fail: a published one plays on. */
export function decideFailure(state: TrackState, failure: TrackFailed["data"]): TrackFailed[] {
  const waits = state.status === "processing" && !state.made.has("normal");
  return waits ? [{ type: "TrackFailed", data: failure }] : [];
}

/**
 * Another recording of the song; the same one again changes nothing, another one takes the place of one that is still
 * being made. What the checks of an upload found holds it, and it is hidden until then. Refuses with `not_found`,
 * `not_track_owner`.
 */
export function decideOffer(
  state: TrackState,
  { holds, ...offer }: RecordingOffered["data"] & { readonly holds: readonly TrackHold[] },
): (RecordingOffered | TrackHeld)[] {
  if (state.status === "none" || state.status === "removed") throw trackNotFound();
  const { trackId, ownerId } = offer;
  if (state.ownerId !== ownerId) {
    throw new Refusal("not_track_owner", "Only the artist can replace this recording");
  }
  if (state.replacement?.recording.recordingId === offer.recordingId) return [];
  return [
    { type: "RecordingOffered", data: offer },
    ...holds.flatMap((hold) => decideHold(state, { trackId, ...hold })),
  ];
}

/** A file of the other recording counts once; with the last one the recording is replaced. A late one changes nothing. */
export function decideReplacementMade(
  state: TrackState,
  made: ReplacementMade["data"],
  now: number,
): (ReplacementMade | RecordingReplaced | TrackPublished)[] {
  if (state.status === "none") throw trackNotFound();
  const { recordingId, trackId, quality } = made;
  const { replacement } = state;
  if (state.status === "removed" || replacement?.recording.recordingId !== recordingId) return [];
  if (replacement.made.some((one) => one.quality === quality)) return [];
  const after: TrackState = { ...state, replacement: { ...replacement, made: [...replacement.made, made] } };
  return [{ type: "ReplacementMade", data: made }, ...replaced(after, trackId, now)];
}

/**
 * The switch, once all files are ready and the recording needs no review: lists, files and length change at one moment.
 * A song that failed, or was never playable, comes out with it, unless it is held.
 */
function replaced(state: KnownTrack, trackId: string, now: number): (RecordingReplaced | TrackPublished)[] {
  const { replacement, ownerId, holds, status } = state;
  if (!replacement || replacement.made.length < RENDITION_QUALITIES.length) return [];
  if (holds.some(({ hold }) => hold !== "draft")) return [];
  const { recordingId, durationMs, loudness, soundCheck, sourceKey, peaksKey } = replacement.recording;
  const renditions = replacement.made.map(({ quality, key, bytes, contentType, integratedLufs }) => ({
    ...{ quality, key, bytes, contentType },
    ...(integratedLufs === undefined ? {} : { integratedLufs }),
  }));
  const checked = soundCheck && { soundCheck };
  const recording = { recordingId, durationMs, loudness, ...checked, sourceKey, peaksKey };
  const comesOut = status !== "published" && holds.length === 0;
  return [
    { type: "RecordingReplaced", data: { trackId, ownerId, ...recording, renditions } },
    ...(comesOut ? [published(state, trackId, now)] : []),
  ];
}

/** The other recording is no use: the first stays. */
export function decideReplacementFailed(
  state: TrackState,
  failure: Omit<ReplacementFailed["data"], "ownerId">,
): ReplacementFailed[] {
  if (state.status === "none" || state.replacement?.recording.recordingId !== failure.recordingId) return [];
  return [{ type: "ReplacementFailed", data: { ...failure, ownerId: state.ownerId } }];
}

/**
 * Only what differs is an event; a track that is gone cannot be changed, nor one that has changed since. `now` in epoch
 * ms.
 */
export function decideChange(
  state: TrackState,
  { trackId, userId, isAdmin, details, was = {} }: {
    readonly trackId: string;
    readonly userId: string;
    readonly isAdmin: boolean;
    readonly details: Partial<TrackDetails>;
    /** What the form showed when it was loaded. */
    readonly was?: Omit<Partial<TrackDetails>, "cover">;
  },
  now: number,
): (TrackChanged | TrackEarlyAccessSet)[] {
  if (state.status === "none" || state.status === "removed") throw trackNotFound();
  if (state.ownerId !== userId && !isAdmin) {
    throw new Refusal("not_track_owner", "Only the artist or an admin can change this track");
  }
  const known = state.details;
  const { title, artist, album, trackNumber, genre, cover, downloadable, earlyUntil = known.earlyUntil ?? 0 } = details;
  const { ownerId } = state;
  const changed = {
    ...(title !== undefined && title !== known.title && { title }),
    ...(artist !== undefined && artist !== known.artist && { artist }),
    ...(album !== undefined && album !== known.album && { album }),
    ...(trackNumber !== undefined && trackNumber !== known.trackNumber && { trackNumber }),
    ...(genre !== undefined && genre !== known.genre && { genre }),
    ...(cover !== undefined && cover.key !== known.cover?.key && { cover }),
    ...(downloadable !== undefined && downloadable !== known.downloadable && { downloadable }),
  };
  const latest = latestEarlyEnd(state, now);
  const early = earlyAccess({ trackId, ownerId }, { until: earlyUntil, known: known.earlyUntil ?? 0, latest });
  const events = [
    ...Object.keys(changed).length === 0
      ? []
      : [{ type: "TrackChanged", data: { trackId, ownerId, ...changed } } as const],
    ...early,
  ];
  // The same form sent again changes nothing, and so is never late.
  if (events.length > 0 && isLate(was, known)) throw new Refusal("conflict", "This track has just changed");
  return events;
}

/** Whether a form shows something that is no longer so. */
function isLate(was: Omit<Partial<TrackDetails>, "cover">, { earlyUntil = 0, ...known }: TrackDetails): boolean {
  const now: Record<string, unknown> = { ...known, earlyUntil };
  return Object.entries(was).some(([name, value]) => now[name] !== value);
}

/**
 * The last moment on which early access may end (epoch ms): a song that is out is not closed again, and one that is not
 * may come out now.
 */
export function latestEarlyEnd(state: TrackState, now: number): number {
  const { cameOutAt = now } = state.status === "none" ? {} : state;
  return cameOutAt + LONGEST_EARLY_MS;
}

/** What ends sooner than before is always accepted. */
function earlyAccess(
  { trackId, ownerId }: { trackId: string; ownerId: string },
  { until, known, latest }: { until: number; known: number; latest: number },
): TrackEarlyAccessSet[] {
  if (until === known) return [];
  if (until > known && until > latest) {
    throw new Refusal("invalid_request", "Early access ends within 30 days after the song came out");
  }
  return [{ type: "TrackEarlyAccessSet", data: { trackId, ownerId, until } }];
}

/** Its owner or an admin takes a track away, once. Refuses with `not_found`, `not_track_owner`. */
export function decideRemoval(
  state: TrackState,
  { trackId, userId, isAdmin }: { trackId: string; userId: string; isAdmin: boolean },
): TrackRemoved[] {
  if (state.status === "none") throw trackNotFound();
  const isOwner = state.ownerId === userId;
  if (!isOwner && !isAdmin) {
    throw new Refusal("not_track_owner", "Only the artist or an admin can delete this track");
  }
  if (state.status === "removed") return [];
  return [{ type: "TrackRemoved", data: { trackId, ownerId: state.ownerId, by: isOwner ? "owner" : "admin" } }];
}

/** The refusal for a track that is not there, or not for this caller. */
/** The refusal for a track that is not there, or is not the caller's. */
export function trackNotFound(): Refusal {
  return new Refusal("not_found", "Track not found");
}
