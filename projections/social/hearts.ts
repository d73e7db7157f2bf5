import type { FavouriteKind } from "../../backend/contract/playlists.ts";
import type { HeartEvent } from "../../backend/social/heart/events.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { moment, oneOf, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf, isClosing } from "../account_closings.ts";
import { foldWords } from "./counted_pairs.ts";

const HEARTS = table("hearts", {
  userId: uuid,
  kind: oneOf("track", "artist"),
  targetId: uuid,
  givenAt: moment,
}, {
  key: ["userId", "kind", "targetId"],
  indexes: { hearts_newest: "(user_id, kind, given_at desc, target_id desc)" },
});

/** Hearts of people for tracks and artists. Inline: decisions read it, and givers see their heart immediately. */
export const hearts: Projection<HeartEvent | ClosingEvent> = {
  name: "hearts",
  version: 3,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["HeartGiven", "HeartTaken", ...CLOSING_EVENTS],
  tables: HEARTS.ddl,

  async apply(tx, events) {
    const { came, went, returned } = foldWords(events.flatMap((event) => {
      if (isClosing(event)) return [];
      const { type, data, stream: key, recordedAt: givenAt } = event;
      return [{ key, row: { ...data, givenAt }, isThere: type === "HeartGiven" }];
    }));
    await tx`
      delete from hearts using ${rowsOf(tx, [...went, ...returned], HEART)} as gone
      where hearts.user_id = gone.user_id and hearts.kind = gone.kind and hearts.target_id = gone.target_id`;
    await HEARTS.add(tx, came);
    await HEARTS.remove(tx, "userId", closingsOf(events).erased);
  },
};

const HEART = { uuid: ["userId", "targetId"], text: ["kind"] } as const;

/** The tracks or artists that have a person's heart, newest first. */
export async function listHearts(
  sql: Sql | Tx,
  { userId, kind, limit }: { userId: string; kind: FavouriteKind; limit: number },
): Promise<string[]> {
  const rows = await sql<{ targetId: string }[]>`
    select target_id from hearts where user_id = ${userId} and kind = ${kind}
    order by given_at desc, target_id desc limit ${limit}`;
  return rows.map((row) => row.targetId);
}

/** The hearts that exist, as "user/kind/target". */
export async function findHearts(tx: Sql | Tx, asked: readonly HeartEvent["data"][]): Promise<Set<string>> {
  const rows = await tx<{ userId: string; kind: string; targetId: string }[]>`
    select found.* from ${rowsOf(tx, asked, HEART)} as asked
    cross join lateral (
      select user_id, kind, target_id from hearts
      where user_id = asked.user_id and kind = asked.kind and target_id = asked.target_id limit 1
    ) as found`;
  return new Set(rows.map((row) => `${row.userId}/${row.kind}/${row.targetId}`));
}
