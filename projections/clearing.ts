import { type AccountId, clearingAccount } from "../backend/ledger/chart.ts";
import type { LogName } from "../backend/store/log/event.ts";
import { plainArray } from "../backend/store/projections/columns.ts";
import { eventsIn } from "../backend/store/place.ts";
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
  const log: LogName = `ledger/${shard}`;
  return await tx<GiftUnits[]>`
    select data->'detail'->>'giftId' as "giftId", sum(amount)::bigint as units
    from (select position, amount from ledger_entries where shard = ${shard} and account = ${account}) as entries
    join (select position, data from ${eventsIn(log)} where log = ${log}) as posted using (position)
    group by 1`;
}

/** What the facts of a log add to these gifts on their way: what left counts, what came takes it away. */
export async function giftsOnTheirWay(tx: Tx, log: LogName, giftIds: readonly string[]): Promise<GiftUnits[]> {
  const streams = giftIds.flatMap((giftId) => [`gift/${giftId}`, `gift_in/${giftId}`]);
  return await tx<GiftUnits[]>`
    select data->>'giftId' as "giftId", sum(case type
      when 'GiftSent' then (data->>'units')::bigint
      when 'GiftArrived' then -(data->>'units')::bigint
      when 'GiftTakenBack' then (data->>'takenUnits')::bigint + (data->>'owedUnits')::bigint
      else -(data->>'takenUnits')::bigint - (data->>'owedUnits')::bigint end)::bigint as units
    from ${eventsIn(log)} where log = ${log} and stream = any(${plainArray(streams)}::text::text[])
      and type in ('GiftSent', 'GiftArrived', 'GiftTakenBack', 'GiftRefunded')
    group by 1`;
}
