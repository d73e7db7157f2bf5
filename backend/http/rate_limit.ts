import type { Context } from "hono";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { addressOf } from "./address.ts";

/** The first failures cost nothing, then each doubles the wait. */
interface Rule {
  /** An account or an address, stored as a keyed hash. */
  readonly subject: string;
  readonly free: number;
  readonly firstDelayMs: number;
  readonly mostDelayMs: number;
}

const ACCOUNT = { free: 5, firstDelayMs: 1_000, mostDelayMs: 5 * 60_000 };
const ADDRESS = { free: 50, firstDelayMs: 1_000, mostDelayMs: 15 * 60_000 };
/** The count starts again after this time without a failure. */
const FORGET_MS = 3_600_000;
const HOUR_MS = 3_600_000;
/** For six digits, which a week of guessing would find: in the end one try an hour, until a day goes by without one. */
const SHORT_CODE = { free: 5, firstDelayMs: 1_000, mostDelayMs: HOUR_MS, forgetMs: 24 * HOUR_MS };
const TIDY_EVERY = 200;

/**
 * Counts failures of one kind, for the account that a request names and for its address. Only failures count, and nobody
 * stays locked out. The counts are in Postgres, so every process and the next start know them; few requests fail.
 */
export class Attempts {
  readonly #account: Rule | undefined;
  readonly #rules: readonly Rule[];

  constructor(readonly deps: Deps, c: Context, { kind, account }: { kind: string; account?: string }) {
    const subject = (text: string) => deps.personal.lookupHash("rate limit", `${kind} ${text}`);
    this.#account = account === undefined ? undefined : { ...ACCOUNT, subject: subject(`account ${account}`) };
    const address = { ...ADDRESS, free: generous(deps, ADDRESS.free), subject: subject(`address ${addressOf(c)}`) };
    this.#rules = this.#account ? [this.#account, address] : [address];
  }

  /** Throws Refusal `too_many_attempts` while the account or the address has to wait. */
  async admit(): Promise<void> {
    const { sql } = this.deps.store;
    const rows = await sql<{ subject: string; count: number; noted_at: Date }[]>`
      select subject, count, noted_at from rate_limits where subject = any(${this.#rules.map((rule) => rule.subject)})`;
    const waits = rows.map(({ subject, count, noted_at }) => {
      const rule = this.#rules.find((one) => one.subject === subject);
      return noted_at.getTime() + (rule ? delayOf(rule, count) : 0) - this.deps.now();
    });
    const waitMs = Math.max(0, ...waits);
    if (waitMs > 0) throw tooMany("Too many attempts", waitMs);
  }

  /**
   * Counts a try of a short code as a failure before the code is looked at: of guesses that arrive together, no more are
   * looked at than of guesses one after another. Throws Refusal `too_many_attempts` while the account has to wait.
   */
  async take(): Promise<void> {
    if (!this.#account) throw new Error("A try of a short code names its account");
    const { subject } = this.#account;
    const { free, firstDelayMs, mostDelayMs, forgetMs } = SHORT_CODE;
    const now = this.deps.now();
    const rows = await this.deps.store.sql`
      insert into rate_limits (subject, count, noted_at) values (${subject}, 1, ${new Date(now)})
      on conflict (subject) do update set noted_at = excluded.noted_at,
        count = case when rate_limits.noted_at < ${new Date(now - forgetMs)} then 1 else rate_limits.count + 1 end
      where rate_limits.count <= ${free} or rate_limits.noted_at <= ${new Date(
      now,
    )}::timestamptz - interval '1 millisecond'
        * least(${mostDelayMs}::float8, ${firstDelayMs} * power(2::float8, least(rate_limits.count - ${free} - 1, 30)))
      returning 1`;
    if (rows.length > 0) return await tidy(this.deps);
    const [row] = await this.deps.store.sql<{ count: number; noted_at: Date }[]>`
      select count, noted_at from rate_limits where subject = ${subject}`;
    const waitMs = row ? row.noted_at.getTime() + delayOf({ ...SHORT_CODE, subject }, row.count) - now : 0;
    throw tooMany("Too many attempts", Math.max(waitMs, 1_000));
  }

  async failed(): Promise<void> {
    const now = this.deps.now();
    await this.deps.store.sql`
      insert into rate_limits (subject, count, noted_at)
      select subject, 1, ${new Date(now)} from unnest(${this.#rules.map((rule) => rule.subject)}::text[]) as t(subject)
      order by subject
      on conflict (subject) do update set noted_at = excluded.noted_at,
        count = case when rate_limits.noted_at < ${new Date(now - FORGET_MS)} then 1 else rate_limits.count + 1 end`;
    await tidy(this.deps);
  }

  /** Starts the account's count again, and never the address's: an attacker has an account, too. */
  async passed(): Promise<void> {
    if (this.#account) await this.deps.store.sql`delete from rate_limits where subject = ${this.#account.subject}`;
  }
}

/** Runs what takes a code: an account or an address that sends many wrong ones has to wait. */
export async function guarded<Result>(
  deps: Deps,
  c: Context,
  { account, run }: { account?: string; run: () => Promise<Result> },
): Promise<Result> {
  const attempts = new Attempts(deps, c, { kind: "code", ...(account !== undefined && { account }) });
  await attempts.admit();
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refusal && error.code === "bad_code") await attempts.failed();
    throw error;
  }
}

/**
 * Takes one turn of an address, or `of` an account, for a kind of request. Throws Refusal `too_many_attempts` when none
 * is left in this hour. Development has a thousand times as many.
 */
export async function takeTurn(
  deps: Deps,
  c: Context,
  { kind, perHour, of = addressOf(c) }: { kind: string; perHour: number; of?: string },
) {
  const { count, hourFrom } = await countOfHour(deps, { kind: `${kind} turn`, of });
  if (count > generous(deps, perHour)) throw tooMany("Too many requests", hourFrom + HOUR_MS - deps.now());
}

/** Counts one more of a kind; answers how many its hour has, which began at `hourFrom` (epoch ms). */
export async function countOfHour(
  deps: Deps,
  { kind, of }: { kind: string; of: string },
): Promise<{ count: number; hourFrom: number }> {
  const now = deps.now();
  const subject = deps.personal.lookupHash("rate limit", `${kind} ${of}`);
  const [row] = await deps.store.sql<{ count: number; noted_at: Date }[]>`
    insert into rate_limits (subject, count, noted_at) values (${subject}, 1, ${new Date(now)})
    on conflict (subject) do update set
      count = case when rate_limits.noted_at <= ${new Date(now - HOUR_MS)} then 1 else rate_limits.count + 1 end,
      noted_at = case when rate_limits.noted_at <= ${new Date(now - HOUR_MS)} then excluded.noted_at
        else rate_limits.noted_at end
    returning count, noted_at`;
  await tidy(deps);
  return { count: row?.count ?? 1, hourFrom: row?.noted_at.getTime() ?? now };
}

function delayOf({ free, firstDelayMs, mostDelayMs }: Rule, failures: number): number {
  return failures <= free ? 0 : Math.min(mostDelayMs, firstDelayMs * 2 ** (failures - free - 1));
}

function generous(deps: Deps, limit: number): number {
  return deps.config.env === "production" ? limit : limit * 1_000;
}

function tooMany(what: string, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1_000);
  const amount = seconds < 120 ? seconds : Math.ceil(seconds / 60);
  const unit = seconds < 120 ? "second" : "minute";
  const wait = `${amount} ${unit}${amount === 1 ? "" : "s"}`;
  return new Refusal("too_many_attempts", `${what}. Please wait ${wait} and try again.`, { retryAfterMs: waitMs });
}

let noted = 0;

/** Deletes, now and then, the rows that no longer count, of whatever kind. */
async function tidy(deps: Deps): Promise<void> {
  if (++noted % TIDY_EVERY !== 0) return;
  await deps.store.sql`delete from rate_limits where noted_at < ${new Date(deps.now() - SHORT_CODE.forgetMs)}`;
}
