import type { ExtraPlayBought } from "../../backend/subscriptions/events.ts";
import { shardOfLog } from "../../backend/store/log/event.ts";
import { day, int, smallint, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const EXTRA_PLAYS = table("extra_plays", {
  shard: smallint,
  userId: uuid,
  day,
  plays: int.check("plays > 0"),
}, { key: ["shard", "userId", "day"] });

/** Plays that were bought for a day. Inline: who has paid may play immediately. */
export const extraPlays = projection<ExtraPlayBought>({
  name: "extra_plays",
  version: 2,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  tables: [EXTRA_PLAYS],
  handlers: {
    ExtraPlayBought: (tx, { log, data }) =>
      tx`
        insert into extra_plays (shard, user_id, day, plays) values (${shardOfLog(log)}, ${data.userId}, ${data.day}, 1)
        on conflict (shard, user_id, day) do update set plays = extra_plays.plays + 1`,
  },
});

/** How many plays more than the free ones someone has on a Lagos day. */
export async function extraPlaysOn(
  sql: Sql | Tx,
  { shard, userId }: { readonly shard: number; readonly userId: string },
  day: string,
): Promise<number> {
  const [row] = await sql<{ plays: number }[]>`
    select plays from extra_plays where shard = ${shard} and user_id = ${userId} and day = ${day}`;
  return row?.plays ?? 0;
}

/** How many someone has bought since a Lagos day began. */
export async function extraPlaysSince(
  sql: Sql | Tx,
  { shard, userId }: { readonly shard: number; readonly userId: string },
  day: string,
): Promise<number> {
  const [row] = await sql<{ plays: number }[]>`
    select coalesce(sum(plays), 0)::int as plays from extra_plays
    where shard = ${shard} and user_id = ${userId} and day >= ${day}`;
  return row?.plays ?? 0;
}
