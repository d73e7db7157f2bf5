import { Buffer } from "node:buffer";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import { OPEN_UPLOADS, UPLOAD_LIFE_DAYS } from "../../contract/uploads.ts";
import { MediaMissing, REFUSALS } from "../../adapters/media/types.ts";
import type { Deps } from "../../deps.ts";
import type { TusFiles } from "../../http/tus.ts";
import { UPLOADS_LOCK_CLASS } from "../../store/advisory_locks.ts";
import { derivedId } from "../../store/log/ids.ts";
import { CHECK_UPLOAD, isChecked } from "./check.ts";
import { askToGiveUp, removeResumable } from "./give_up.ts";
import { addPart, findResumable, insertResumable, lockOwner, type ResumableRow, sumResumable } from "./table.ts";

const LIFE_MS = UPLOAD_LIFE_DAYS * 24 * 3_600_000;
/** A piece is in memory until it is stored. */
const PIECE_BYTES = 512 * 1024;
/** On a slow line a piece is stored before it is full, so that a break costs little. */
const PIECE_MS = 5_000;
const MOST_NAME = 300;
const MOST_TYPE = 200;
const UNKNOWN = "Upload not found";

type ResumableDeps = Pick<Deps, "files" | "media" | "jobs" | "store" | "now">;

interface Sender {
  readonly ownerId: string;
  readonly isPremium: boolean;
}

/** The id of the upload that a person began under a key of their own: begun twice it is one. */
export function resumableIdOf(ownerId: string, key: string): string {
  return derivedId(ownerId, `resumable ${key}`);
}

/**
 * One person's uploads as the tus protocol sees them. Uploads of other people do not exist here: Refusal `not_found`.
 */
export function resumableFiles(deps: ResumableDeps, sender: Sender): TusFiles {
  return {
    create: (id, said) => begin(deps, sender, { uploadId: id, ...said }),
    find: (id) => findOwn(deps, { uploadId: id, ownerId: sender.ownerId }),
    append: (id, offset, body) => append(deps, id, { offset, body }),
    remove: (id) => removeResumable(deps, id),
  };
}

/** An upload of this person. Throws Refusal `not_found`, and `upload_expired` where it was given up. */
export async function findOwn(
  { store, now }: Pick<Deps, "store" | "now">,
  { uploadId, ownerId }: { uploadId: string; ownerId: string },
): Promise<ResumableRow> {
  const row = await findResumable(store.sql, uploadId);
  if (row?.ownerId !== ownerId) throw new Refusal("not_found", UNKNOWN);
  if (row.expiresAt <= now()) {
    throw new Refusal("upload_expired", "This upload was given up: please send the file again");
  }
  return row;
}

const LOOK_MS = 250;

/** The same, after its check has ended or the time is up: a phone asks once instead of every second. */
export async function findChecked(
  deps: Pick<Deps, "store" | "now">,
  { waitMs, ...which }: { uploadId: string; ownerId: string; waitMs: number },
): Promise<ResumableRow> {
  for (const end = performance.now() + waitMs;;) {
    const row = await findOwn(deps, which);
    const isChecking = row.receivedBytes === row.fileBytes && !isChecked(row);
    if (!isChecking || performance.now() >= end) return row;
    await new Promise((later) => setTimeout(later, LOOK_MS));
  }
}

interface Begun {
  readonly uploadId: string;
  readonly fileBytes: number;
  readonly metadata: Readonly<Record<string, string>>;
}

async function begin(deps: ResumableDeps, sender: Sender, { uploadId, fileBytes, metadata }: Begun): Promise<void> {
  if (fileBytes === 0) throw new Refusal("file_refused", REFUSALS.empty_file, { field: "audioFile" });
  const missing = deps.media.missing().find((part) => part.startsWith("FFmpeg"));
  if (missing) throw new MediaMissing(missing);
  const now = deps.now();
  const claims = {
    filename: claimOf(metadata.filename, MOST_NAME) || "song",
    contentType: claimOf(metadata.filetype, MOST_TYPE),
  };
  await deps.store.sql.begin(async (tx) => {
    await lockOwner(tx, UPLOADS_LOCK_CLASS, sender.ownerId);
    const known = await findResumable(tx, uploadId);
    if (known) return refuseOther(known, { ...sender, fileBytes });
    const { open, bytes } = await sumResumable(tx, sender.ownerId);
    refuseTooMuch({ open, bytes: bytes + fileBytes }, sender.isPremium);
    const row = { uploadId, ownerId: sender.ownerId, ...claims, fileBytes, createdAt: now, expiresAt: now + LIFE_MS };
    await insertResumable(tx, row);
    await askToGiveUp(deps, tx, { uploadId, runAt: row.expiresAt });
  });
}

/** The file's name and its kind, as the client states them, in what Postgres can store. */
function claimOf(said = "", most: number): string {
  // deno-lint-ignore no-control-regex -- text with them cannot be stored or shown
  return said.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, " ").trim().slice(0, most).toWellFormed();
}

function refuseOther(known: ResumableRow, { ownerId, fileBytes }: { ownerId: string; fileBytes: number }): void {
  if (known.ownerId === ownerId && known.fileBytes === fileBytes) return;
  throw new Refusal("key_reused", "This Idempotency-Key was used before with other content");
}

function refuseTooMuch({ open, bytes }: { open: number; bytes: number }, isPremium: boolean): void {
  const most = isPremium ? OPEN_UPLOADS.premium : OPEN_UPLOADS.free;
  if (open >= most.files) {
    throw new Refusal("uploads_full", `You have ${open} unfinished uploads: please publish or remove some first`);
  }
  if (bytes > most.bytes) {
    const megabytes = Math.floor(most.bytes / 1_048_576).toLocaleString("en");
    throw new Refusal(
      "uploads_full",
      `Unfinished uploads may have ${megabytes} MB: please publish or remove some first`,
    );
  }
}

interface Coming {
  readonly offset: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Stores what comes, piece by piece. Undefined where the upload has moved on without it. */
async function append(deps: ResumableDeps, uploadId: string, { offset, body }: Coming): Promise<number | undefined> {
  let at: number | undefined = offset;
  for await (const bytes of piecesOf(body)) {
    at = await keepPiece(deps, uploadId, { offset: at, bytes });
    if (at === undefined) return undefined;
  }
  return at;
}

/** Gathers what comes until it is a piece, or until it has waited long enough. */
async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let since = performance.now();
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes < PIECE_BYTES && performance.now() - since < PIECE_MS) continue;
    yield Buffer.concat(chunks);
    [chunks, bytes, since] = [[], 0, performance.now()];
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}

/**
 * The file comes first, then the row that names it, in one step with the length: a crash between the two leaves a file
 * that nothing names, which goes with the upload. Of two requests that bring the same bytes one is added.
 */
async function keepPiece(
  deps: ResumableDeps,
  uploadId: string,
  { offset, bytes }: { offset: number; bytes: Uint8Array },
): Promise<number | undefined> {
  const key = `uploads/${uploadId}/${offset}-${newId()}.part`;
  await deps.files.put(key, bytes, { contentType: "application/octet-stream", bytes: bytes.byteLength });
  const part = { firstByte: offset, bytes: bytes.byteLength, key };
  const added = await deps.store.sql.begin(async (tx) => {
    const moved = await addPart(tx, uploadId, { part, expiresAt: deps.now() + LIFE_MS });
    // A key of its own: an upload that was taken back and sent anew under its old id is checked anew.
    const check = { kind: CHECK_UPLOAD, key: `${uploadId} ${newId()}`, payload: { uploadId } };
    if (moved?.isWhole) await deps.jobs.enqueue(tx, check);
    return moved;
  });
  if (added) {
    if (added.isWhole) deps.jobs.poke();
    return offset + bytes.byteLength;
  }
  await deps.files.delete(key);
  return undefined;
}
