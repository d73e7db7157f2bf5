import { connect } from "../store/sql.ts";
import { separateNow } from "../start/separate_shards.ts";
import { runTool } from "./tool.ts";

/**
 * `deno task shards`: lists the shards and how many events each has. `--separate` puts tables of their own in the place
 * of the common ones for plays and money, while processes of this version work; older ones must have ended.
 */
if (import.meta.main) {
  await runTool({}, async ({ sql, ownerUrl }) => {
    if (Deno.args.includes("--separate")) {
      const owner = connect(ownerUrl, { name: "orin migrate", max: 1 });
      await separateNow(owner);
      await owner.end({ timeout: 2 });
    }
    const [row] = await sql<{ separate: boolean }[]>`select shards_are_separate() as separate`;
    console.log(
      row?.separate ? "Plays and money have tables of their own." : "Plays and money share tables with the rest.",
    );
    const shards = await sql<{ shard: number; events: number }[]>`
      select shard, sum(last_position)::bigint as events from all_logs where log <> 'social' group by shard order by shard`;
    for (const { shard, events } of shards) console.log(`Shard ${shard}: ${events.toLocaleString("en")} events`);
  });
}
