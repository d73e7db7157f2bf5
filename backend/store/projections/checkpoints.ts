import { allSettled } from "../log/all_settled.ts";
import type { LogName } from "../log/event.ts";
import { inPlace, keptIn, type LogPlace, placed, placeOf, tableOf } from "../place.ts";
import { rawSql, type Sql, type Tx } from "../sql.ts";
import { plainArray } from "./columns.ts";
import type { Projection } from "./projection.ts";

/** What has positions in logs: a projection or a reactor. */
interface Follows {
  readonly name: string;
  readonly place: Projection["place"];
}

/** Those of what answers, or of what is being built to take its place. */
type Kept = "checkpoints" | "build_checkpoints";

/** Where a position is stored: beside the rows that are written up to it. */
export function checkpointPlace({ place }: Pick<Follows, "place">, log: LogName): LogPlace {
  return place === "social" ? "social" : placeOf(log);
}

/** Whether something that follows such logs has positions in a place. */
export function followsIn({ place, logs }: Pick<Projection, "place" | "logs">, where: LogPlace): boolean {
  if (where === "social") return place === "social" || logs.includes("social");
  return place === "shard" && logs.some((kind) => kind !== "social");
}

/** The logs by the place of their positions, in the order in which they are locked. */
function byPlace(follows: Follows, logs: Iterable<LogName>): [LogPlace, LogName[]][] {
  return inOrder(Map.groupBy([...logs].sort(), (log) => checkpointPlace(follows, log)));
}

function inOrder<Own>(places: ReadonlyMap<LogPlace, Own>): [LogPlace, Own][] {
  const rank = ([place]: [LogPlace, unknown]) => place === "social" ? Infinity : place;
  return [...places].sort((one, other) => rank(one) < rank(other) ? -1 : 1);
}

/** The positions in these logs; those that have none are missing. */
export async function positionsOf(
  sql: Sql | Tx,
  follows: Follows,
  { logs, kept = "checkpoints" }: { readonly logs: Iterable<LogName>; readonly kept?: Kept },
): Promise<Map<LogName, number>> {
  const found = await allSettled(
    byPlace(follows, logs).map(([place, own]) =>
      sql<{ log: LogName; position: number }[]>`
      select log, position from ${keptIn(place, kept)}
      where name = ${follows.name} and log = any(${plainArray(own)}::text::text[]) order by log`
    ),
  );
  return new Map(found.flatMap((rows) => rows.map(({ log, position }) => [log, position] as const)));
}

/** Adds positions where there are none. */
export async function addPositions(
  sql: Sql | Tx,
  added: readonly (Follows & { readonly positions: ReadonlyMap<LogName, number> })[],
  kept: Kept = "checkpoints",
): Promise<void> {
  const rows = added.flatMap(({ name, place, positions }) =>
    [...positions].map(([log, position]) => ({ where: checkpointPlace({ place }, log), name, log, position }))
  );
  for (const [where, own] of inOrder(Map.groupBy(rows, (row) => row.where))) {
    const { columns, values } = placed(where);
    const names = plainArray(own.map(({ name }) => name));
    const logs = plainArray(own.map(({ log }) => log));
    const positions = plainArray(own.map(({ position }) => position));
    await sql`
      insert into ${rawSql(tableOf(where, kept))} (${columns}name, log, position)
      select ${values}name, log, position
      from unnest(${names}::text::text[], ${logs}::text::text[], ${positions}::text::bigint[]) as t(name, log, position)
      order by name, log
      on conflict do nothing`;
  }
}

/** Keeps all others from moving these positions, until the transaction ends. */
export async function lockPositions(tx: Tx, follows: Follows, logs: Iterable<LogName>): Promise<void> {
  for (const [place, own] of byPlace(follows, logs)) {
    await tx`
      select from ${rawSql(tableOf(place, "checkpoints"))}
      where ${inPlace(place)} and name = ${follows.name} and log = any(${plainArray(own)}::text::text[])
      order by log for update`;
  }
}

/** Takes the positions in these logs away, wherever they stand: another version may have rows elsewhere. */
export async function dropPositions(
  tx: Tx,
  { name, logs, kept = "checkpoints" }: {
    readonly name: string;
    readonly logs: Iterable<LogName>;
    readonly kept?: Kept;
  },
): Promise<void> {
  for (const place of new Set<LogPlace>(["social", ...[...logs].map(placeOf)])) {
    await tx`delete from ${rawSql(tableOf(place, kept))} where ${inPlace(place)} and name = ${name}`;
  }
}
