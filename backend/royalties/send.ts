import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { type Due, findDues, unsentDues } from "../../projections/royalties/royalties.ts";
import type { Policy } from "../contract/policy_rules.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { PROMOTION_POOL, ROYALTIES, royaltyClearingAccount } from "../ledger/chart.ts";
import type { CommandHandler, GroupScope } from "../store/log/command.ts";
import { type Append, type Recorded, shardOfLog } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import type { Tx } from "../store/sql.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type RoyaltyHoldEvent, type RoyaltySent, sentStream } from "./events.ts";
import { type Creator, type GroupRoyalties, loadRoyalties } from "./holding.ts";
import { arrivalEntries, holdKey, sendingEntries } from "./state.ts";

const METADATA = { actor: "system:royalties" };
const AT_ONCE = 200;

/** A creator's month in the shard of the listeners who brought it. */
interface Sending {
  readonly shard: number;
  readonly month: string;
  readonly creatorId: string;
  readonly creatorShard: number;
}

const sent = streamsOf<Sending, boolean, RoyaltySent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ month, creatorId }) => sentStream(month, creatorId),
  initial: false,
  evolve: () => true,
});

interface GroupSending {
  readonly sent: Streams<Sending, boolean, RoyaltySent>;
  readonly dues: readonly Awaited<ReturnType<typeof findDues>>[number][];
  /** Of those who are in this shard. */
  readonly royalties: GroupRoyalties;
  readonly policies: readonly Policy[];
}

/**
 * What the listeners of a shard owe a creator leaves it, or is the creator's immediately where both are in one shard.
 */
const sendRoyalty: CommandHandler<Sending, GroupSending, { changed: boolean }, readonly Policy[]> = {
  name: "sendRoyalty",
  facts: readPolicies,
  load: loadSending,
  decide(group, command, { now }) {
    const { shard, month, creatorId, creatorShard } = command;
    const due = group.dues.find((one) => one.month === month && one.creatorId === creatorId);
    if (!due?.isClosed || due.kobo === 0 || group.sent.of(command)) {
      return { appends: [], result: { changed: false } };
    }
    const { kobo, promotionKobo } = due;
    const transferId = derivedId(creatorId, `royalty ${month} from ${shard}`);
    const entries = sendingEntries({ creatorId, kobo, promotionKobo, fromShard: shard, toShard: creatorShard });
    const transfer = {
      transferId,
      code: "royalty" as const,
      entries,
      detail: { userId: creatorId, month, fromShard: shard },
    };
    const event: RoyaltySent = { type: "RoyaltySent", data: { month, creatorId, kobo, promotionKobo, transferId } };
    const held = creatorShard === shard
      ? holdAppends(group, { shard, creatorId }, { month, fromShard: shard, units: kobo, transferId, now })
      : [];
    const posted = group.royalties.balances.post(`ledger/${shard}`, transfer);
    return { appends: [...group.sent.add(command, [event]), posted, ...held], result: { changed: true } };
  },
};

async function loadSending(
  tx: Tx,
  commands: readonly Sending[],
  scope: GroupScope<readonly Policy[]>,
): Promise<GroupSending> {
  const dues: Awaited<ReturnType<typeof findDues>> = [];
  for (const [shard, list] of Map.groupBy(commands, (command) => command.shard)) {
    dues.push(...await findDues(tx, shard, list.map(({ month, creatorId }) => ({ month, creatorId }))));
    const others = list.map(({ creatorShard }) => creatorShard).filter((other) => other !== shard);
    const accounts = [ROYALTIES, PROMOTION_POOL, ...others.map((other) => royaltyClearingAccount(shard, other))];
    await loadBalances(tx, scope, { shard, accounts });
  }
  const own = commands.filter(({ shard, creatorShard }) => shard === creatorShard);
  return {
    ...{ dues, policies: scope.facts, sent: await sent.load(tx, scope, commands) },
    royalties: await loadRoyalties(tx, scope, own.map(({ shard, creatorId }) => ({ shard, creatorId }))),
  };
}

interface Came {
  readonly month: string;
  readonly fromShard: number;
  readonly units: number;
  readonly transferId: string;
  readonly now: number;
}

/** It settles from now on, as long as rewards do by the policy of the moment. */
function holdAppends(
  { royalties, policies }: { royalties: GroupRoyalties; policies: readonly Policy[] },
  creator: Creator,
  { now, ...came }: Came,
): Append[] {
  const until = now + policyAt(policies, now).settlingMs;
  const event: RoyaltyHoldEvent = { type: "RoyaltyHeld", data: { creatorId: creator.creatorId, ...came, until } };
  return royalties.royalties.add(creator, [event]);
}

interface Arriving extends Creator {
  readonly month: string;
  readonly fromShard: number;
  readonly kobo: number;
}

/** What left another shard comes to its creator: once. */
const receiveRoyalty: CommandHandler<
  Arriving,
  { royalties: GroupRoyalties; policies: readonly Policy[] },
  { changed: boolean },
  readonly Policy[]
> = {
  name: "receiveRoyalty",
  facts: readPolicies,
  async load(tx, commands, scope) {
    for (const { shard, fromShard } of commands) {
      await loadBalances(tx, scope, { shard, accounts: [royaltyClearingAccount(shard, fromShard)] });
    }
    return { royalties: await loadRoyalties(tx, scope, commands), policies: scope.facts };
  },
  decide(group, command, { now }) {
    const { shard, creatorId, month, fromShard, kobo } = command;
    if (group.royalties.royalties.of(command).has(holdKey(command))) {
      return { appends: [], result: { changed: false } };
    }
    const transferId = derivedId(creatorId, `royalty ${month} from ${fromShard} in`);
    const entries = arrivalEntries({ creatorId, kobo, fromShard, toShard: shard });
    const detail = { userId: creatorId, month, fromShard };
    const posted = group.royalties.balances.post(`ledger/${shard}`, { transferId, code: "royalty", entries, detail });
    const held = holdAppends(group, { shard, creatorId }, { month, fromShard, units: kobo, transferId, now });
    return { appends: [posted, ...held], result: { changed: true } };
  },
};

type Moving = Pick<Deps, "store" | "shardOf">;

/** Sends everything of closed months that has not been sent from a shard. Idempotent; safe to run concurrently. */
export async function sendDue(deps: Moving, shard: number, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted;) {
    const dues = await unsentDues(deps.store.sql, shard, AT_ONCE);
    await Promise.all(dues.map((due) => send(deps, shard, due)));
    more = dues.length === AT_ONCE;
  }
}

async function send(deps: Moving, shard: number, { month, creatorId, kobo }: Due): Promise<void> {
  const command = { shard, month, creatorId, creatorShard: deps.shardOf(creatorId) };
  await deps.store.execute(sendRoyalty, command, { logs: shardLogs(shard), metadata: METADATA, lane: "bulk" });
  await bringRoyalty(deps, { fromShard: shard, month, creatorId, kobo });
}

/** What has left a shard comes to the creator's, where that is another. Harmless twice. */
export async function bringSent(deps: Moving, { log, data }: Recorded<RoyaltySent>): Promise<void> {
  await bringRoyalty(deps, { ...data, fromShard: shardOfLog(log) });
}

async function bringRoyalty(
  deps: Moving,
  { fromShard, month, creatorId, kobo }: Pick<Due, "month" | "creatorId" | "kobo"> & { fromShard: number },
): Promise<void> {
  const shard = deps.shardOf(creatorId);
  if (shard === fromShard) return;
  const options = { logs: shardLogs(shard), metadata: METADATA, lane: "bulk" } as const;
  await deps.store.execute(receiveRoyalty, { shard, creatorId, month, fromShard, kobo }, options);
}
