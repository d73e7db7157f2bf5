import { lagosDay } from "../../contract/policy.ts";
import { addShards } from "../../start/add_shards.ts";
import { separateNow } from "../../start/separate_shards.ts";
import { readEpochs } from "../../store/log/epochs.ts";
import { Nodes } from "../../store/nodes.ts";
import { connect, type Sql } from "../../store/sql.ts";
import { PersonalData } from "../../store/personal/personal_data.ts";
import { projectionsWith } from "../../../projections/mod.ts";
import { openTool } from "./tool.ts";

interface ShardOptions {
  /** How many shards to add. */
  readonly add?: number | undefined;
  /** A Lagos day. */
  readonly from?: string | undefined;
  readonly separate?: boolean | undefined;
}

/**
 * `orin shards`: lists the shards, from when on people come to them, and how many events each has. While processes of
 * this version work, and no older ones, `add` adds shards for people who join from a midnight in Lagos on, the next or
 * that of `from`; `separate` puts tables of their own in the place of the common ones for plays and money.
 */
export async function listShards({ add, from, separate = false }: ShardOptions): Promise<void> {
  await using tool = await openTool();
  const { sql, ownerUrl, keys } = tool;
  const owner = connect(ownerUrl, { name: "orin migrate", max: 1 });
  try {
    if (separate) await separateNow(owner, projectionsWith(new PersonalData(keys)));
    if (add !== undefined) await addShards(owner, { count: add, from, now: Date.now() });
  } finally {
    await owner.end({ timeout: 2 });
  }
  await list(sql, ownerUrl);
}

async function list(sql: Sql, ownerUrl: string): Promise<void> {
  const [row] = await sql<{ separate: boolean }[]>`
    select shards_are_separate() and checkpoints_are_separate() as separate`;
  console.log(
    row?.separate ? "Plays and money have tables of their own." : "Plays and money share tables with the rest.",
  );
  const rows = await sql<{ shard: number; events: number }[]>`
    select shard, sum(last_position)::bigint as events from all_logs where log <> 'social' group by shard`;
  const events = new Map(rows.map((one) => [one.shard, one.events]));
  const nodes = new Nodes({ sql, url: ownerUrl });
  await nodes.known();
  const at = (shard: number) => nodes.areSpread ? ` on ${new URL(nodes.urlOf(shard)).host}` : "";
  for (const { from, first, shards } of await readEpochs(sql)) {
    console.log(from === 0 ? "From the beginning:" : `For who joins from ${lagosDay(from)} on:`);
    for (let shard = first; shard < first + shards; shard++) {
      console.log(`  Shard ${shard}: ${(events.get(shard) ?? 0).toLocaleString("en")} events${at(shard)}`);
    }
  }
}
