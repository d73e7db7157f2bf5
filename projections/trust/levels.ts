import type { TrustLevel } from "../../backend/contract/trust.ts";
import type { LevelEvent } from "../../backend/trust/level/events.ts";
import { eventsOf } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { smallint, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf } from "../account_closings.ts";

const LEVELS = table("levels", { userId: uuid, level: smallint.check("level between 1 and 2") }, { key: ["userId"] });

/** The level of each account that has one above 0. Inline: what a play earns is decided on it. */
export const levels: Projection<LevelEvent | ClosingEvent> = {
  name: "levels",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["TrustLevelChanged", ...CLOSING_EVENTS],
  tables: LEVELS.ddl,

  async apply(tx, events) {
    const changes = eventsOf(events, "TrustLevelChanged").map(({ data }) => data);
    const last = [...new Map(changes.map((data) => [data.userId, data])).values()];
    const gone = [...last.filter(({ level }) => level === 0).map(({ userId }) => userId), ...closingsOf(events).erased];
    await tx`
      insert into levels ${LEVELS.values(tx, last.filter(({ level }) => level > 0))}
      on conflict (user_id) do update set level = excluded.level`;
    if (gone.length > 0) await tx`delete from levels where user_id = any(${gone}::uuid[])`;
  },
};

/** The levels of many accounts; an account that is missing from the map has level 0. */
export async function levelsOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, TrustLevel>> {
  const rows = await sql<{ userId: string; level: TrustLevel }[]>`
    select user_id, level from levels where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, row.level]));
}
