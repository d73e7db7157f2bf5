import type { AccountErased } from "../backend/accounts/account/events.ts";
import type { BirthYearsEvent } from "../backend/accounts/birth_years/events.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

const BIRTH_YEARS = table("birth_years", {
  userId: uuid,
  years: text,
}, {
  key: ["userId"],
});

/** In which years people say they were born, sealed. Inline: whoever changes it sees it at once. */
export const birthYears: Projection<BirthYearsEvent | AccountErased> = {
  name: "birth_years",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["BirthYearsTold", "BirthYearsTakenBack", "AccountErased"],
  tables: BIRTH_YEARS.ddl,

  async apply(tx, events) {
    // A person at a time changes their mind: a batch has few.
    for (const { type, data } of events) {
      if (type === "BirthYearsTold") {
        await tx`
          insert into birth_years (user_id, years) values (${data.userId}, ${data.years})
          on conflict (user_id) do update set years = excluded.years`;
      } else await tx`delete from birth_years where user_id = ${data.userId}`;
    }
  },
};

/** What people tell, sealed; those who tell nothing are missing from the map. */
export async function birthYearsOf(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Sealed>> {
  const rows = await sql<{ userId: string; years: Sealed }[]>`
    select user_id, years from birth_years where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, row.years]));
}
