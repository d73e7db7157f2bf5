import type { Sql } from "../../store/sql.ts";

/** Uses the code of a time step: false where it, or a later one, was used before, in whatever process. */
export async function useStep(
  sql: Sql,
  { factorId, step }: { readonly factorId: string; readonly step: number },
): Promise<boolean> {
  const rows = await sql`
    insert into second_factor_steps (factor_id, last_step) values (${factorId}, ${step})
    on conflict (factor_id) do update set last_step = excluded.last_step
      where second_factor_steps.last_step < excluded.last_step
    returning 1`;
  return rows.length > 0;
}
