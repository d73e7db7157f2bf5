import { type LogName, shardOfLog } from "./log/event.ts";
import { rawSql } from "./sql.ts";

/**
 * Where rows are. Plays and money are kept by shard, in tables whose keys begin with it; what belongs to everyone is
 * `social`. This file alone knows the tables. On a database of one server they are plain tables; where an engine spreads
 * tables over servers, a statement that names one shard runs on the server that has it.
 */
export type LogPlace = number | "social";

/** The place of a log. Throws RangeError for a name that no log can have: it becomes part of a statement. */
export function placeOf(log: LogName): LogPlace {
  if (!isLogName(log)) throw new RangeError(`No log has the name ${log}`);
  return log === "social" ? "social" : shardOfLog(log);
}

/** Whether a log may have this name. */
export function isLogName(name: string): name is LogName {
  return /^(social|(ledger|plays)\/(0|[1-9]\d{0,4}))$/.test(name);
}

/** The place where a group of commands keeps their results: the first shard among its logs, if one has any. */
export function placeOfGroup(logs: readonly LogName[]): LogPlace {
  return logs.map(placeOf).find((place) => place !== "social") ?? "social";
}

/** The places of some logs, each once, in the order in which their heads are locked. */
export function placesOf(logs: readonly LogName[]): LogPlace[] {
  const places = [...new Set(logs.map(placeOf))];
  return [...places.filter((place) => place !== "social").sort((one, two) => one - two), ...places.filter(isSocial)];
}

function isSocial(place: LogPlace): boolean {
  return place === "social";
}

/** What is kept by place. `events` of a shard are in a table a kind of log. */
type Kept = "logs" | "event_ids" | "command_results" | "chain_blocks" | "checkpoints" | "build_checkpoints";

/**
 * Tables that groups of shards read or write beside projections, those that refer to nothing first; an engine spreads them
 * by their column `shard`.
 */
export const SHARD_TABLES = [
  ...["shard_logs", "shard_event_ids", "shard_command_results", "shard_chain_blocks"],
  ...["shard_checkpoints", "shard_build_checkpoints", "shard_verifications", "ledger_events", "plays_events"],
  ...["archived_ranges", "archived_frames", "archived_streams", "archived_keys"],
  "deliveries",
] as const;

/** Small tables that every group reads: an engine keeps a copy of them on every server. */
export const TABLES_EVERYWHERE = ["projection_versions", "shard_epochs"] as const;

const COLUMNS = {
  events:
    "log, position, stream, stream_version, event_id, type, schema_version, data, metadata, occurred_at, recorded_at",
  logs: "log, last_position",
  event_ids: "event_id, log, position",
  command_results: "command_id, actor, name, fingerprint, outcome, recorded_at",
  chain_blocks:
    "log, block, first_position, last_position, event_hashes, debits, credits, previous_hash, hash, format, sealed_at",
  checkpoints: "name, log, position",
  build_checkpoints: "name, log, position",
} as const;

/** The table of a log's events, for an `insert`. */
export function eventsTable(log: LogName): string {
  return placeOf(log) === "social" ? "events" : `${log.split("/")[0]}_events`;
}

/** The table of what is kept by place, for an `insert`, `update` or lock. */
export function tableOf(place: LogPlace, kept: Kept): string {
  return place === "social" ? kept : `shard_${kept}`;
}

/** The condition that keeps a statement on such a table in its place; true for what belongs to everyone. */
export function inPlace(place: LogPlace) {
  return rawSql(place === "social" ? "true" : `shard = ${place}`);
}

/** The columns that such an `insert` begins with, and their values. */
export function placed(place: LogPlace) {
  const isShard = place !== "social";
  return { columns: rawSql(isShard ? "shard, " : ""), values: rawSql(isShard ? `${place}, ` : "") };
}

/** The events of a log's place, as `events`, for a `from`: `from ${eventsIn(log)} where log = ${log} …`. */
export function eventsIn(log: LogName) {
  return rowsIn(placeOf(log), { table: eventsTable(log), columns: COLUMNS.events, name: "events" });
}

/** The rows of a place, under the name of what they are, for a `from`. */
export function keptIn(place: LogPlace, kept: Kept) {
  return rowsIn(place, { table: tableOf(place, kept), columns: COLUMNS[kept], name: kept });
}

/** What the archive keeps of a shard, under its own name, for a `from`. Only logs of shards have any. */
export function archivedIn(
  log: LogName,
  table: "archived_ranges" | "archived_frames" | "archived_streams" | "archived_keys",
) {
  return rawSql(`(select * from ${table} where ${table}.shard = ${placeOf(log)}) as ${table}`);
}

/** The planner takes the parentheses away: keys and ranges are used as if the table stood there. */
function rowsIn(place: LogPlace, { table, columns, name }: { table: string; columns: string; name: string }) {
  return rawSql(
    place === "social" ? table : `(select ${columns} from ${table} where shard = ${place}) as ${name}`,
  );
}
