import type { LogName } from "../log/event.ts";
import { archivedUpTo } from "./cold.ts";
import { archivedIn, eventsIn, keptIn, placeOf } from "../place.ts";
import type { Sql, Tx } from "../sql.ts";

/** The tables whose ranges can leave. */
export const KINDS = ["ledger", "plays"] as const;
type Kind = (typeof KINDS)[number];

/** A table of positions, which holds them of every shard. */
export interface Range {
  readonly kind: Kind;
  readonly first: number;
  readonly last: number;
}

/**
 * Where a log's events of a range are. `before`: the log has not come to it. `open`: it still grows. `unsealed`: the
 * chain does not hold all of it. `young`: its newest event is not old enough. `waiting`: an earlier range of the log has
 * not left, because another shard still fills it; what is archived of a log has no gaps. `due`: it may leave. `archived`:
 * it has left.
 */
type RangeState = "before" | "open" | "unsealed" | "young" | "waiting" | "due" | "archived";

export interface LogRange {
  readonly log: LogName;
  readonly state: RangeState;
  /** When the newest event that it has now was recorded, epoch ms; undefined while there is none. */
  readonly recordedTo: number | undefined;
}

export interface RangeNow extends Range {
  /** What its table and keys take, bytes. */
  readonly bytes: number;
  readonly logs: readonly LogRange[];
}

/** The ranges that have a table, the oldest first, as they are for an age in days. */
export async function rangesNow(
  sql: Sql | Tx,
  { afterDays, now }: { afterDays: number; now: number },
): Promise<RangeNow[]> {
  const logs = await sql<{ log: LogName; head: number }[]>`
    select log, last_position as head from all_logs where log <> 'social' order by log`;
  const tables = await sql<{ kind: Kind; first: number; pastLast: number; bytes: number }[]>`
    select split_part(parent.relname, '_', 1) as kind, bounds[1]::bigint as first, bounds[2]::bigint as past_last,
      pg_total_relation_size(range.oid) as bytes
    from pg_class as parent join pg_inherits on inhparent = parent.oid join pg_class as range on range.oid = inhrelid
    cross join lateral regexp_match(pg_get_expr(range.relpartbound, range.oid), 'FROM \\(''(\\d+)''\\) TO \\(''(\\d+)''\\)')
      as bounds
    where parent.oid in (to_regclass('public.ledger_events'), to_regclass('public.plays_events')) order by kind, first`;
  const ranges: RangeNow[] = [];
  for (const { kind, first, pastLast, bytes } of tables) {
    const range = { kind, first, last: pastLast - 1 };
    const own = logs.filter(({ log }) => log.startsWith(`${kind}/`));
    const states: LogRange[] = [];
    for (const { log, head } of own) states.push(await stateOf(sql, log, { ...range, head, afterDays, now }));
    ranges.push({ ...range, bytes, logs: states });
  }
  return ranges;
}

/** Whether the table of a range may go: every log that has come to it may leave, and one does. */
export function isDue({ logs }: RangeNow): boolean {
  return logs.some(({ state }) => state === "due") &&
    logs.every(({ state }) => state === "due" || state === "before" || state === "archived");
}

const DAY_MS = 86_400_000;

async function stateOf(
  sql: Sql | Tx,
  log: LogName,
  { first, last, head, afterDays, now }: Range & { head: number; afterDays: number; now: number },
): Promise<LogRange> {
  const archived = await archivedUpTo(sql, log);
  if (archived >= last) return { log, state: "archived", recordedTo: undefined };
  if (head < first) return { log, state: "before", recordedTo: undefined };
  const [row] = await sql<{ recordedAt: number; isSealed: boolean }[]>`
    select recorded_at, exists (
      select from ${keptIn(placeOf(log), "chain_blocks")} where log = ${log} and last_position >= ${last}
    ) as is_sealed
    from ${eventsIn(log)} where log = ${log} and position = ${Math.min(head, last)}`;
  const recordedTo = row?.recordedAt;
  const state = head < last
    ? "open"
    : !row?.isSealed
    ? "unsealed"
    : (recordedTo ?? now) > now - afterDays * DAY_MS
    ? "young"
    : archived < first - 1
    ? "waiting"
    : "due";
  return { log, state, recordedTo };
}

/** An archived range of a log. */
interface ArchivedRange {
  readonly log: LogName;
  readonly first: number;
  readonly last: number;
  readonly object: string;
  readonly bytes: number;
  readonly rawBytes: number;
  readonly archivedAt: number;
}

/** What has left, the oldest first. */
export async function archivedRanges(sql: Sql | Tx): Promise<ArchivedRange[]> {
  const logs = await sql<{ log: LogName }[]>`select log from all_logs where log <> 'social' order by log`;
  const found: ArchivedRange[] = [];
  for (const { log } of logs) {
    const rows = await sql<
      (Pick<ArchivedRange, "first" | "last" | "object" | "bytes" | "rawBytes"> & { at: number })[]
    >`
      select first_position as first, last_position as last, object, bytes, raw_bytes as "rawBytes", archived_at as at
      from ${archivedIn(log, "archived_ranges")} where log = ${log} order by first_position`;
    found.push(...rows.map(({ at, ...row }) => ({ log, ...row, archivedAt: at })));
  }
  return found;
}
