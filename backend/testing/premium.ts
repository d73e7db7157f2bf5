import type { Deps } from "../deps.ts";
import { newId } from "../contract/ids.ts";
import { grantSubscription } from "../subscriptions/grant.ts";
import { shardLogs } from "../store/log/shard.ts";

/** Gives someone a month of Premium, from the clock's moment on. */
export async function givePremium(deps: Deps, userId: string): Promise<void> {
  const shard = deps.shardOf(userId);
  const grant = { userId, shard, reference: `test-${newId()}`, months: 1 };
  await deps.store.execute(grantSubscription, grant, { logs: shardLogs(shard), metadata: { actor: "system:test" } });
}
