import type { Deps } from "../../deps.ts";
import type { Tx } from "../../store/sql.ts";
import { deleteResumable, findResumable } from "./table.ts";

/** The job that gives up an upload for which nothing came for days. */
const GIVE_UP = "give_up_upload";

type GiveUpDeps = Pick<Deps, "files" | "jobs" | "store" | "now">;

/** Puts the end of an upload on the calendar, in the transaction that begins it: so that no crash leaves it for ever. */
export async function askToGiveUp(
  { jobs }: Pick<Deps, "jobs">,
  tx: Tx,
  { uploadId, runAt }: { uploadId: string; runAt: number },
): Promise<void> {
  await jobs.enqueue(tx, { kind: GIVE_UP, key: `${uploadId} ${runAt}`, payload: { uploadId }, runAt });
}

/** Gives uploads up in this process from now on; also removes what a crash has left of those that ended well. */
export function workGivingUp(deps: GiveUpDeps): void {
  deps.jobs.work<{ uploadId: string }>(GIVE_UP, async ({ payload: { uploadId } }) => {
    const row = await findResumable(deps.store.sql, uploadId);
    if (row && row.expiresAt > deps.now()) {
      return await askToGiveUp(deps, deps.store.sql, { uploadId, runAt: row.expiresAt });
    }
    await removeResumable(deps, uploadId);
  });
}

/** Removes an upload with its pieces: from then on nothing can be added to it. Harmless where there is none. */
export async function removeResumable(
  { files, store }: Pick<Deps, "files" | "store">,
  uploadId: string,
): Promise<void> {
  await deleteResumable(store.sql, uploadId);
  const keys = await Array.fromAsync(files.list(`uploads/${uploadId}/`), ({ key }) => key);
  for (const key of keys) await files.delete(key);
}
