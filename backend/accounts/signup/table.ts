import type { Sql, Tx } from "../../store/sql.ts";

interface StoredProof {
  readonly expiresAt: number;
  readonly state: "open" | "spent" | "void";
}

/** An account's proof is worth something until `expiresAt`; one that is known stays as it is. Times in epoch ms. */
export async function openProof(
  sql: Sql,
  { userId, expiresAt, now }: { userId: string; expiresAt: number; now: number },
): Promise<void> {
  await sql`delete from signup_proofs where expires_at < ${new Date(now)}`;
  await sql`
    insert into signup_proofs (user_id, expires_at) values (${userId}, ${new Date(expiresAt)}) on conflict do nothing`;
}

/** The stored proof of an account. */
export async function findProof(sql: Sql, userId: string): Promise<StoredProof | undefined> {
  const [row] = await sql<{ expiresAt: number; state: StoredProof["state"] }[]>`
    select expires_at, state from signup_proofs where user_id = ${userId}`;
  return row && { expiresAt: row.expiresAt, state: row.state };
}

/** Spends an account's proof; answers whether it was still valid at `now` (epoch ms). Succeeds once. */
export async function spendProof(sql: Sql, userId: string, now: number): Promise<boolean> {
  const rows = await sql<{ expiresAt: number }[]>`
    update signup_proofs set state = 'spent' where user_id = ${userId} and state = 'open' returning expires_at`;
  return rows.some((row) => row.expiresAt > now);
}

/** Makes it impossible to prove who signed up. */
export async function voidProof(sql: Sql, userId: string): Promise<void> {
  await sql`update signup_proofs set state = 'void' where user_id = ${userId} and state = 'open'`;
}

/** Counts a wrong code; with the last of `most` the proof is void. */
export async function countWrongCode(sql: Sql, userId: string, most: number): Promise<void> {
  await sql`
    update signup_proofs set wrong_codes = wrong_codes + 1,
      state = case when wrong_codes + 1 >= ${most} then 'void' else state end
    where user_id = ${userId} and state = 'open'`;
}

/** Of a person who is erased. */
export async function forgetProof(sql: Sql | Tx, userId: string): Promise<void> {
  await sql`delete from signup_proofs where user_id = ${userId}`;
}
