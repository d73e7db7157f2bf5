import { OPEN_UPLOADS, type ResumableUpload, type ResumableUploads } from "../../contract/uploads.ts";
import type { Deps } from "../../deps.ts";
import { soundCheckOf } from "../upload/import_track.ts";
import { factsOf, isChecked } from "./check.ts";
import { listResumable, type ResumableRow } from "./table.ts";

/** An upload as its owner sees it, with the report once it is checked. */
export function resumableAnswer(row: ResumableRow): ResumableUpload {
  const facts = factsOf(row);
  return { ...withoutReport(row), ...(facts ? { report: soundCheckOf(facts) } : {}) };
}

/** What a person has sent that is no song yet. */
export async function openUploads(
  { store, config, now }: Pick<Deps, "store" | "config" | "now">,
  { ownerId, isPremium }: { ownerId: string; isPremium: boolean },
): Promise<ResumableUploads> {
  const rows = (await listResumable(store.sql, ownerId)).filter(({ expiresAt }) => expiresAt > now());
  const most = isPremium ? OPEN_UPLOADS.premium : OPEN_UPLOADS.free;
  return { uploads: rows.map(withoutReport), limits: { ...most, fileBytes: config.maxUploadBytes } };
}

function withoutReport(row: ResumableRow): ResumableUpload {
  const { uploadId, filename, fileBytes, receivedBytes, refusal } = row;
  return {
    ...{ uploadId, filename, fileBytes, receivedBytes, state: stateOf(row) },
    expiresAt: new Date(row.expiresAt).toISOString(),
    ...(refusal === undefined ? {} : { reason: refusal }),
  };
}

function stateOf(row: ResumableRow): ResumableUpload["state"] {
  if (row.receivedBytes < row.fileBytes) return "receiving";
  if (!isChecked(row)) return "checking";
  return row.refusal === undefined ? "checked" : "refused";
}
