import { deleteByPages } from "../delete_in_batches.ts";
import { CLOCKS_DIFFER_MS } from "../clocks.ts";
import type { Sql, Tx } from "../sql.ts";

/** A job of this process. `attempts` tells this attempt from any other: a process that lost the lease changes nothing. */
export interface RunningJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly attempts: number;
  readonly lastError: string | undefined;
  readonly createdAt: number;
  readonly dueAt: number;
}

const MAX_REASON_LENGTH = 1_000;

const DAY_MS = 24 * 3_600_000;
/** Longer than anyone asks for the same job again: a reaction that failed runs again within days, and never goes back. */
const DONE_FOR_DAYS = 180;

/** Takes up to `limit` due jobs, including those of dead processes. All times are epoch ms. */
export async function claimJobs(
  sql: Sql,
  { kind, limit, now, until }: { kind: string; limit: number; now: number; until: number },
): Promise<RunningJob[]> {
  return await sql<RunningJob[]>`
    with due as (
      select id from jobs
      where kind = ${kind} and state in ('waiting', 'running') and coalesce(locked_until, run_at) <= ${new Date(now)}
      order by coalesce(locked_until, run_at) limit ${limit} for update skip locked
    )
    update jobs set state = 'running', attempts = attempts + 1, locked_until = ${new Date(until)}
    from due where jobs.id = due.id
    returning jobs.id, kind, key, payload, attempts, last_error, created_at, coalesce(due_at, created_at) as due_at`;
}

/**
 * Extends the lease. False when the job belongs to another attempt by now. One that was on its way for long never shortens
 * what a later one has given.
 */
export async function extendLease(sql: Sql, { id, attempts }: RunningJob, until: number): Promise<boolean> {
  const rows = await sql`
    update jobs set locked_until = greatest(locked_until, ${new Date(until)})
    where id = ${id} and attempts = ${attempts} and state = 'running' returning id`;
  return rows.length > 0;
}

/** Marks the job as done and erases its payload, unless another attempt has taken it meanwhile. */
export async function markDone(sql: Sql, { id, attempts }: RunningJob, now: number): Promise<void> {
  await sql`
    update jobs set state = 'done', payload = null, locked_until = null, last_error = null, finished_at = ${new Date(
    now,
  )}
    where id = ${id} and attempts = ${attempts} and state = 'running'`;
}

/** Gives the job up for good, with the reason, unless another attempt has taken it meanwhile. */
export async function markFailed(
  sql: Sql,
  { id, attempts }: RunningJob,
  { now, reason }: { now: number; reason: string },
): Promise<void> {
  await sql`
    update jobs set state = 'failed', locked_until = null, last_error = ${storable(reason)}, finished_at = ${new Date(
    now,
  )}
    where id = ${id} and attempts = ${attempts} and state = 'running'`;
}

/** Lets the job wait for another attempt, with the reason, unless another attempt has taken it meanwhile. */
export async function markWaiting(
  sql: Sql,
  { id, attempts }: RunningJob,
  { runAt, reason }: { runAt: number; reason: string },
): Promise<void> {
  await sql`
    update jobs set state = 'waiting', locked_until = null, last_error = ${storable(reason)}, run_at = ${new Date(
    runAt,
  )}
    where id = ${id} and attempts = ${attempts} and state = 'running'`;
}

/** Gives the job back as if the attempt had not begun. */
export async function releaseJob(sql: Sql, { id, attempts }: RunningJob): Promise<void> {
  await sql`
    update jobs set state = 'waiting', locked_until = null, attempts = attempts - 1
    where id = ${id} and attempts = ${attempts} and state = 'running'`;
}

/** How many jobs of a kind have failed for good. */
export async function countFailed(sql: Sql, kind: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from jobs where kind = ${kind} and state = 'failed'`;
  return row?.count ?? 0;
}

/** Failed jobs of these kinds wait again, as if they were asked for now (epoch ms); answers how many. */
export async function runAgain(
  sql: Sql,
  { kinds, since, now }: { readonly kinds: readonly string[]; readonly since: number; readonly now: number },
): Promise<number> {
  const rows = await sql`
    update jobs set state = 'waiting', finished_at = null, attempts = 0, run_at = ${new Date(now)}, due_at = ${new Date(
    now,
  )}
    where state = 'failed' and kind = any(${[...kinds]}::text[]) and created_at >= ${new Date(since)} returning id`;
  return rows.length;
}

/**
 * Open jobs that a clock which was ahead has put off are due again by the clock as it is now (epoch ms): those it asked
 * for, but none that was to wait, and those that wait or belong to a process for longer than any does. Answers how many.
 */
export async function bringBack(
  sql: Sql | Tx,
  { now, longestMs }: { now: number; longestMs: number },
): Promise<number> {
  const [at, ahead] = [new Date(now), new Date(now + CLOCKS_DIFFER_MS)];
  const rows = await sql`
    update jobs set created_at = least(created_at, ${at}),
      locked_until = case when state = 'running' then least(locked_until, ${at}) end,
      run_at = case when run_at <= created_at or attempts > 0 then least(run_at, ${at}) else run_at end,
      due_at = case when due_at <= created_at or attempts > 0 then least(due_at, ${at}) else due_at end
    where state in ('waiting', 'running') and (
      created_at > ${ahead}
      or (attempts > 0 and coalesce(locked_until, run_at) > ${new Date(now + longestMs + CLOCKS_DIFFER_MS)}))
    returning id`;
  return rows.length;
}

/**
 * Deletes the jobs that were done more than 180 days ago (`now` in epoch ms), but none of the kinds that Orin asks for
 * again as long as their cause lasts. Failed jobs stay: admins decide on them.
 */
export async function forgetDoneJobs(
  sql: Sql,
  { now, askedAgain }: { now: number; askedAgain: readonly string[] },
): Promise<void> {
  const until = new Date(now - DONE_FOR_DAYS * DAY_MS);
  await deleteByPages(sql, "jobs", (onPages) =>
    sql`
      delete from jobs
      where ${onPages} and state = 'done' and finished_at < ${until} and kind <> all(${[...askedAgain]}::text[])`);
}

/** Postgres takes no NUL in text. */
function storable(reason: string): string {
  return reason.replaceAll("\0", "").slice(0, MAX_REASON_LENGTH);
}
