import { createHash } from "node:crypto";
import type { AudioFacts, CoverFacts, FileClaim } from "../../adapters/media/types.ts";
import { AUDIO_FORMATS } from "../../contract/file_formats.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { QualityReport } from "../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { Sound } from "../duplicate/compare.ts";
import { hear } from "../fingerprint/find.ts";
import { isPictureRefusal, mediaRefusal } from "../rendition/make.ts";
import { askToTidy, LONGEST_UPLOAD_MS } from "./tidy.ts";
import { uploadTrack } from "./upload.ts";
import type { Upload } from "../track/state.ts";
import {
  type Recording,
  type StoredPicture,
  type TrackEvent,
  type TrackHold,
  trackStream,
  type TrackUploaded,
} from "../track/events.ts";

type ImportDeps = Pick<Deps, "files" | "media" | "store">;

export interface ImportTrack extends Pick<TrackUploaded["data"], "trackId" | "ownerId" | "title" | "artist" | "genre"> {
  readonly album?: string;
  readonly trackNumber?: number;
  readonly downloadable: boolean;
  readonly releasedAt?: number;
  /** The end of early access for Premium, epoch ms. */
  readonly earlyUntil?: number;
  /** The draft that it belongs to: it comes out with it. */
  readonly releaseId?: string;
  /** What keeps it from everybody from the start. */
  readonly holds?: readonly TrackHold[];
  /** The recording, inside the media port's work directory. */
  readonly audioPath: string;
  /** Name and type of the recording and the picture as their sender gave them, where someone did. */
  readonly audioSaid?: FileClaim;
  readonly coverSaid?: FileClaim;
  /** A picture in any format that the media port takes. */
  readonly cover?: Uint8Array;
  /** What was measured of the recording already. */
  readonly facts?: AudioFacts;
  /** Whether the client asks the artist about a recording of their own that Orin has already: until then it is held. */
  readonly asksOwner?: boolean;
}

/**
 * Takes a recording in: measures it, stores it with its waveform and cover, and makes the track known. Rejects with a
 * MediaRefusal, whose message is for the creator. Files come before the event, so the event never lacks one; doing it
 * again stores nothing and answers as the first time, and other content under the same id is a Refusal `key_reused`. Of
 * two concurrent imports each stores files of its own and one takes effect; `tidyTrackFiles` deletes the other's.
 */
export async function importTrack(
  deps: ImportDeps,
  track: ImportTrack,
  metadata: Metadata,
): Promise<TrackUploaded["data"]> {
  const { audioPath, audioSaid, cover: bytes, coverSaid, facts: measured, asksOwner = false, ...said } = track;
  const facts = measured ?? await deps.media.inspect(audioPath, audioSaid);
  const known = await uploadKnown(deps, track.trackId);
  if (known) return sameUpload(known, { ...track, ...facts });
  // The picture may still be refused: until then nothing is stored.
  const cover = bytes && await storePicture(deps, { folder: "covers", ownerId: track.trackId, bytes, said: coverSaid });
  const attempt: Attempt = { trackId: track.trackId, attemptId: newId(), audioPath };
  const upload: Upload = {
    ...said,
    durationMs: facts.durationMs,
    loudness: facts.loudness,
    soundCheck: soundCheckOf(facts),
    sourceKey: await storeSource(deps, attempt, facts),
    peaksKey: await storePeaks(deps, attempt, facts),
    ...(cover ? { cover } : {}),
  };
  const sound = await soundOf(deps, facts, { asksOwner });
  const { result } = await deps.store.execute(uploadTrack, { ...upload, sound }, { logs: ["social"], metadata });
  const first = result.uploaded ? undefined : await uploadKnown(deps, track.trackId);
  return first ? sameUpload(first, { ...track, ...facts }) : upload;
}

export type UploadDeps = Pick<Deps, "files" | "media" | "jobs" | "store" | "now">;

/**
 * Takes a creator's recording in and makes it known; its renditions follow in jobs. Throws Refusal `file_refused` with
 * words for the creator. Whatever ends it early, no file stays for long: the job that tidies up is asked for first.
 */
export async function takeUpload(
  deps: UploadDeps,
  upload: ImportTrack,
  metadata: Metadata,
): Promise<TrackUploaded["data"]> {
  // By then the last file of this upload is older than any upload takes.
  await askToTidy(deps, { trackId: upload.trackId, runAt: deps.now() + 2 * LONGEST_UPLOAD_MS });
  try {
    return await importTrack(deps, upload, metadata);
  } catch (error) {
    throw refused(error);
  }
}

export function refused(error: unknown): unknown {
  const reason = mediaRefusal(error);
  if (reason === undefined) return error;
  return new Refusal("file_refused", reason, { field: isPictureRefusal(error) ? "coverImage" : "audioFile" });
}

/** The upload that a track began with; undefined where there is none. */
export async function uploadKnown(
  deps: { readonly store: Pick<Deps["store"], "readStream"> },
  trackId: string,
): Promise<TrackUploaded["data"] | undefined> {
  const [first] = await deps.store.readStream("social", trackStream(trackId));
  // A track's stream begins with this type and no other.
  return first && first.data as unknown as TrackUploaded["data"];
}

/** Answers a finished upload that is sent again, whose pieces are gone, as the first time. Throws Refusal `key_reused`. */
export function sameWords(known: TrackUploaded["data"], again: Omit<ImportTrack, "audioPath">): TrackUploaded["data"] {
  const { durationMs, loudness } = known;
  return sameUpload(known, { ...again, audioPath: "", durationMs, loudness });
}

/** The recording that a track is now: its upload's, or the one that replaced it last; undefined where there is none. */
export async function recordingOf(
  deps: { readonly store: Pick<Deps["store"], "readStream"> },
  trackId: string,
): Promise<(Omit<Recording, "recordingId"> & { readonly recordingId?: string }) | undefined> {
  const events = await deps.store.readStream<TrackEvent>("social", trackStream(trackId));
  const last = events.findLast(({ type }) => type === "TrackUploaded" || type === "RecordingReplaced");
  return last?.type === "TrackUploaded" || last?.type === "RecordingReplaced" ? last.data : undefined;
}

type SaidOfUpload = Omit<
  TrackUploaded["data"],
  "trackId" | "ownerId" | "sourceKey" | "peaksKey" | "cover" | "soundCheck"
>;

/** Compares with the first upload: edits since then do not matter. */
function sameUpload(
  known: TrackUploaded["data"],
  { trackId, cover, ...again }: ImportTrack & Pick<AudioFacts, "durationMs" | "loudness">,
): TrackUploaded["data"] {
  const said = ({ title, artist, genre, album, trackNumber, downloadable, durationMs, loudness }: SaidOfUpload) =>
    JSON.stringify([
      ...[title, artist, genre, album, trackNumber, downloadable, durationMs],
      ...[loudness.integratedLufs, loudness.peakDbfs],
    ]);
  const coverKey = cover && pictureKey({ folder: "covers", ownerId: trackId, bytes: cover });
  if (said(known) === said(again) && known.cover?.key === coverKey) return known;
  throw new Refusal("key_reused", "You already sent this upload with other content: please check your music list");
}

/** Stores a picture in all sizes and formats under a name made from its bytes, so that its addresses never change. */
export async function storePicture(
  deps: Pick<Deps, "files" | "media">,
  { said, ...picture }: GivenPicture & { said?: FileClaim | undefined },
): Promise<StoredPicture> {
  const key = pictureKey(picture);
  const { files, placeholder }: CoverFacts = await deps.media.cover(picture.bytes, said);
  await Promise.all(files.map(({ size, format, contentType, bytes }) => {
    return deps.files.put(`${key}/${size}.${format}`, bytes, { contentType });
  }));
  return { key, placeholder: placeholder.replace(",", "") };
}

/** What a recording sounds like, and what of the catalogue sounds the same. */
export async function soundOf(
  deps: Pick<Deps, "store">,
  { prints, soundHash, durationMs }: AudioFacts,
  { asksOwner }: Pick<Sound, "asksOwner">,
): Promise<Sound> {
  const heard = await hear(deps, prints, soundHash === undefined ? undefined : { soundHash, durationMs });
  return { print: prints[0] ?? "", soundHash, heard, asksOwner };
}

/** What the artist is told of a recording. */
export function soundCheckOf(
  { durationMs, codec, sampleRate, channels, bitrate, loudness, quality }: AudioFacts,
): QualityReport {
  return {
    ...{ durationSeconds: durationMs / 1000, codec, sampleRate, channels },
    ...(bitrate === undefined ? {} : { bitrate }),
    loudnessLufs: loudness.integratedLufs,
    ...quality,
  };
}

/** One try at an upload: what it stores bears its own id, so that no other try writes over it. */
interface Attempt {
  readonly trackId: string;
  readonly attemptId: string;
  readonly audioPath: string;
}

/** Keeps the recording as it was sent; answers its key. */
export async function storeSource(deps: Pick<Deps, "files">, attempt: Attempt, facts: AudioFacts): Promise<string> {
  const { trackId, attemptId, audioPath } = attempt;
  const { endings, subtypes } = AUDIO_FORMATS[facts.container];
  const key = `sources/${trackId}-${attemptId}.${endings[0]}`;
  const file = await Deno.open(audioPath);
  await deps.files.put(key, file.readable, { contentType: `audio/${subtypes[0]}` });
  return key;
}

interface GivenPicture {
  readonly folder: "covers" | "pictures";
  readonly ownerId: string;
  readonly bytes: Uint8Array;
}

function pictureKey({ folder, ownerId, bytes }: GivenPicture): string {
  return `${folder}/${ownerId}/${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
}

/** Keeps the waveform; answers its key. */
export async function storePeaks(
  deps: Pick<Deps, "files">,
  { trackId, attemptId }: Attempt,
  { peaks }: AudioFacts,
): Promise<string> {
  const key = `tracks/${trackId}/peaks-${attemptId}.json`;
  const body = new TextEncoder().encode(JSON.stringify(peaks));
  await deps.files.put(key, body, { contentType: "application/json" });
  return key;
}
