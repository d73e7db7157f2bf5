import { ledgerCheck } from "../../backend/ledger/verify.ts";
import type { ChainHead } from "../../backend/store/chain/chain.ts";
import type { Sql } from "../../backend/store/sql.ts";
import { verify } from "../../backend/store/chain/verify.ts";
import { onDatabase, openStore, seal } from "../parts/database.ts";
import { commandOf } from "./commands.ts";
import { FAULT_PROJECTIONS } from "./workload.ts";

/** What the writers were answered: by command the outcomes, and by outcome how often. */
type Answers = ReadonlyMap<number, ReadonlySet<string>>;

interface Run {
  readonly seed: number;
  readonly shards: number;
  /** Heads that were kept elsewhere meanwhile. */
  readonly heads?: readonly ChainHead[];
}

/** Holds what the writers were told against what is stored, and proves the store. Answers what is wrong. */
export async function audit(serviceUrl: string, answers: Answers, run: Run): Promise<string[]> {
  await using store = openStore(serviceUrl, FAULT_PROJECTIONS);
  const problems = await store.settle(30_000) ? [] : ["a projection did not reach the head"];
  await onDatabase(serviceUrl, async (sql) => {
    problems.push(...await auditAnswers(sql, answers, run), ...await auditWords(sql));
    await seal(sql);
  });
  const proof = await verify({
    url: serviceUrl,
    projections: FAULT_PROJECTIONS,
    checks: [ledgerCheck],
    full: true,
    ...(run.heads && { heads: run.heads }),
  });
  return [...problems, ...proof.problems.map(({ where, what }) => `${where}: ${what}`)];
}

/** Acknowledged = stored once; refused = not stored; and every answer to a command says the same. */
async function auditAnswers(sql: Sql, answers: Answers, { seed, shards }: Run): Promise<string[]> {
  const rows = await sql<{ eventId: string; times: number }[]>`
    select event_id, count(*)::int as times from (
      select event_id from ledger_events union all select event_id from plays_events
    ) as stored group by event_id`;
  const stored = new Map(rows.map((row) => [row.eventId, row.times]));
  return [...answers].flatMap(([n, outcomes]) => {
    const { id, kind } = commandOf(seed, n, shards);
    const expected = outcomes.has("ok") ? 1 : 0;
    const times = stored.get(id) ?? 0;
    const said = [...outcomes].join(" and ");
    if (outcomes.size !== 1 || !/^(ok|refused)$/.test(said)) return [`${kind} ${n} was answered ${said}`];
    return times === expected ? [] : [`${kind} ${n} was answered ${said} and is stored ${times} times`];
  });
}

async function auditWords(sql: Sql): Promise<string[]> {
  const [row] = await sql<{ said: number; counted: number; inShards: number }[]>`
    select (select count(*)::int from plays_events where type = 'Said') as said,
      (select coalesce(sum(times), 0)::int from words) as counted,
      (select coalesce(sum(times), 0)::int from shard_words) as in_shards`;
  if (row?.said === row?.counted && row?.said === row?.inShards) return [];
  return [`${row?.said} words were appended, ${row?.counted} counted, and ${row?.inShards} in the shards`];
}
