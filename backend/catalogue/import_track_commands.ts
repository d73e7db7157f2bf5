import { createHash } from "node:crypto";
import type { AudioFacts, CoverFacts, FileClaim } from "../adapters/media/mod.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/event.ts";
import { uploadTrack } from "./commands.ts";
import type { Upload } from "./decide.ts";
import type { StoredPicture, TrackUploaded } from "./events.ts";

type ImportDeps = Pick<Deps, "files" | "media"> & { readonly store: Pick<Deps["store"], "execute"> };

export interface ImportTrack extends Pick<TrackUploaded["data"], "trackId" | "ownerId" | "title" | "artist" | "genre"> {
  readonly album?: string;
  readonly trackNumber?: number;
  readonly downloadable: boolean;
  readonly releasedAt?: number;
  /** The end of early access for Premium, epoch ms. */
  readonly earlyUntil?: number;
  /** The recording, inside the media port's work directory. */
  readonly audioPath: string;
  /** Name and type of the recording and the picture as their sender gave them, where somebody did. */
  readonly audioSaid?: FileClaim;
  readonly coverSaid?: FileClaim;
  /** A picture in any format that the media port takes. */
  readonly cover?: Uint8Array;
}

const ENDINGS = { mp3: "mp3", mp4: "m4a", wav: "wav", flac: "flac", ogg: "ogg" } as const;
const TYPES = { mp3: "audio/mpeg", m4a: "audio/mp4", wav: "audio/wav", flac: "audio/flac", ogg: "audio/ogg" } as const;

/**
 * Takes a recording in: measures it, stores it with its waveform and cover, and makes the track known. Rejects with a
 * MediaRefusal, whose message is for the creator. Files come before the event, so the event never lacks one; doing it
 * again overwrites them with the same and stores nothing new.
 */
export async function importTrack(
  deps: ImportDeps,
  track: ImportTrack,
  metadata: Metadata,
): Promise<TrackUploaded["data"]> {
  const { audioPath, audioSaid, cover: bytes, coverSaid, ...said } = track;
  const facts = await deps.media.inspect(audioPath, audioSaid);
  // The picture may still be refused: until then nothing is stored.
  const cover = bytes && await storePicture(deps, { folder: "covers", ownerId: track.trackId, bytes, said: coverSaid });
  const upload: Upload = {
    ...said,
    durationMs: facts.durationMs,
    loudness: facts.loudness,
    sourceKey: await storeSource(deps, track, facts),
    peaksKey: await storePeaks(deps, track.trackId, facts),
    ...(cover ? { cover } : {}),
  };
  await deps.store.execute(uploadTrack, upload, { logs: ["social"], metadata });
  return upload;
}

/** Stores a picture in all sizes and formats under a name made from its bytes, so that its addresses never change. */
export async function storePicture(
  deps: Pick<Deps, "files" | "media">,
  { folder, ownerId, bytes, said }: {
    folder: "covers" | "pictures";
    ownerId: string;
    bytes: Uint8Array;
    said?: FileClaim | undefined;
  },
): Promise<StoredPicture> {
  const key = `${folder}/${ownerId}/${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`;
  const { files, placeholder }: CoverFacts = await deps.media.cover(bytes, said);
  await Promise.all(files.map(({ size, format, contentType, bytes }) => {
    return deps.files.put(`${key}/${size}.${format}`, bytes, { contentType });
  }));
  return { key, placeholder: placeholder.replace(",", "") };
}

async function storeSource(deps: ImportDeps, { trackId, audioPath }: ImportTrack, facts: AudioFacts): Promise<string> {
  const ending = ENDINGS[facts.container];
  const key = `sources/${trackId}.${ending}`;
  const file = await Deno.open(audioPath);
  await deps.files.put(key, file.readable, { contentType: TYPES[ending] });
  return key;
}

/** Where the waveform of a track lies. */
export function peaksKey(trackId: string): string {
  return `tracks/${trackId}/peaks.json`;
}

async function storePeaks(deps: ImportDeps, trackId: string, { peaks }: AudioFacts): Promise<string> {
  const key = peaksKey(trackId);
  const body = new TextEncoder().encode(JSON.stringify(peaks));
  await deps.files.put(key, body, { contentType: "application/json" });
  return key;
}
