import { ledgerCheck } from "../../backend/ledger/verify.ts";
import { verify } from "../../backend/store/chain/verify.ts";
import { FAULT_PROJECTIONS } from "../faults/workload.ts";
import type { Seen, Stage } from "./criteria.ts";

/** One byte of an event is changed on a worker, behind the back of every trigger: a verification names its place. It is put back. */
export async function changedByte({ engine, database, load }: Stage): Promise<Seen> {
  const position = 2;
  const place = await engine.on(0, database, async (sql) => {
    const [row] = await sql<{ shardid: number; port: number; range: string }[]>`
      select shardid, nodeport as port, range from (
        select inhrelid::regclass::text as range,
          get_shard_id_for_distribution_column(inhrelid::regclass, 1::smallint) as shardid
        from pg_inherits where inhparent = 'public.plays_events'::regclass order by inhrelid limit 1
      ) as first join pg_dist_placement using (shardid) join pg_dist_node using (groupid)`;
    return row;
  });
  const index = Array.from({ length: engine.size }, (_, server) => server)
    .find((server) => engine.port(server) === place?.port);
  if (!place || index === undefined) return { isMet: false, figure: "the event is on no server" };
  const table = `public.${place.range.replaceAll('"', "").replace("public.", "")}_${place.shardid}`;
  const change = (from: string, to: string) =>
    engine.on(index, database, async (sql) => {
      await sql`set session_replication_role = replica`;
      return await sql.unsafe(
        `update ${table} set data = replace(data::text, ':"${from}', ':"${to}')::json
          where shard = 1 and position = ${position}`,
      );
    });
  const changed = await change("word", "ward");
  const { problems } = await verify({
    url: load.serviceUrl,
    projections: FAULT_PROJECTIONS,
    checks: [ledgerCheck],
    full: true,
  });
  await change("ward", "word");
  const named = problems.some(({ where }) => where.includes("plays/1") && where.includes(String(position)));
  const elsewhere = problems.filter(({ where }) => /^(ledger|plays)\/[02]\b/.test(where)).length;
  const said = problems.map(({ where, what }) => `${where}: ${what}`).slice(0, 3).join("; ");
  return { isMet: changed.count === 1 && named && elsewhere === 0, figure: said || "nothing was found" };
}
