import { join } from "node:path";
import { printedAmong } from "../../../projections/catalogue/prints.ts";
import { uploadsAfter } from "../../../projections/catalogue/tracks.ts";
import type { Deps } from "../../deps.ts";
import { copyOut, mediaRefusal, workFolder } from "../rendition/make.ts";
import { recordingOf, uploadKnown } from "../upload/import_track.ts";
import { printRecording } from "./fingerprints.ts";

/** The job that listens to songs of before Orin kept fingerprints. */
export const PRINT_OLDER = "print_older";

const LOOKED_AT = 500;
/** Others wait for the decoding processes, too. */
const PRINTED_AT_ONCE = 5;

/** Where a round through the catalogue has come to. */
export interface PrintOlder {
  readonly round: string;
  /** The last track that was looked at. */
  readonly after?: string;
}

/** Asks for the fingerprints of songs that have none, once for each round; harmless where all have one. */
export async function askForOlderPrints(
  deps: Pick<Deps, "jobs" | "store">,
  { round, after }: PrintOlder,
): Promise<void> {
  const [key, payload] = after === undefined ? [round, { round }] : [`${round} ${after}`, { round, after }];
  await deps.store.sql.begin((tx) => deps.jobs.enqueue(tx, { kind: PRINT_OLDER, key, payload }));
  deps.jobs.poke();
}

/** Listens to some songs that have no fingerprint, and asks for the next ones. */
export async function printOlder(
  deps: Pick<Deps, "files" | "media" | "store" | "jobs">,
  { round, after }: PrintOlder,
  signal: AbortSignal,
): Promise<void> {
  let [last, printed] = [after, 0];
  while (printed < PRINTED_AT_ONCE) {
    const page = await uploadsAfter(deps.store.sql, { after: last, limit: LOOKED_AT });
    if (page.length === 0) return;
    const known = await printedAmong(deps.store.sql, page);
    for (const trackId of page) {
      signal.throwIfAborted();
      if (!known.has(trackId)) {
        await printOne(deps, trackId);
        printed++;
      }
      last = trackId;
      if (printed === PRINTED_AT_ONCE) break;
    }
  }
  await askForOlderPrints(deps, { round, ...(last === undefined ? {} : { after: last }) });
}

/** What is gone or cannot be read has nothing to be recognised by. */
async function printOne(deps: Pick<Deps, "files" | "media" | "store">, trackId: string): Promise<void> {
  const [upload, recording] = await Promise.all([uploadKnown(deps, trackId), recordingOf(deps, trackId)]);
  if (!upload || !recording) return;
  const command = { trackId, ownerId: upload.ownerId, ...await printOfFile(deps, recording.sourceKey) };
  const options = { logs: ["social"] as const, metadata: { actor: "system:media" }, lane: "bulk" as const };
  await deps.store.execute(printRecording, command, options);
}

const UNREADABLE = { print: "", soundHash: "unreadable" };

async function printOfFile(
  { files, media }: Pick<Deps, "files" | "media">,
  key: string,
): Promise<{ print: string; soundHash: string }> {
  if (!await files.stat(key)) return UNREADABLE;
  await using folder = await workFolder(media);
  const path = join(folder.path, "source");
  await copyOut(files, { key, path });
  try {
    return await media.print(path);
  } catch (error) {
    if (mediaRefusal(error) === undefined) throw error;
    return UNREADABLE;
  }
}
