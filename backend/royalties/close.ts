import { listenersBetween, totalsSince } from "../../projections/listening/reward_credit.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { lastClosed, type MonthSums, readDivisions, sumsOfMonth } from "../../projections/royalties/royalties.ts";
import { firstGrantAt, subscribersSince } from "../../projections/subscriptions/subscriptions.ts";
import type { Policy } from "../contract/policy_rules.ts";
import { daysOfMonth, monthAfter, monthOf, monthStart, royaltiesCloseAt } from "../contract/royalties.ts";
import type { Deps } from "../deps.ts";
import { shardLogs } from "../store/log/shard.ts";
import { streamsOf } from "../store/streams.ts";
import { closingStream, divisionStream, type RoyaltiesDivided, type RoyaltyMonthClosed } from "./events.ts";
import { factsOfMonth, type ListenerMonth } from "./facts.ts";
import { sendDue } from "./send.ts";
import { sharesAt as splitsAt } from "../catalogue/split/reads.ts";
import type { SharesAt } from "./shares.ts";
import { decideDivision, type Divisions, evolveDivisions, type MonthFacts, NOTHING_DIVIDED } from "./state.ts";

const METADATA = { actor: "system:royalties" };
const AT_ONCE = 100;
/** A dispute that took longer than this does not bring its money back into a month. */
const LONGEST_DISPUTE_MS = 400 * 86_400_000;

const divisions = streamsOf<ListenerMonth, Divisions, RoyaltiesDivided>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ listenerId }) => divisionStream(listenerId),
  initial: NOTHING_DIVIDED,
  evolve: evolveDivisions,
  async read(tx, asked) {
    const found = new Map<string, Divisions>();
    for (const [shard, list] of Map.groupBy(asked, (one) => one.shard)) {
      const known = await readDivisions(tx, shard, list.map(({ listenerId }) => listenerId));
      for (const [listenerId, state] of known) found.set(listenerId, state);
    }
    return ({ listenerId }) => found.get(listenerId) ?? NOTHING_DIVIDED;
  },
});

/** A month of a shard. */
interface ShardMonth {
  readonly shard: number;
  readonly month: string;
}

const closings = streamsOf<ShardMonth, boolean, RoyaltyMonthClosed>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ month }) => closingStream(month),
  initial: false,
  evolve: () => true,
});

/** Divides a listener's month: once, and not after the month is closed. */
function dividing(sharesAt: SharesAt) {
  return divisions.handler("divideRoyalties", {
    id: (command: ListenerMonth) => command,
    // No play joins the month any more; of what is decided about plays each fact says how much of it was seen.
    async facts(sql, commands, scope) {
      const policies = await readPolicies(sql);
      const found = new Map<string, MonthFacts>();
      for (const list of Map.groupBy(commands, ({ shard, month }) => `${shard} ${month}`).values()) {
        const [one] = list;
        if (!one) continue;
        const asked = { ...one, listenerIds: list.map(({ listenerId }) => listenerId) };
        const facts = await factsOfMonth(sql, asked, { policies, sharesAt, now: scope.now });
        for (const [listenerId, fact] of facts) found.set(keyOf({ listenerId, month: one.month }), fact);
      }
      return found;
    },
    beside: (tx, commands, scope) => closings.load(tx, scope, commands),
    decide(divided, command, { facts, beside: closings }) {
      const fact = facts.get(keyOf(command));
      return !fact || closings.of(command) ? [] : decideDivision(divided, fact);
    },
    result: ({ events }) => ({ changed: events.length > 0 }),
  });
}

function keyOf({ listenerId, month }: Pick<ListenerMonth, "listenerId" | "month">): string {
  return `${listenerId} ${month}`;
}

/** Closes a month whose listeners are all divided. */
const closeMonth = closings.handler("closeRoyaltyMonth", {
  id: (command: ShardMonth) => command,
  async beside(tx, commands) {
    const sums = new Map<string, MonthSums>();
    for (const { shard, month } of commands) sums.set(`${shard} ${month}`, await sumsOfMonth(tx, shard, month));
    return sums;
  },
  decide(isClosed, { shard, month }, { beside: sums }) {
    const sum = sums.get(`${shard} ${month}`);
    return !sum || isClosed ? [] : [{ type: "RoyaltyMonthClosed", data: { month, ...sum } }];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

type CloseDeps = Pick<Deps, "store" | "shardOf" | "now">;

interface CloseOptions {
  readonly signal?: AbortSignal | undefined;
  readonly sharesAt?: SharesAt;
}

/**
 * Computes and closes every month that is due, in each shard by itself and in the order of the months, and sends what is
 * due to creators. Another process that does the same at the same time finds it done; where this one dies, any goes on.
 */
export async function closeDueMonths(
  deps: CloseDeps,
  { signal, sharesAt = splitsAt }: CloseOptions = {},
): Promise<void> {
  const policies = await readPolicies(deps.store.sql);
  for (const shard of deps.store.shards.all) {
    for (const month of await dueMonths(deps, shard, policies)) {
      if (signal?.aborted) return;
      if (!await divideAll(deps, { shard, month, policies }, { signal, sharesAt })) return;
      await deps.store.execute(closeMonth, { shard, month }, {
        logs: shardLogs(shard),
        metadata: METADATA,
        lane: "bulk",
      });
    }
    await sendDue(deps, shard, signal);
  }
}

/** The months of a shard that have to be closed, oldest first. */
async function dueMonths(deps: CloseDeps, shard: number, policies: readonly Policy[]): Promise<string[]> {
  const last = await lastClosed(deps.store.sql, shard);
  const next = last === undefined ? await firstMonth(deps, shard, policies) : monthAfter(last);
  const months: string[] = [];
  for (let month = next; month !== undefined && isDue(month, policies, deps.now()); month = monthAfter(month)) {
    months.push(month);
  }
  return months;
}

/** Whether a month is to be closed at a moment (epoch ms). */
function isDue(month: string, policies: readonly Policy[], now: number): boolean {
  const policy = policyAt(policies, monthStart(monthAfter(month)));
  return royaltiesCloseAt(month, policy) <= now;
}

/**
 * The month of the first Premium, or of the first free listening that is paid for; at the earliest the oldest month whose
 * totals are all there, so that who begins with royalties owes nothing for years that are over.
 */
async function firstMonth(
  { store: { sql }, now }: CloseDeps,
  shard: number,
  policies: readonly Policy[],
): Promise<string | undefined> {
  const at = await firstGrantAt(sql, shard);
  const paying = policies.findLast(({ freeRoyaltyKoboPerHour }) => freeRoyaltyKoboPerHour > 0);
  const begins = [...at === undefined ? [] : [at], ...paying ? [Date.parse(paying.effectiveFrom)] : []];
  if (begins.length === 0) return undefined;
  const oldest = monthAfter(totalsSince(now()).slice(0, 7));
  const first = monthOf(Math.min(...begins));
  return first > oldest ? first : oldest;
}

/** Divides every listener of a shard; answers whether it came to the end. */
async function divideAll(
  deps: CloseDeps,
  { shard, month, policies }: ShardMonth & { policies: readonly Policy[] },
  { signal, sharesAt }: { signal: AbortSignal | undefined; sharesAt: SharesAt },
): Promise<boolean> {
  const { sql } = deps.store;
  const handler = dividing(sharesAt);
  const since = monthStart(month) - LONGEST_DISPUTE_MS;
  const pages = [(after: string | undefined) => subscribersSince(sql, shard, { since, after, limit: AT_ONCE })];
  if (policyAt(policies, monthStart(month)).freeRoyaltyKoboPerHour > 0) {
    const { first, last } = daysOfMonth(month);
    // Of a month whose totals are gone no person is listed: only what was paid for is divided.
    const span = { from: first, to: last, limit: AT_ONCE };
    if (first >= totalsSince(deps.now())) pages.push((after) => listenersBetween(sql, shard, { ...span, after }));
  }
  for (const page of pages) {
    let after: string | undefined;
    do {
      if (signal?.aborted) return false;
      const listenerIds = await page(after);
      const options = { logs: shardLogs(shard), metadata: METADATA, lane: "bulk" } as const;
      await Promise.all(
        listenerIds.map((listenerId) => deps.store.execute(handler, { shard, listenerId, month }, options)),
      );
      after = listenerIds.length < AT_ONCE ? undefined : listenerIds.at(-1);
    } while (after !== undefined);
  }
  return true;
}
