import type { Sql, Tx } from "../store/sql.ts";

/** The public key that a secret signs with: base64url. */
export interface NotedKey {
  readonly kid: string;
  readonly publicKey: string;
}

export async function insertAuditKey(sql: Sql | Tx, { kid, publicKey }: NotedKey): Promise<void> {
  await sql`insert into audit_keys (kid, public_key) values (${kid}, ${publicKey}) on conflict do nothing`;
}

/** The newest first. */
export async function findAuditKeys(sql: Sql | Tx): Promise<NotedKey[]> {
  return await sql<NotedKey[]>`
    select kid, public_key as "publicKey" from audit_keys order by noted_at desc, kid`;
}
