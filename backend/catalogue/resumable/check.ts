import { join } from "node:path";
import { AudioFacts } from "../../adapters/media/types.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { mediaRefusal, workFolder } from "../rendition/make.ts";
import { findResumable, keepChecked, listParts, type ResumableRow } from "./table.ts";

/** The job that decodes a recording once all of it is here. */
export const CHECK_UPLOAD = "check_upload";

const ATTEMPT_MS = 10 * 60_000;
const FAILED = "We could not check this recording: please send it again";

type CheckDeps = Pick<Deps, "files" | "media" | "store" | "now">;

/** Checks uploads in this process from now on, one at a time. */
export function workChecks(deps: CheckDeps & Pick<Deps, "jobs">): void {
  deps.jobs.work<{ uploadId: string }>(CHECK_UPLOAD, ({ payload }) => checkUpload(deps, payload.uploadId), {
    timeoutMs: ATTEMPT_MS,
    onFailed: ({ payload }) => keepChecked(deps.store.sql, payload.uploadId, { refusal: FAILED }),
  });
}

/** Decodes a recording and keeps what was measured, or why it is refused. Again it changes nothing. */
async function checkUpload(deps: CheckDeps, uploadId: string): Promise<void> {
  const row = await findResumable(deps.store.sql, uploadId);
  if (!row || row.receivedBytes < row.fileBytes || isChecked(row)) return;
  await using folder = await workFolder(deps.media);
  const path = join(folder.path, "audioFile");
  await putTogether(deps, uploadId, path);
  try {
    const { filename, contentType } = row;
    await keepChecked(deps.store.sql, uploadId, { facts: await deps.media.inspect(path, { filename, contentType }) });
  } catch (error) {
    const refusal = mediaRefusal(error);
    if (refusal === undefined) throw error;
    await keepChecked(deps.store.sql, uploadId, { refusal });
  }
}

/** Whether it is known what the recording is. */
export function isChecked({ facts, refusal }: Pick<ResumableRow, "facts" | "refusal">): boolean {
  return facts !== undefined || refusal !== undefined;
}

/** What was measured of an upload; undefined before that. */
export function factsOf({ facts }: Pick<ResumableRow, "facts">): AudioFacts | undefined {
  return facts === undefined ? undefined : AudioFacts.parse(facts);
}

/** Writes the pieces one behind the other to `path`. Throws Refusal `conflict` where the upload has just ended. */
export async function putTogether({ files, store }: CheckDeps, uploadId: string, path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true });
  for (const { key } of await listParts(store.sql, uploadId)) {
    const part = await files.get(key);
    if (!part) throw new Refusal("conflict", "This upload has just been used: please try again");
    for await (const bytes of part.body) await writeAll(file, bytes);
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) at += await file.write(bytes.subarray(at));
}
