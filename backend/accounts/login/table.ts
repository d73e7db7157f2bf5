import type { Sql } from "../../store/sql.ts";

/** Spends a proof: false when it was spent before. Also deletes expired ones. Times in epoch ms. */
export async function useCredential(
  sql: Sql,
  { credentialHash, expiresAt, now }: { credentialHash: string; expiresAt: number; now: number },
): Promise<boolean> {
  await sql`delete from used_credentials where expires_at < ${new Date(now)}`;
  const rows = await sql`
    insert into used_credentials (credential_hash, expires_at) values (${credentialHash}, ${new Date(expiresAt)})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}
