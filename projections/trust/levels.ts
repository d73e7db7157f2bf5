import type { TrustLevel } from "../../backend/contract/trust.ts";
import type { LevelEvent } from "../../backend/trust/level/events.ts";
import { smallint, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const LEVELS = table("levels", { userId: uuid, level: smallint.check("level between 1 and 2") }, {
  key: ["userId"],
  erase: ["userId"],
});

/** The level of each account that has one above 0. Inline: what a play earns is decided on it. */
export const levels = projection<LevelEvent>({
  name: "levels",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [LEVELS],
  handlers: {
    TrustLevelChanged: (tx, { data: { userId, level } }) =>
      level > 0 ? LEVELS.put(tx, { userId, level }) : LEVELS.delete(tx, { userId }),
  },
});

/** The levels of many accounts; an account that is missing from the map has level 0. */
export async function levelsOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, TrustLevel>> {
  const rows = await sql<{ userId: string; level: TrustLevel }[]>`
    select user_id, level from levels where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, row.level]));
}
