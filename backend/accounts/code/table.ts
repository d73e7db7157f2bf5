import { deleteInBatches } from "../../store/delete_in_batches.ts";
import type { Sql, Tx } from "../../store/sql.ts";

/** A retry of what sent a code still finds it; rates look back one day. */
const KEPT_MS = 30 * 24 * 3_600_000;

export type CodePurpose = "verify" | "reset" | "email" | "close" | "phone";

export interface StoredCode {
  readonly codeId: string;
  readonly hmac: Uint8Array;
  readonly tries: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isUsed: boolean;
}

/** Two requests for one person and purpose take turns until their transactions end. */
export async function lockCodes(tx: Tx, userId: string, purpose: CodePurpose): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`one_time_codes ${userId} ${purpose}`}, 0))`;
}

/** How many codes were made for one person and purpose since a moment (epoch ms). */
export async function countCodes(
  tx: Tx,
  { userId, purpose, since }: { userId: string; purpose: CodePurpose; since: number },
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from one_time_codes
    where user_id = ${userId} and purpose = ${purpose} and created_at > ${new Date(since)}`;
  return row?.count ?? 0;
}

/** How often codes of one person and purpose were tried that were made since a moment (epoch ms). */
export async function countTries(
  tx: Tx,
  { userId, purpose, since }: { userId: string; purpose: CodePurpose; since: number },
): Promise<number> {
  const [row] = await tx<{ tries: number }[]>`
    select coalesce(sum(tries - (used_at is not null)::int), 0)::int as tries from one_time_codes
    where user_id = ${userId} and purpose = ${purpose} and created_at > ${new Date(since)}`;
  return row?.tries ?? 0;
}

/** Uses codes up without a try; `now` in epoch ms. */
export async function burn(tx: Tx, codeIds: readonly string[], now: number): Promise<void> {
  await tx`update one_time_codes set used_at = ${new Date(now)} where code_id = any(${[...codeIds]}::uuid[])`;
}

/** Stores a code; answers false when its id is known. Times in epoch ms. */
export async function insertCode(
  tx: Tx,
  code: {
    readonly codeId: string;
    readonly userId: string;
    readonly purpose: CodePurpose;
    readonly hmac: Uint8Array;
    readonly createdAt: number;
    readonly expiresAt: number;
  },
): Promise<boolean> {
  const rows = await tx`
    insert into one_time_codes (code_id, user_id, purpose, code_hmac, created_at, expires_at)
    values (${code.codeId}, ${code.userId}, ${code.purpose}, ${Buffer.from(code.hmac)}, ${new Date(code.createdAt)},
      ${new Date(code.expiresAt)})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** The last two codes of a person and purpose, the newest first: no other can be valid. */
export async function newestCodes(sql: Sql | Tx, userId: string, purpose: CodePurpose): Promise<StoredCode[]> {
  const rows = await sql<
    {
      codeId: string;
      codeHmac: Uint8Array;
      tries: number;
      createdAt: number;
      expiresAt: number;
      usedAt: number | undefined;
    }[]
  >`
    select code_id, code_hmac, tries, created_at, expires_at, used_at from one_time_codes
    where user_id = ${userId} and purpose = ${purpose} order by created_at desc, code_id desc limit 2`;
  return rows.map((row) => ({
    codeId: row.codeId,
    hmac: row.codeHmac,
    tries: row.tries,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    isUsed: row.usedAt !== undefined,
  }));
}

/** Counts a try of each code that it was compared with, and burns them all when one was right (`usedAt`, epoch ms). */
export async function countTry(tx: Tx, codeIds: readonly string[], usedAt: number | undefined): Promise<void> {
  await tx`
    update one_time_codes set tries = tries + 1, used_at = ${usedAt === undefined ? null : new Date(usedAt)}
    where code_id = any(${[...codeIds]}::uuid[])`;
}

/** Of a person who is erased. */
export async function forgetCodes(sql: Sql | Tx, userId: string): Promise<void> {
  await sql`delete from one_time_codes where user_id = ${userId}`;
}

/** Deletes the codes, used or not, that expired more than 30 days ago (`now` in epoch ms). */
export async function forgetOldCodes(sql: Sql, now: number): Promise<void> {
  await deleteInBatches((limit) =>
    sql`
      delete from one_time_codes where code_id in (
        select code_id from one_time_codes where expires_at < ${new Date(now - KEPT_MS)}
        limit ${limit} for update skip locked)`
  );
}
