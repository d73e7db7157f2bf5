import type { OfflineCopy } from "@contract/offline.ts";
import type { SavedDatabase } from "./database.ts";
import type { SavedEffects } from "./effects.ts";
import { savedPath, type SavedTrack } from "./model.ts";

/** A page or network that goes away costs at most this much. */
const PIECE_BYTES = 256 * 1024;
const PIECE_TIMEOUT_MS = 60_000;

interface DownloadParts {
  readonly database: SavedDatabase;
  readonly effects: SavedEffects;
  /** Opens the service's door to whole files. */
  readonly licence: string;
  /** Told of every piece that has come. */
  onProgress(track: SavedTrack): void;
}

/**
 * Brings a track's file onto the device: in pieces that survive a reload, then whole, and called saved only when its
 * length and its hash are those that the service says. Answers the record; undefined when it is wanted no more.
 * Rejects when it is worth another try.
 */
export async function downloadTrack(parts: DownloadParts, wanted: SavedTrack): Promise<SavedTrack | undefined> {
  const { database, effects, licence } = parts;
  const { key, trackId, quality } = wanted;
  const copy = await effects.getCopy(trackId, { licence, quality });
  if (wanted.sha256 !== copy.sha256) await database.deletePieces(key);
  const { bytes, sha256, contentType } = copy;
  const begun = await database.changeTrack(key, (known) => known && { ...known, bytes, sha256, contentType });
  if (!begun || !await fetchPieces(parts, begun, copy)) return undefined;
  const file = new Blob((await database.readPieces(key)).map((piece) => piece.body), { type: contentType });
  if (file.size !== bytes || await effects.sha256(file) !== sha256) {
    await database.deletePieces(key);
    throw new Error(`The file of "${wanted.track.title}" came broken`);
  }
  return await keep(parts, begun, file);
}

async function fetchPieces(parts: DownloadParts, track: SavedTrack, { url, bytes }: OfflineCopy): Promise<boolean> {
  const { database, effects, onProgress } = parts;
  let index = await database.countPieces(track.key);
  for (let start = index * PIECE_BYTES; start < bytes; start += PIECE_BYTES) {
    const end = Math.min(start + PIECE_BYTES, bytes) - 1;
    const response = await effects.fetch(url, {
      headers: { range: `bytes=${start}-${end}` },
      signal: AbortSignal.timeout(PIECE_TIMEOUT_MS),
      priority: "low",
    });
    if (response.status !== 206) throw new Error(`The service answered ${response.status} instead of a piece`);
    const body = await response.arrayBuffer();
    if (body.byteLength !== end - start + 1) throw new Error("A piece came cut");
    if (!await database.putPiece({ key: track.key, index: index++, body }, end + 1)) return false;
    onProgress({ ...track, doneBytes: end + 1 });
  }
  return true;
}

/** The file first, then the record that says so: whatever happens between the two costs only a second try. */
async function keep({ database, effects }: DownloadParts, track: SavedTrack, file: Blob) {
  const path = savedPath(track);
  const headers = { "content-type": track.contentType, "content-length": String(file.size) };
  await effects.files.put(path, new Response(file, { headers }));
  if (await effects.files.size(path) !== file.size) throw new Error("The device has not kept the file whole");
  // Without its lyrics a song is saved all the same; they come when they are read for the first time.
  const lyrics = await effects.getLyrics(track.trackId).catch(() => undefined);
  const kept = await database.changeTrack(
    track.key,
    (known) => known && { ...saved(known, file.size), ...(lyrics !== undefined && { lyrics }) },
  );
  await database.deletePieces(track.key);
  if (!kept) await effects.files.delete(path);
  return kept;
}

function saved({ problem: _solved, ...track }: SavedTrack, bytes: number): SavedTrack {
  return { ...track, state: "saved", bytes, doneBytes: bytes, attempts: 0 };
}
