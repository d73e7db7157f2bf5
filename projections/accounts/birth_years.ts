import type { BirthYearsEvent } from "../../backend/accounts/birth_years/events.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const BIRTH_YEARS = table("birth_years", { userId: uuid, years: text }, { key: ["userId"], erase: ["userId"] });

/** In which years people say they were born, sealed. Inline: people see their change immediately. */
export const birthYears = projection<BirthYearsEvent>({
  name: "birth_years",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [BIRTH_YEARS],
  handlers: {
    BirthYearsTold: (tx, { data }) => BIRTH_YEARS.put(tx, data),
    BirthYearsTakenBack: (tx, { data: { userId } }) => BIRTH_YEARS.delete(tx, { userId }),
  },
});

/** What people tell, sealed; those who tell nothing are missing from the map. */
export async function birthYearsOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Sealed>> {
  const rows = await sql<{ userId: string; years: Sealed }[]>`
    select user_id, years from birth_years where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, row.years]));
}
