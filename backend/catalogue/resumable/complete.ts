import type { AudioFacts, FileClaim } from "../../adapters/media/types.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { derivedId } from "../../store/log/ids.ts";
import { factsOf, putTogether } from "./check.ts";
import { findOwn } from "./receive.ts";

interface Taken {
  readonly facts: AudioFacts;
  readonly said: FileClaim;
}

/** The track that an upload becomes: however often it is finished, it is this one. */
export function trackOfUpload(ownerId: string, uploadId: string): string {
  return derivedId(ownerId, `track of ${uploadId}`);
}

/**
 * Brings a checked upload to `path`, with what was measured of it. Throws Refusal `conflict` while something of it is
 * still on its way or is being checked, and `file_refused` with the reason.
 */
export async function takeResumable(
  deps: Pick<Deps, "files" | "media" | "store" | "now">,
  { uploadId, ownerId, path }: { uploadId: string; ownerId: string; path: string },
): Promise<Taken> {
  const row = await findOwn(deps, { uploadId, ownerId });
  if (row.refusal !== undefined) throw new Refusal("file_refused", row.refusal, { field: "audioFile" });
  const facts = factsOf(row);
  if (!facts) {
    const isHere = row.receivedBytes === row.fileBytes;
    throw new Refusal("conflict", isHere ? "Orin still checks this recording" : "This recording has not arrived yet", {
      retryAfterMs: 2_000,
    });
  }
  await putTogether(deps, uploadId, path);
  return { facts, said: row };
}
