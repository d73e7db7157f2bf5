import { type AccountId, clearingAccount } from "../backend/ledger/chart.ts";
import type { BetweenEvent } from "../backend/gifts/between/events.ts";
import type { GiftEvent } from "../backend/gifts/events.ts";
import type { LogName, Recorded } from "../backend/store/log/event.ts";
import { readAt, readStreams } from "../backend/store/log/read.ts";
import type { TransferPosted } from "../backend/ledger/transfer.ts";
import type { Tx } from "../backend/store/sql.ts";

/** Two shards, the lower number first. */
export type ShardPair = readonly [one: number, other: number];

/** Units of a gift. */
interface GiftUnits {
  readonly giftId: string;
  readonly units: number;
}

/** Shards between which something has moved. It has no tables: the ledger's accounts say it. */
export async function pairsInClearing(tx: Tx): Promise<ShardPair[]> {
  const rows = await tx<{ one: number; other: number }[]>`
    select distinct least(own, other) as one, greatest(own, other) as other from (
      select split_part(account, ':', 2)::int as own, split_part(account, ':', 3)::int as other
      from ledger_accounts where account like 'clearing:%'
    ) as pairs where own <> other order by 1, 2`;
  return rows.map(({ one, other }) => [one, other]);
}

/** The sum of the two clearing accounts of a pair, in units. */
export async function clearingSum(tx: Tx, [one, other]: ShardPair): Promise<number> {
  const [row] = await tx<{ sum: number }[]>`
    select coalesce(sum(balance), 0)::bigint as sum from ledger_accounts
    where (shard = ${one} and account = ${clearingAccount(one, other)})
      or (shard = ${other} and account = ${clearingAccount(other, one)})`;
  return row?.sum ?? 0;
}

/** What the clearing account of a shard has of each gift. */
export async function clearedGifts(tx: Tx, shard: number, account: AccountId): Promise<GiftUnits[]> {
  const entries = await tx<{ position: number; amount: number }[]>`
    select position, amount from ledger_entries where shard = ${shard} and account = ${account} order by position`;
  const units = new Map<string, number>();
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE);
    const posted = await readAt<TransferPosted>(tx, `ledger/${shard}`, some.map(({ position }) => position));
    for (const { position, amount } of some) {
      const giftId = String(posted.get(position)?.data.detail["giftId"]);
      units.set(giftId, (units.get(giftId) ?? 0) + amount);
    }
  }
  return [...units].map(([giftId, sum]) => ({ giftId, units: sum }));
}

/** Gifts that are read together. */
const AT_ONCE = 1_000;

/** What the facts of a log add to these gifts on their way: what left counts, what came takes it away. */
export async function giftsOnTheirWay(tx: Tx, log: LogName, giftIds: readonly string[]): Promise<GiftUnits[]> {
  const units = new Map<string, number>();
  for (let from = 0; from < giftIds.length; from += AT_ONCE) {
    const streams = giftIds.slice(from, from + AT_ONCE).flatMap((giftId) => [`gift/${giftId}`, `gift_in/${giftId}`]);
    for (const events of (await readStreams<Fact>(tx, log, streams)).values()) {
      for (const fact of events) {
        const added = onTheWay(fact);
        const { giftId } = fact.data;
        if (added !== undefined) units.set(giftId, (units.get(giftId) ?? 0) + added);
      }
    }
  }
  return [...units].map(([giftId, sum]) => ({ giftId, units: sum }));
}

type Fact = GiftEvent | BetweenEvent;

function onTheWay(fact: Recorded<Fact>): number | undefined {
  switch (fact.type) {
    case "GiftSent":
      return fact.data.units;
    case "GiftArrived":
      return -fact.data.units;
    case "GiftTakenBack":
      return fact.data.takenUnits + fact.data.owedUnits;
    case "GiftRefunded":
      return -fact.data.takenUnits - fact.data.owedUnits;
    default:
      return undefined;
  }
}
