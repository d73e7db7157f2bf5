import { join } from "node:path";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { removeResumable } from "../resumable/give_up.ts";
import { takeResumable } from "../resumable/complete.ts";
import { type ImportTrack, sameWords, takeUpload, uploadKnown } from "./import_track.ts";

interface Finished extends Omit<ImportTrack, "audioPath" | "audioSaid" | "facts"> {
  readonly uploadId: string;
  /** Who sent the pieces. */
  readonly actorId: string;
  /** An empty folder of the media port. */
  readonly folder: string;
}

/**
 * Makes a song of an upload that came in pieces, by the same command as any other. The pieces go once the song is known:
 * who finishes it again, or after a crash in between, gets the same song. Throws as `takeUpload` and `takeResumable` do.
 */
export async function finishResumable(
  deps: Deps,
  { uploadId, actorId, folder, ...track }: Finished,
  metadata: Metadata,
): Promise<void> {
  const known = await uploadKnown(deps, track.trackId);
  if (known) sameWords(known, track);
  else {
    const path = join(folder, "resumable");
    const { facts, said } = await takeResumable(deps, { uploadId, ownerId: actorId, path });
    await takeUpload(deps, { ...track, facts, audioPath: path, audioSaid: said }, metadata);
  }
  await removeResumable(deps, uploadId);
}
