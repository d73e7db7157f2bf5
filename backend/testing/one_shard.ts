import { SHARD_TABLES } from "../store/place.ts";
import { connect, type Sql } from "../store/sql.ts";

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Filter"?: string;
  readonly "Recheck Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What is the same on every server: the versions of tables, who is in which shard, and a server's own catalogue. */
const ON_EVERY_SERVER: ReadonlySet<string> = new Set([
  "projection_versions",
  "shard_epochs",
  "pg_type",
  "pg_extension",
]);

/** The statements of writers: of those of a shard, and of the one of what belongs to everyone. */
interface HeardStatements {
  readonly ofShards: Iterable<string>;
  readonly ofEveryone: Iterable<string>;
}

/**
 * The statements that an engine which spreads shards over servers could not run on one, by their plans:
 * - each scan of a table of shards must be bound to one by its key or its filter;
 * - those of a shard's group touch no other table: what belongs to everyone is among the facts of a command.
 *
 * The rows themselves prove that the shard in them is the group's own (`refuseOtherShards`).
 */
export async function leavingTheirShard(
  ownerUrl: string,
  { ofShards, ofEveryone }: HeardStatements,
): Promise<string[]> {
  const sql = connect(ownerUrl, { max: 1, writer: true });
  try {
    const tables = await shardTables(sql);
    const leaving: string[] = [];
    const own = new Set(ofShards);
    for (const statement of new Set([...own, ...ofEveryone])) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(statement)) continue;
      const [row] = await sql.unsafe(`explain (generic_plan, format json) ${statement}`).simple();
      const [{ Plan }] = row?.["QUERY PLAN"] as [{ Plan: PlanNode }];
      const line = statement.replaceAll(/\s+/g, " ").trim();
      const names = [...unbound(Plan)].filter((name) => tables.has(name));
      const elsewhere = [...touched(Plan)].filter((name) => !tables.has(name) && !ON_EVERY_SERVER.has(name));
      if (own.has(statement)) names.push(...elsewhere);
      if (names.length > 0) leaving.push(`${[...new Set(names)].join(", ")}: ${line}`);
    }
    return leaving;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/**
 * Has every row of a shard refuse a writer of another one. The plans say that a statement names a shard; this says which:
 * a row of another shard that it meets, whatever it does with it, fails it. For the databases of tests: by row security,
 * which only the service's role has to pass, and by the writer's name, which says its logs.
 */
export async function refuseOtherShards(ownerUrl: string): Promise<void> {
  const sql = connect(ownerUrl, { max: 1 });
  try {
    await sql.unsafe(`
      create function public.is_of_own_shard(met smallint) returns boolean stable language plpgsql as $$
      declare own text := substring(current_setting('application_name') from '^orin writer (?:ledger|plays)/([0-9]+)');
      begin
        if own is null or own::smallint = met then
          return true;
        end if;
        raise exception 'A group of shard % touches a row of shard %', own, met;
      end $$`).simple();
    for (const name of await shardTables(sql)) {
      await sql.unsafe(`
        alter table ${name} enable row level security;
        create policy own_shard on ${name} using (public.is_of_own_shard(shard))`).simple();
    }
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Tables, and their ranges, that an engine would spread by their shard: those of the store and of projections. */
async function shardTables(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    left join pg_inherits on inhrelid = pg_class.oid
    where attname = 'shard' and not attisdropped and relkind in ('r', 'p') and (
      relnamespace = 'projected'::regnamespace
      or coalesce(inhparent, pg_class.oid) = any(${SHARD_TABLES.map((table) => `public.${table}`)}::text[]::regclass[])
    )`;
  return new Set(rows.map(({ name }) => name));
}

/** A join by the shard would do here, and not where an engine must know the shard beforehand. */
const ONE_SHARD = /\bshard = (\(*\$\d|'?\d)/;

function* unbound(node: PlanNode): Generator<string> {
  const { "Relation Name": table, Plans = [] } = node;
  const bounds = [node["Index Cond"], node["Filter"], node["Recheck Cond"]].join(" ");
  if (table !== undefined && !ONE_SHARD.test(bounds) && !("Operation" in node)) yield table;
  for (const child of Plans) yield* unbound(child);
}

/** Every table that a plan reads or writes. */
function* touched(node: PlanNode): Generator<string> {
  if (node["Relation Name"] !== undefined) yield node["Relation Name"];
  for (const child of node.Plans ?? []) yield* touched(child);
}
