import { type Artist, type GroupHolds, loadHeldGifts, settleHeld } from "../gifts/hold/holding.ts";
import type { Deps } from "../deps.ts";
import type { CommandHandler } from "../store/log/command.ts";
import { shardLogs } from "../store/log/shard.ts";
import { type GroupSettling, loadSettling, type Owner, settleAll } from "../wallet/settling/settling.ts";

const settleNow: CommandHandler<Owner, GroupSettling> = {
  name: "settleNow",
  load: (tx, owners, scope) => loadSettling(tx, scope, owners),
  decide: (group, owner) => ({ appends: settleAll(group, owner), result: undefined }),
};

/** Makes all that somebody has earned available at once, for tests about what is spent. */
export async function settleRewardsOf(deps: Pick<Deps, "store" | "shardOf">, userId: string): Promise<void> {
  const shard = deps.shardOf(userId);
  await deps.store.execute(settleNow, { shard, userId }, {
    logs: shardLogs(shard),
    metadata: { actor: "system:test" },
  });
}

const settleGiftsNow: CommandHandler<Artist, GroupHolds> = {
  name: "settleGiftsNow",
  load: (tx, artists, scope) => loadHeldGifts(tx, scope, artists),
  decide: (group, artist) => ({ appends: settleHeld(group, artist, () => true), result: undefined }),
};

/** Makes all gifts of somebody available at once, for tests about what becomes of them later. */
export async function settleGiftsOf(deps: Pick<Deps, "store" | "shardOf">, artistId: string): Promise<void> {
  const shard = deps.shardOf(artistId);
  await deps.store.execute(settleGiftsNow, { shard, artistId }, {
    logs: shardLogs(shard),
    metadata: { actor: "system:test" },
  });
}
