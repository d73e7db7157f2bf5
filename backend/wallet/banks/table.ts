import type { Sql } from "../../store/sql.ts";

interface KeptBank {
  readonly code: string;
  readonly name: string;
  readonly slug: string;
}

/** The banks as they were heard last, and when (epoch ms); undefined where they never were. */
export async function readBankList(sql: Sql): Promise<{ banks: readonly KeptBank[]; heardAt: number } | undefined> {
  const [row] = await sql<{ banks: KeptBank[]; heardAt: number }[]>`select banks, heard_at from bank_list`;
  return row && { banks: row.banks, heardAt: row.heardAt };
}

/** Keeps the list in place of the one before; what another process has heard later stays. */
export async function keepBankList(sql: Sql, banks: readonly KeptBank[], heardAt: number): Promise<void> {
  await sql`
    insert into bank_list (banks, heard_at) values (${JSON.stringify(banks)}::text::json, ${new Date(heardAt)})
    on conflict (is_only) do update set banks = excluded.banks, heard_at = excluded.heard_at
    where bank_list.heard_at < excluded.heard_at`;
}
