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

/** What a passkey is asked to sign, and for what. */
export interface Challenge {
  readonly challenge: string;
  readonly userId: string;
  readonly purpose: "add" | "log_in";
}

/** Notes a challenge, and forgets those without an answer. Times in epoch ms. */
export async function noteChallenge(
  sql: Sql,
  { challenge, userId, purpose }: Challenge,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
): Promise<void> {
  await sql`delete from passkey_challenges where expires_at < ${new Date(now)}`;
  await sql`
    insert into passkey_challenges (challenge, user_id, purpose, expires_at)
    values (${challenge}, ${userId}, ${purpose}, ${new Date(expiresAt)})`;
}

/** Uses a challenge: false where it was not this admin's, was used before, or is too old. */
export async function useChallenge(
  sql: Sql,
  { challenge, userId, purpose }: Challenge,
  now: number,
): Promise<boolean> {
  const rows = await sql`
    delete from passkey_challenges
    where challenge = ${challenge} and user_id = ${userId} and purpose = ${purpose} and expires_at > ${new Date(now)}
    returning 1`;
  return rows.length > 0;
}

/**
 * Notes how often a passkey has signed: false where it counted as far before, as only a copy of it does. Passkeys that
 * do not count always say 0.
 */
export async function useCount(
  sql: Sql,
  { passkeyId, count }: { readonly passkeyId: string; readonly count: number },
): Promise<boolean> {
  const rows = await sql`
    insert into passkey_counts (passkey_id, count) values (${passkeyId}, ${count})
    on conflict (passkey_id) do update set count = excluded.count
      where passkey_counts.count < excluded.count or (passkey_counts.count = 0 and excluded.count = 0)
    returning 1`;
  return rows.length > 0;
}
