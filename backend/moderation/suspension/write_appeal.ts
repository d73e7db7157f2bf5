import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { appealSuspension } from "./appeal.ts";
import { findSuspension } from "./reads.ts";

interface Appealing {
  readonly userId: string;
  /** Epoch ms. */
  readonly suspendedAt: number;
  readonly text: string;
}

/**
 * A suspended person appeals, once for each suspension; the same `commandId` with the same words answers the first
 * result again. Throws Refusal `link_invalid`, `conflict`.
 */
export async function writeAppeal(
  deps: Pick<Deps, "store" | "personal" | "now">,
  { userId, suspendedAt, text }: Appealing,
  { metadata, commandId }: { readonly metadata: Metadata; readonly commandId: string },
): Promise<void> {
  const { store, personal } = deps;
  const [found, keys] = await Promise.all([
    findSuspension(deps, { userId, suspendedAt }),
    personal.keysOf(store.sql, [userId]),
  ]);
  const key = keys.get(userId);
  if (!found || !key) throw new Refusal("link_invalid", "This link leads to nothing any more");
  const { suspendedBy } = found;
  const appealId = derivedId(userId, `suspension appeal ${suspendedAt} ${commandId}`);
  const about = { userId, appealId, suspendedAt, ...(suspendedBy !== undefined && { suspendedBy }) };
  const command = { ...about, words: key.seal("appeal", text) };
  const content = { userId, suspendedAt, text };
  const { positions } = await store.execute(appealSuspension, command, {
    ...{ logs: ["social"], metadata, commandId, content },
  });
  await store.catchUp(["suspension_appeals"], { positions });
}
