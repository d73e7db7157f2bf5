import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { type Due, findDues, unsentDues } from "../../projections/royalties/royalties.ts";
import type { Policy } from "../contract/policy_rules.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { PROMOTION_POOL, ROYALTIES, royaltyClearingAccount } from "../ledger/chart.ts";
import type { GroupScope } from "../store/log/command.ts";
import { type Recorded, shardOfLog } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import type { Tx } from "../store/sql.ts";
import { streamsOf } from "../store/streams.ts";
import { type RoyaltyHoldEvent, type RoyaltySent, sentStream } from "./events.ts";
import { type Creator, loadRoyalties, royaltyHolds } from "./holding.ts";
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

/**
 * What the listeners of a shard owe a creator leaves it, or is the creator's immediately where both are in one shard.
 */
const sendRoyalty = sent.handler("sendRoyalty", {
  id: (command: Sending) => command,
  facts: readPolicies,
  beside: loadSending,
  decide(isSent, { shard, month, creatorId }, { beside: { dues } }) {
    const due = dues.find((one) => one.month === month && one.creatorId === creatorId);
    if (!due?.isClosed || due.kobo === 0 || isSent) return [];
    const { kobo, promotionKobo } = due;
    const transferId = derivedId(creatorId, `royalty ${month} from ${shard}`);
    return [{ type: "RoyaltySent", data: { month, creatorId, kobo, promotionKobo, transferId } }];
  },
  appends(events, command, { streams, facts, beside: { royalties: { royalties, balances } }, now }) {
    const { shard, creatorShard } = command;
    const followed = events.flatMap(({ data: { month, creatorId, kobo, promotionKobo, transferId } }) => {
      const entries = sendingEntries({ creatorId, kobo, promotionKobo, fromShard: shard, toShard: creatorShard });
      const detail = { userId: creatorId, month, fromShard: shard };
      const came = { creatorId, month, fromShard: shard, units: kobo, transferId, now };
      return [
        balances.post(`ledger/${shard}`, { transferId, code: "royalty", entries, detail }),
        ...royalties.add({ shard, creatorId }, creatorShard === shard ? [heldFrom(facts, came)] : []),
      ];
    });
    return [...streams.add(command, events), ...followed];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** What is due, and the royalties of those who are in this shard. */
async function loadSending(tx: Tx, commands: readonly Sending[], scope: GroupScope<readonly Policy[]>) {
  const dues: Awaited<ReturnType<typeof findDues>> = [];
  for (const [shard, list] of Map.groupBy(commands, (command) => command.shard)) {
    dues.push(...await findDues(tx, shard, list.map(({ month, creatorId }) => ({ month, creatorId }))));
    const others = list.map(({ creatorShard }) => creatorShard).filter((other) => other !== shard);
    const accounts = [ROYALTIES, PROMOTION_POOL, ...others.map((other) => royaltyClearingAccount(shard, other))];
    await loadBalances(tx, scope, { shard, accounts });
  }
  const own = commands.filter(({ shard, creatorShard }) => shard === creatorShard);
  const creators = own.map(({ shard, creatorId }) => ({ shard, creatorId }));
  return { dues, royalties: await loadRoyalties(tx, scope, creators) };
}

interface Came {
  readonly creatorId: string;
  readonly month: string;
  readonly fromShard: number;
  readonly units: number;
  readonly transferId: string;
  readonly now: number;
}

/** It settles from now on, as long as rewards do by the policy of the moment. */
function heldFrom(policies: readonly Policy[], { now, ...came }: Came): RoyaltyHoldEvent {
  return { type: "RoyaltyHeld", data: { ...came, until: now + policyAt(policies, now).settlingMs } };
}

interface Arriving extends Creator {
  readonly month: string;
  readonly fromShard: number;
  readonly kobo: number;
}

/** What left another shard comes to its creator: once. */
const receiveRoyalty = royaltyHolds.handler("receiveRoyalty", {
  id: (command: Arriving) => command,
  facts: readPolicies,
  async beside(tx, commands, scope) {
    for (const { shard, fromShard } of commands) {
      await loadBalances(tx, scope, { shard, accounts: [royaltyClearingAccount(shard, fromShard)] });
    }
    return await loadRoyalties(tx, scope, commands);
  },
  decide(holds, command, { facts, now }) {
    if (holds.has(holdKey(command))) return [];
    const { creatorId, month, fromShard, kobo: units } = command;
    const transferId = derivedId(creatorId, `royalty ${month} from ${fromShard} in`);
    return [heldFrom(facts, { creatorId, month, fromShard, units, transferId, now })];
  },
  appends(events, command, { streams, beside: { balances } }) {
    const { shard, creatorId, month, fromShard, kobo } = command;
    const entries = arrivalEntries({ creatorId, kobo, fromShard, toShard: shard });
    const detail = { userId: creatorId, month, fromShard };
    const posted = events.map(({ data: { transferId } }) =>
      balances.post(`ledger/${shard}`, { transferId, code: "royalty", entries, detail })
    );
    return [...posted, ...streams.add(command, events)];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

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
