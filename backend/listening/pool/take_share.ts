import { lagosDayStart } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { type LogName } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { streamsOf } from "../../store/streams.ts";
import { type PoolShare, type PoolShareGranted, type PoolShareReceived, poolStream } from "./events.ts";
import {
  decideGrant,
  decideReceipt,
  evolveGrants,
  evolveShare,
  type Grants,
  NO_SHARE,
  shareOf,
  type Wants,
} from "./state.ts";

/** A shard that has used its share of a day's pool, as it knows it, and what it wants more of. */
type Asking = {
  readonly day: string;
  readonly shard: number;
  /** How many grants it has received. */
  readonly known: number;
  readonly wants: Wants;
};

const grants = streamsOf<string, Grants, PoolShareGranted>({
  log: "social",
  stream: poolStream,
  initial: new Map(),
  evolve: evolveGrants,
});

const shares = streamsOf<{ day: string; shard: number }, PoolShare, PoolShareReceived>({
  log: ({ shard }): LogName => `plays/${shard}`,
  stream: ({ day }) => poolStream(day),
  initial: NO_SHARE,
  evolve: evolveShare,
});

/** What was granted of the pools of days. */
export const grantsOf = grants.states;

const grantShare = grants.handler("grantPoolShare", {
  id: ({ day }: Asking & { shards: number }) => day,
  decide: decideGrant,
  result: ({ command: { shard }, after }) => shareOf(after, shard),
});

const receiveShare = shares.handler("receivePoolShare", {
  id: (command: { day: string; shard: number; share: PoolShare }) => command,
  decide: (state, { day, share }) => decideReceipt(state, day, share),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

const metadata = { actor: "system:pool" };

/**
 * Brings a shard more of a day's pool: granted where all shards are seen, then received in the shard. Harmless twice; where
 * a process dies between the two, the next one who asks for the shard receives what was granted.
 */
export async function takeShare({ store }: Pick<Deps, "store">, asking: Asking): Promise<void> {
  const { day, shard } = asking;
  const shards = store.shards.countAt(lagosDayStart(day));
  const { result: share } = await store.execute(grantShare, { ...asking, shards }, { logs: ["social"], metadata });
  await store.execute(receiveShare, { day, shard, share }, { logs: shardLogs(shard), metadata });
}
