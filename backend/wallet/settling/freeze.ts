import type { Deps } from "../../deps.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { settlingHandler } from "./settling.ts";
import { decideFreeze, decideRelease } from "./state.ts";

/** Whose rewards, why in words for the listener, and who decided: an actor such as `user:<id of the admin>`. */
export interface Decided {
  readonly userId: string;
  readonly reason: string;
  readonly by: string;
}

const freezeRewards = settlingHandler<Pick<Decided, "reason">>("freezeRewards", decideFreeze);
const releaseRewards = settlingHandler<Pick<Decided, "reason">>("releaseRewards", decideRelease);

type FreezeDeps = Pick<Deps, "store" | "shardOf">;

/** Keeps everything of a listener from settling, until it is released. Doing it again changes nothing. */
export async function freeze(deps: FreezeDeps, { userId, reason, by }: Decided): Promise<{ changed: boolean }> {
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata: { actor: by } };
  return (await deps.store.execute(freezeRewards, { shard, userId, reason }, options)).result;
}

/** Lets a listener's rewards settle again. */
export async function release(deps: FreezeDeps, { userId, reason, by }: Decided): Promise<{ changed: boolean }> {
  const shard = deps.shardOf(userId);
  const options = { logs: shardLogs(shard), metadata: { actor: by } };
  return (await deps.store.execute(releaseRewards, { shard, userId, reason }, options)).result;
}
