import { type Artist, type GroupHolds, loadHeldGifts, settleHeld } from "../gifts/settlement/holding.ts";
import { newId } from "../contract/ids.ts";
import type { Deps } from "../deps.ts";
import { REWARD_POOL, settlingAccount } from "../ledger/chart.ts";
import { postTransfer } from "./transfers.ts";
import type { CommandHandler } from "../store/log/command.ts";
import { shardLogs } from "../store/log/shard.ts";
import { playReport } from "./play_reports.ts";
import { type GroupSettling, loadSettling, type Owner, settleAll } from "../wallet/settling/settling.ts";

const settleNow: CommandHandler<Owner, GroupSettling> = {
  name: "settleNow",
  load: (tx, owners, scope) => loadSettling(tx, scope, owners),
  decide: (group, owner) => ({ appends: settleAll(group, owner), result: undefined }),
};

/** Makes all that a person has earned available immediately, for tests about what is spent. */
export async function settleRewardsOf(deps: Pick<Deps, "store" | "shardOf">, userId: string): Promise<void> {
  const shard = deps.shardOf(userId);
  await deps.store.execute(settleNow, { shard, userId }, {
    logs: shardLogs(shard),
    metadata: { actor: "system:test" },
  });
}

/** A play of a person with its report, each in a minute of its own; its units are not paid yet. */
export async function hear(
  { store, shardOf }: Pick<Deps, "store" | "shardOf">,
  { listenerId, units, minute }: { listenerId: string; units: number; minute: number },
): Promise<readonly [playId: string, units: number]> {
  const startedAt = Date.UTC(2026, 5, 1, 12) + 60_000 * minute;
  const { type, data } = playReport({ listenerId, startedAt, trackId: newId(), units, newUnits: units });
  const metadata = { actor: "system:test" };
  await store.appendToStream(`plays/${shardOf(listenerId)}`, `play/${data.playId}`, [{ type, data }], { metadata });
  return [data.playId, units];
}

/** Pays plays in one reward, which has to settle. */
export async function rewardPlays(
  { store, shardOf }: Pick<Deps, "store" | "shardOf">,
  userId: string,
  plays: readonly (readonly [playId: string, units: number])[],
): Promise<void> {
  const shard = shardOf(userId);
  const units = plays.reduce((sum, [, one]) => sum + one, 0);
  const transfer = {
    ...{ transferId: newId(), code: "reward", detail: { plays: plays.map(([playId, one]) => [playId, one, 1]) } },
    entries: [{ account: REWARD_POOL, amount: -units }, { account: settlingAccount(userId), amount: units }],
  };
  await store.execute(postTransfer, { shard, transfer }, {
    logs: [`ledger/${shard}`],
    metadata: { actor: "system:test" },
  });
}

const settleGiftsNow: CommandHandler<Artist, GroupHolds> = {
  name: "settleGiftsNow",
  load: (tx, artists, scope) => loadHeldGifts(tx, scope, artists),
  decide: (group, artist) => ({ appends: settleHeld(group, artist, () => true), result: undefined }),
};

/** Makes all gifts of a person available immediately, for tests about what becomes of them later. */
export async function settleGiftsOf(deps: Pick<Deps, "store" | "shardOf">, artistId: string): Promise<void> {
  const shard = deps.shardOf(artistId);
  await deps.store.execute(settleGiftsNow, { shard, artistId }, {
    logs: shardLogs(shard),
    metadata: { actor: "system:test" },
  });
}
