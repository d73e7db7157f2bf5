import type { AccountId } from "../../backend/ledger/chart.ts";
import { arrivalStream, type BetweenEvent } from "../../backend/gifts/cross_shard/events.ts";
import { type GiftEvent, giftStream } from "../../backend/gifts/events.ts";
import type { LogName, Recorded } from "../../backend/store/log/event.ts";
import { readAt, readStreams } from "../../backend/store/log/read.ts";
import type { TransferPosted } from "../../backend/ledger/transfer.ts";
import type { Tx } from "../../backend/store/sql.ts";

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

/** The clearing accounts of a shard, and the units that each has. */
export async function clearingAccountsOf(tx: Tx, shard: number): Promise<{ account: AccountId; balance: number }[]> {
  return await tx<{ account: AccountId; balance: number }[]>`
    select account, balance from ledger_accounts where shard = ${shard} and account like 'clearing:%' order by account`;
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
  for (const fact of await factsOf(tx, log, { giftIds, streams: [giftStream, arrivalStream] })) {
    const added = onTheWay(fact);
    const { giftId } = fact.data;
    if (added !== undefined) units.set(giftId, (units.get(giftId) ?? 0) + added);
  }
  return [...units].map(([giftId, sum]) => ({ giftId, units: sum }));
}

/** Units of gifts that have left a shard, or come to one; and of those that went back, by gift. */
interface Crossing {
  readonly there: ReadonlyMap<string, number>;
  readonly back: ReadonlyMap<string, number>;
}

/** What the shards of givers say of these gifts: what left, and what came back. */
export async function saidByGivers(tx: Tx, pair: ShardPair, giftIds: readonly string[]): Promise<Crossing> {
  return await crossing(tx, pair, { giftIds, streams: [giftStream] });
}

/** What the shards of artists say of these gifts: what came, and what went back. */
export async function saidByArtists(tx: Tx, pair: ShardPair, giftIds: readonly string[]): Promise<Crossing> {
  return await crossing(tx, pair, { giftIds, streams: [arrivalStream] });
}

async function crossing(tx: Tx, pair: ShardPair, asked: Asked): Promise<Crossing> {
  const [there, back] = [new Map<string, number>(), new Map<string, number>()];
  for (const shard of pair) {
    for (const fact of await factsOf(tx, `ledger/${shard}`, asked)) {
      const units = Math.abs(onTheWay(fact) ?? 0);
      if (fact.type === "GiftSent" || fact.type === "GiftArrived") there.set(fact.data.giftId, units);
      if (fact.type === "GiftRefunded" || fact.type === "GiftTakenBack") back.set(fact.data.giftId, units);
    }
  }
  return { there, back };
}

interface Asked {
  readonly giftIds: readonly string[];
  /** Names the streams of a gift. */
  readonly streams: readonly ((giftId: string) => string)[];
}

async function factsOf(tx: Tx, log: LogName, { giftIds, streams }: Asked): Promise<Recorded<Fact>[]> {
  const facts: Recorded<Fact>[] = [];
  for (let from = 0; from < giftIds.length; from += AT_ONCE) {
    const names = giftIds.slice(from, from + AT_ONCE).flatMap((giftId) => streams.map((name) => name(giftId)));
    for (const events of (await readStreams<Fact>(tx, log, names)).values()) facts.push(...events);
  }
  return facts;
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

/** What all clearing accounts of a shard's royalties have together: what has left it, less what came to it. */
export async function clearedRoyalties(tx: Tx, shard: number): Promise<number> {
  const [row] = await tx<{ balance: number }[]>`
    select coalesce(sum(balance), 0)::bigint as balance from ledger_accounts
    where shard = ${shard} and account like 'clearing_royalties:%'`;
  return row?.balance ?? 0;
}
