import type { LogName, RecordedEvent } from "../log/event.ts";
import { type Projection, readsLog } from "./projection.ts";
import { readLogBatch } from "../log/read_batch.ts";
import type { Sql, Tx } from "../sql.ts";

/** A stretch of a log: the positions after `after` up to and including `upTo`. */
interface Stretch {
  readonly log: LogName;
  readonly after: number;
  readonly upTo: number;
}

/** Positions in a batch, unless a caller asks for more: all of them are in memory together. */
const BATCH = 5_000;

/** The events of a stretch that a projection handles, in batches of positions; the next one is read meanwhile. */
export async function* readBatches(
  sql: Sql | Tx,
  projection: Projection,
  { log, after, upTo, batch = BATCH }: Stretch & { readonly batch?: number },
): AsyncGenerator<{ events: RecordedEvent[]; upTo: number }> {
  const read = (from: number) => {
    const end = Math.min(upTo, from + batch);
    const events = readLogBatch(sql, log, { after: from, upTo: end, types: projection.on });
    // If folding fails first, nothing awaits this one any more.
    events.catch(() => {});
    return { events, end };
  };
  let next = after < upTo ? read(after) : undefined;
  while (next) {
    const { events, end } = { events: await next.events, end: next.end };
    next = end < upTo ? read(end) : undefined;
    yield { events, upTo: end };
  }
}

/** Folds a stretch into the projection's tables in one transaction; its search path picks the tables. */
export async function foldStretch(tx: Tx, projection: Projection, stretch: Stretch): Promise<void> {
  for await (const { events } of readBatches(tx, projection, stretch)) {
    if (events.length > 0) await projection.apply(tx, events);
  }
}

/** The existing logs that a projection reads. */
export async function logsOf(sql: Sql | Tx, projection: Pick<Projection, "logs">): Promise<LogName[]> {
  const rows = await sql<{ log: LogName }[]>`select log from all_logs order by log`;
  return rows.map((row) => row.log).filter((log) => readsLog(projection, log));
}
