import { connect, type Sql } from "../store/sql.ts";

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Index Cond"?: string;
  readonly "Filter"?: string;
  readonly "Recheck Cond"?: string;
  readonly Plans?: readonly PlanNode[];
}

/**
 * The statements that look into more than one shard, by their plans: each scan of a table of shards must be bound to one
 * by its key or its filter. An engine that spreads shards over servers could not run them on one. With `shared`, they may
 * touch no tables but those of shards and these, which each server has.
 */
export async function leavingTheirShard(
  ownerUrl: string,
  statements: Iterable<string>,
  shared?: readonly string[],
): Promise<string[]> {
  const sql = connect(ownerUrl, { max: 1, writer: true });
  try {
    const tables = await shardTables(sql);
    const leaving: string[] = [];
    for (const statement of statements) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(statement)) continue;
      const [row] = await sql.unsafe(`explain (generic_plan, format json) ${statement}`).simple();
      const [{ Plan }] = row?.["QUERY PLAN"] as [{ Plan: PlanNode }];
      const isElsewhere = (name: string) => shared !== undefined && !tables.has(name) && !shared.includes(name);
      const names = [
        ...[...unbound(Plan)].filter((name) => tables.has(name)),
        ...[...touched(Plan)].filter(isElsewhere),
      ];
      const line = statement.replaceAll(/\s+/g, " ").trim();
      if (names.length === 0) continue;
      leaving.push(`${[...new Set(names)].join(", ")}: ${line}`);
    }
    return leaving;
  } finally {
    await sql.end({ timeout: 2 });
  }
}

/** Tables, and their ranges, whose rows say their shard and whose keys begin with it. */
async function shardTables(sql: Sql): Promise<Set<string>> {
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
    where attname = 'shard' and not attisdropped and relkind in ('r', 'p')
      and relnamespace in ('public'::regnamespace, 'projected'::regnamespace)
      and relname !~ '^(logs|events|events_social.*|event_ids|command_results|chain_blocks|checkpoints)$'`;
  return new Set(rows.map(({ name }) => name));
}

/** A join by the shard would do here, and not where an engine must know the shard beforehand. */
const ONE_SHARD = /\bshard = (\(*\$\d|'?\d)/;

function* touched({ "Relation Name": table, Plans = [] }: PlanNode): Generator<string> {
  if (table !== undefined) yield table;
  for (const child of Plans) yield* touched(child);
}

function* unbound(node: PlanNode): Generator<string> {
  const { "Relation Name": table, Plans = [] } = node;
  const bounds = [node["Index Cond"], node["Filter"], node["Recheck Cond"]].join(" ");
  if (table !== undefined && !ONE_SHARD.test(bounds) && !("Operation" in node)) yield table;
  for (const child of Plans) yield* unbound(child);
}
