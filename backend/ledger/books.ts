import { lagosDay } from "../contract/policy.ts";
import { plainArray } from "../store/projections/columns.ts";
import { type LogName, type Recorded, shardOfLog } from "../store/log/event.ts";
import type { Projection } from "../store/projections/projection.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { type AccountId, bookAccount } from "./chart.ts";
import type { TransferPosted } from "./transfer.ts";
import { readLog } from "../store/log/read.ts";

/** Positions of a log in one part: a past moment reads the events of one part, and sums for all before it. */
const PART = 250;

/**
 * What moved in the platform's accounts, and in those of all people together, by Lagos day and by part of the log.
 * `readBooks` adds up whole parts and reads the rest from the events, so any moment costs the same.
 */
export const ledgerBooks: Projection<TransferPosted> = {
  name: "ledger_books",
  version: 1,
  mode: "async",
  place: "shard",
  logs: ["ledger"],
  on: ["TransferPosted"],
  tables: `
    create table ledger_books (
      shard smallint not null,
      part bigint not null,
      day date not null,
      account text not null,
      code text not null,
      inward bigint not null check (inward >= 0),
      outward bigint not null check (outward >= 0),
      last_position bigint not null,
      last_at timestamptz not null,
      primary key (shard, part, day, account, code)
    ) with (fillfactor = 70)`,

  async apply(tx, events) {
    const rows = events.flatMap(legsOf);
    const column = (pick: (row: Leg) => string | number) => plainArray(rows.map(pick));
    await tx`
      insert into ledger_books as known (shard, part, day, account, code, inward, outward, last_position, last_at)
      select shard, part, day, account, code, sum(greatest(amount, 0))::bigint, sum(greatest(-amount, 0))::bigint,
        max(position), to_timestamp(max(at) / 1000)
      from unnest(
        ${column((row) => row.shard)}::text::smallint[], ${column((row) => row.part)}::text::bigint[],
        ${column((row) => row.position)}::text::bigint[], ${column((row) => row.day)}::text::date[],
        ${column((row) => row.account)}::text::text[], ${column((row) => row.code)}::text::text[],
        ${column((row) => row.amount)}::text::bigint[], ${column((row) => row.at)}::text::float8[]
      ) as t(shard, part, position, day, account, code, amount, at)
      group by shard, part, day, account, code
      on conflict (shard, part, day, account, code) do update set inward = known.inward + excluded.inward,
        outward = known.outward + excluded.outward,
        last_position = greatest(known.last_position, excluded.last_position),
        last_at = greatest(known.last_at, excluded.last_at)`;
  },
};

interface Leg {
  readonly shard: number;
  readonly part: number;
  readonly position: number;
  readonly day: string;
  readonly account: AccountId;
  readonly code: string;
  readonly amount: number;
  readonly at: number;
}

function legsOf({ log, data, position, recordedAt }: Recorded<TransferPosted>): Leg[] {
  const part = Math.floor(position / PART);
  const place = { shard: shardOfLog(log), part, position, day: lagosDay(recordedAt), code: data.code, at: recordedAt };
  return data.entries.map(({ account, amount }) => ({ ...place, account: bookAccount(account), amount }));
}

/** What moved in an account of the books under a code, in units, by month (YYYY-MM) of its day in Lagos. */
export interface BookLine {
  readonly month: string;
  readonly account: AccountId;
  readonly code: string;
  readonly inward: number;
  readonly outward: number;
}

export interface LedgerBooks {
  readonly lines: readonly BookLine[];
  /** The last transfer of each log that counts; logs without one are missing. */
  readonly upTo: readonly { readonly log: LogName; readonly position: number }[];
}

/**
 * All that moved before a moment (epoch ms). Give it a snapshot (repeatable read). Events stand in the order of their
 * moments, so the parts before the one with the moment count whole.
 */
export async function readBooks(tx: Tx, before: number): Promise<LedgerBooks> {
  const shards = await edgesOf(tx, before);
  const found = await Promise.all(shards.map((edge) => booksOf(tx, edge, before)));
  const upTo = shards.map(({ shard }, index) => (
    { log: `ledger/${shard}` as const, position: found[index]?.position ?? 0 }
  ));
  return { lines: found.flatMap(({ lines }) => lines), upTo: upTo.filter(({ position }) => position > 0) };
}

/** Where the whole parts end: from `next` on events are read one by one, up to `end`. */
interface Edge {
  readonly shard: number;
  readonly part: number;
  readonly next: number;
  readonly end: number;
}

async function edgesOf(tx: Tx, before: number): Promise<Edge[]> {
  const logs = await tx<{ shard: number }[]>`
    select split_part(log, '/', 2)::int as shard from all_logs where log like 'ledger/%' order by 1`;
  const rows = await tx<{ shard: number; part: number | undefined; last: number }[]>`
    select shard::int as shard, min(part) filter (where last_at >= ${new Date(before)}) as part,
      max(last_position) as last
    from ledger_books group by ledger_books.shard`;
  const edges = new Map(rows.map((row) => [row.shard, row]));
  return logs.map(({ shard }) => edges.get(shard) ?? { shard, part: undefined, last: 0 }).map(({ shard, part, last }) =>
    part === undefined
      ? { shard, part: Number.MAX_SAFE_INTEGER, next: last + 1, end: Number.MAX_SAFE_INTEGER }
      : { shard, part, next: part * PART, end: (part + 1) * PART }
  );
}

interface ShardBooks {
  readonly lines: BookLine[];
  readonly position: number;
}

async function booksOf(tx: Tx, { shard, part, next, end }: Edge, before: number): Promise<ShardBooks> {
  const [whole, events] = await Promise.all([
    tx<(BookLine & { position: number })[]>`
      select to_char(day, 'YYYY-MM') as month, account, code, sum(inward)::bigint as inward,
        sum(outward)::bigint as outward, max(last_position) as position
      from ledger_books where shard = ${shard} and part < ${part} group by 1, 2, 3`,
    readLog(tx, `ledger/${shard}`, { after: next - 1, upTo: end - 1, types: ["TransferPosted"] }),
  ]);
  const lines = whole.map(({ position: _, ...line }): BookLine => line);
  const rest = events.filter(({ recordedAt }) => recordedAt < before) as Recorded<TransferPosted>[];
  for (const { recordedAt, data: { code, entries } } of rest) {
    const month = lagosDay(recordedAt).slice(0, "YYYY-MM".length);
    for (const { account, amount } of entries) {
      const moved = { inward: Math.max(0, amount), outward: Math.max(0, -amount) };
      lines.push({ month, account: bookAccount(account), code, ...moved });
    }
  }
  const position = [...whole, ...rest].reduce((most, row) => Math.max(most, row.position), 0);
  return { lines, position };
}

/** What moved in accounts of the books on each Lagos day of a span under some codes, in units: in less out. */
export async function movedByDay(
  sql: Sql | Tx,
  { accounts, codes, from, to }: {
    readonly accounts: readonly AccountId[];
    readonly codes: readonly string[];
    readonly from: string;
    readonly to: string;
  },
): Promise<Map<string, Map<AccountId, number>>> {
  const rows = await sql<{ day: string; account: AccountId; units: number }[]>`
    select to_char(day, 'YYYY-MM-DD') as day, account, sum(inward - outward)::bigint as units from ledger_books
    where account = any(${[...accounts]}) and code = any(${[...codes]}) and day between ${from} and ${to}
    group by 1, 2`;
  const days = new Map<string, Map<AccountId, number>>();
  for (const { day, account, units } of rows) days.set(day, (days.get(day) ?? new Map()).set(account, units));
  return days;
}
