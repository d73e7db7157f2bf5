import { CLOCKS_DIFFER_MS } from "../clocks.ts";
import type { Sql, Tx } from "../sql.ts";

/** Thrown by a handler: not this job, what it goes through is away. The message is the reason. */
export class RelayAway extends Error {
  override readonly name = "RelayAway";
}

const FIRST_WAIT_MS = 15_000;
/** A question costs one connection, and a code lives for ten minutes: so a relay is never left alone for longer. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** `free`: it is not known to be away. `ask`: it is, and this process asks it with one job. `away`: not now. */
export type Turn = "free" | "ask" | "away";

/** Whether jobs may go through a relay now (epoch ms); of all processes one has the turn to ask. */
export async function takeTurn(sql: Sql, relay: string, now: number): Promise<Turn> {
  const [row] = await sql<{ isMine: boolean; isAway: boolean }[]>`
    with asked as (
      update job_relays
      set failures = failures + 1,
        next_try = ${new Date(now)}::timestamptz
          + least(${LONGEST_WAIT_MS}, ${FIRST_WAIT_MS} * 2 ^ least(failures, 16)) * interval '1 millisecond'
      where name = ${relay} and next_try <= ${new Date(now)}
      returning name
    )
    select exists (select from asked) as "isMine", exists (select from job_relays where name = ${relay}) as "isAway"`;
  return row?.isMine ? "ask" : row?.isAway ? "away" : "free";
}

/** Gives a turn back that was not used, because the job had nothing to send. */
export async function returnTurn(sql: Sql, relay: string, now: number): Promise<void> {
  await sql`
    update job_relays set failures = greatest(1, failures - 1), next_try = ${new Date(now)} where name = ${relay}`;
}

/** Notes that a relay is away; true where that is news. */
export async function noteAway(
  sql: Sql,
  { relay, now, reason }: { readonly relay: string; readonly now: number; readonly reason: string },
): Promise<boolean> {
  const rows = await sql`
    insert into job_relays (name, failures, next_try, reason)
    values (${relay}, 1, ${new Date(now + FIRST_WAIT_MS)}, ${reason.replaceAll("\0", "").slice(0, 1_000)})
    on conflict (name) do nothing returning name`;
  return rows.length > 0;
}

/**
 * Sends through a relay. Where it was away, all jobs go through it again, also where it answers that it does not take this
 * one, or not yet: only RelayAway says that it does not answer.
 */
export async function through(sql: Sql | Tx, relay: string, send: () => Promise<void>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof RelayAway)) await isBack(sql, relay);
    throw error;
  }
  await isBack(sql, relay);
}

async function isBack(sql: Sql | Tx, relay: string): Promise<void> {
  await sql`delete from job_relays where name = ${relay}`;
}

/** Asks a relay again now, as an operator does who has mended it. */
export async function askRelaysNow(sql: Sql | Tx, now: number): Promise<void> {
  await sql`update job_relays set next_try = ${new Date(now)}`;
}

/** Relays that a clock which was ahead has left alone for longer than any is are asked now (epoch ms). */
export async function bringRelaysBack(sql: Sql | Tx, now: number): Promise<void> {
  await sql`
    update job_relays set next_try = ${new Date(now)}
    where next_try > ${new Date(now + LONGEST_WAIT_MS + CLOCKS_DIFFER_MS)}`;
}

/** The relays that are away, with the reason and when they are asked again (epoch ms). */
export async function relaysAway(sql: Sql | Tx): Promise<{ name: string; reason: string; nextTry: number }[]> {
  const rows = await sql<{ name: string; reason: string; nextTry: number }[]>`
    select name, reason, next_try as "nextTry" from job_relays order by name`;
  return rows.map(({ nextTry, ...row }) => ({ ...row, nextTry: nextTry }));
}
