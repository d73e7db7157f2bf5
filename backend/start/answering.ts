import type { Sql } from "../store/sql.ts";

/** Whether processes of the service use this database now. */
export async function othersAnswer(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ others: boolean }[]>`
    select exists(
      select from pg_stat_activity where datname = current_database() and application_name = 'orin watch'
    ) as others`;
  return row?.others ?? false;
}
