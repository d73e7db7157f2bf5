import type { Context } from "hono";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { addressOf } from "./address.ts";
import { isKnownDevice } from "./known_devices.ts";
import { ProofRequired } from "./problems.ts";
import { ProofOfWork } from "./proof_of_work.ts";

/** So many tries in a row, and then one more each `everyMs`: a leaky bucket. */
interface Rate {
  readonly burst: number;
  readonly everyMs: number;
}

/** What a rate counts, stored as a keyed hash. */
interface Counted extends Rate {
  readonly subject: string;
}

/** A kind of request, who asks, and how many they may ask in a row. */
type Turn =
  & { readonly kind: string; readonly of: string }
  & (
    | { readonly perHour: number; readonly perDay?: never }
    | { readonly perDay: number }
  );

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** At most 19 wrong guesses in any 24 hours by all the devices that are new to an account. */
const ACCOUNT: Rate = { burst: 10, everyMs: 160 * MINUTE_MS };
/** Of one address at one account: then each try costs work. */
const PAIR: Rate = { burst: 5, everyMs: 10 * MINUTE_MS };
/** A mobile network has thousands of people behind one address, and they mistype: work comes late, a refusal never. */
const ADDRESS: Rate = { burst: 300, everyMs: 2_000 };
/** A device that the account was logged in with has its own tries: others' do not stand in its way. */
const DEVICE: Rate = ACCOUNT;
const PRESSES_A_DAY = 5_000;
const TIDY_EVERY = 200;
/** Longer than any rate remembers. */
const FORGET_MS = 48 * HOUR_MS;

/** How requests bring work that is not for a sign-up. */
export const WORK_HEADER = "x-proof-of-work";

/**
 * Counts wrong passwords, codes and tokens of one kind: for the account that a request names, for its address, and for
 * both together. A try counts when it begins and is returned when it was right, so that many concurrent tries do not
 * pass the limit. The rates are in Postgres, so every process and the next start know them.
 */
export class Attempts {
  readonly #subject: (text: string) => string;
  #taken: readonly Counted[] = [];

  constructor(
    readonly deps: Deps,
    readonly c: Context,
    readonly options: {
      readonly kind: string;
      readonly account?: string;
      /** Whose account it is, where devices count that were logged in to it before. */
      readonly owner?: string | undefined;
      /** Who tries has shown the account's password: addresses do not matter. */
      readonly isWithPassword?: boolean;
    },
  ) {
    this.#subject = (text) => deps.personal.lookupHash("rate limit", `${options.kind} ${text}`);
  }

  /**
   * Throws Refusal `too_many_attempts` where new devices have tried the account too often, ProofRequired where the address
   * has. A device that is known to the account passes both.
   */
  async admit(): Promise<void> {
    const { deps, c, options: { account, owner, isWithPassword = false } } = this;
    const address = addressOf(deps, c);
    if (owner !== undefined) {
      const device = await isKnownDevice(deps, c, owner);
      if (device !== undefined && await this.#take([{ ...DEVICE, subject: this.#subject(`device ${device}`) }])) return;
    }
    const ofAccount = { ...ACCOUNT, subject: this.#subject(`account ${account}`) };
    if (account !== undefined && !await this.#take([ofAccount])) {
      throw tooMany("Too many attempts", await waitOf(deps, ofAccount));
    }
    if (isWithPassword) return;
    const ofPair = { ...PAIR, subject: this.#subject(`address ${address} account ${account}`) };
    const ofAddress = { ...generous(deps, ADDRESS), subject: this.#subject(`address ${address}`) };
    try {
      if (!await this.#take(account === undefined ? [ofAddress] : [ofPair, ofAddress])) await requireWork(deps, c);
    } catch (error) {
      await this.passed();
      throw error;
    }
  }

  /** It was no wrong guess: it counts for nothing. */
  async passed(): Promise<void> {
    await giveBack(this.deps, this.#taken);
    this.#taken = [];
  }

  /** Answers whether all of them had room. */
  async #take(rates: readonly Counted[]): Promise<boolean> {
    const full = await take(this.deps, rates);
    this.#taken = [...this.#taken, ...rates.filter(({ subject }) => !full.has(subject))];
    return full.size === 0;
  }
}

/** Runs what takes a code: an address that sends many wrong ones has to work. Codes count their own tries. */
export async function guarded<Result>(deps: Deps, c: Context, run: () => Promise<Result>): Promise<Result> {
  const attempts = new Attempts(deps, c, { kind: "code" });
  await attempts.admit();
  try {
    const result = await run();
    await attempts.passed();
    return result;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "bad_code")) await attempts.passed();
    throw error;
  }
}

/**
 * Takes one turn of an account or a number for a kind of request. Throws Refusal `too_many_attempts` when none is left:
 * there are `perHour` (or `perDay`) in a row, and they come back evenly over an hour (or a day). Development has a
 * thousand times as many.
 */
export async function takeTurn(deps: Deps, asked: Turn): Promise<void> {
  const turn = turnOf(deps, asked);
  const full = await take(deps, [turn]);
  if (full.size > 0) throw tooMany("Too many requests", await waitOf(deps, turn));
}

/**
 * Takes one turn of a press that another press undoes, such as a heart, of all its kinds together: a person, also one
 * whose phone was offline for weeks, has enough of them; a script cannot fill the log. Throws as `takeTurn`.
 */
export async function takePress(deps: Deps, userId: string): Promise<void> {
  await takeTurn(deps, { kind: "press", perDay: PRESSES_A_DAY, of: userId });
}

/** The same for visitors, who share an address with thousands: with no turn left they bring work. */
export async function takeVisitorsTurn(
  deps: Deps,
  c: Context,
  { kind, perHour, work }: { kind: string; perHour: number; work?: string | undefined },
): Promise<void> {
  const full = await take(deps, [turnOf(deps, { kind, perHour, of: addressOf(deps, c) })]);
  if (full.size > 0) await requireWork(deps, c, work);
}

/** Counts one more of a kind; answers how many its hour has, which began at `hourFrom` (epoch ms). */
export async function countOfHour(
  deps: Deps,
  { kind, of }: { kind: string; of: string },
): Promise<{ count: number; hourFrom: number }> {
  const now = deps.now();
  const subject = deps.personal.lookupHash("rate limit", `${kind} ${of}`);
  const [row] = await deps.store.sql<{ count: number; notedAt: number }[]>`
    insert into rate_limits (subject, count, noted_at) values (${subject}, 1, ${new Date(now)})
    on conflict (subject) do update set
      count = case when rate_limits.noted_at <= ${new Date(now - HOUR_MS)} then 1 else rate_limits.count + 1 end,
      noted_at = case when rate_limits.noted_at <= ${new Date(now - HOUR_MS)} then excluded.noted_at
        else rate_limits.noted_at end
    returning count, noted_at`;
  await tidy(deps);
  return { count: row?.count ?? 1, hourFrom: row?.notedAt ?? now };
}

/** Throws ProofRequired with a new challenge where the request brings no solved one, or one that was used before. */
async function requireWork(deps: Deps, c: Context, given = c.req.header(WORK_HEADER)): Promise<void> {
  const work = new ProofOfWork(deps.keys);
  const solved = given === undefined ? undefined : work.solved(given, deps.now());
  const uses = solved === undefined ? undefined : await countOfHour(deps, { kind: "proof of work", of: solved });
  if (uses?.count !== 1) throw new ProofRequired(work.challenge(deps.now()));
}

function turnOf(deps: Deps, { kind, of, ...often }: Turn): Counted {
  const rate = often.perDay === undefined
    ? { burst: often.perHour, everyMs: HOUR_MS / often.perHour }
    : { burst: often.perDay, everyMs: 24 * HOUR_MS / often.perDay };
  const unit = often.perDay === undefined ? "turn" : "turn of a day";
  return { ...generous(deps, rate), subject: deps.personal.lookupHash("rate limit", `${kind} ${unit} ${of}`) };
}

/** Takes one of each rate that has room, and answers which had none. */
async function take(deps: Deps, rates: readonly Counted[]): Promise<ReadonlySet<string>> {
  const [subjects, bursts, every] = [
    rates.map(({ subject }) => subject),
    rates.map(({ burst }) => burst),
    rates.map(({ everyMs }) => everyMs),
  ];
  const rows = await deps.store.sql<{ subject: string; isFull: boolean }[]>`
    insert into rates as own (subject, burst, every_ms, level, noted_at, is_full)
    select subject, burst, every_ms, 1, ${new Date(deps.now())}, false
    from unnest(${subjects}::text[], ${bursts}::float8[], ${every}::float8[]) as rate(subject, burst, every_ms)
    order by subject
    on conflict (subject) do update set (burst, every_ms, noted_at, level, is_full) = (
      select excluded.burst, excluded.every_ms, excluded.noted_at,
        case when lately + 1 > excluded.burst then lately else lately + 1 end, lately + 1 > excluded.burst
      from (
        select greatest(0, own.level -
          greatest(0, extract(epoch from excluded.noted_at - own.noted_at)) * 1000 / excluded.every_ms) as lately
      ) as decayed
    )
    returning subject, is_full`;
  await tidy(deps);
  return new Set(rows.filter(({ isFull }) => isFull).map(({ subject }) => subject));
}

async function giveBack(deps: Deps, rates: readonly Counted[]): Promise<void> {
  if (rates.length === 0) return;
  await deps.store.sql`
    update rates set level = greatest(0, level - 1)
    where subject = any(${rates.map(({ subject }) => subject).toSorted()}::text[])`;
}

/** How long a rate that is full has no room, ms. */
async function waitOf(deps: Deps, { subject, burst, everyMs }: Counted): Promise<number> {
  const [row] = await deps.store.sql<{ level: number; notedAt: number }[]>`
    select level, noted_at from rates where subject = ${subject}`;
  const passed = deps.now() - (row?.notedAt ?? 0);
  return Math.max(1_000, ((row?.level ?? 0) + 1 - burst) * everyMs - passed);
}

function generous(deps: Deps, { burst, everyMs }: Rate): Rate {
  const times = deps.config.env === "production" ? 1 : 1_000;
  return { burst: burst * times, everyMs: everyMs / times };
}

function tooMany(what: string, waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1_000);
  const amount = seconds < 120 ? seconds : Math.ceil(seconds / 60);
  const unit = seconds < 120 ? "second" : "minute";
  const wait = `${amount} ${unit}${amount === 1 ? "" : "s"}`;
  return new Refusal("too_many_attempts", `${what}. Please wait ${wait} and try again.`, { retryAfterMs: waitMs });
}

let noted = 0;

/** Deletes, now and then, the rows that no longer count. */
async function tidy(deps: Deps): Promise<void> {
  if (++noted % TIDY_EVERY !== 0) return;
  await deps.store.sql`delete from rate_limits where noted_at < ${new Date(deps.now() - 2 * HOUR_MS)}`;
  await deps.store.sql`delete from rates where noted_at < ${new Date(deps.now() - FORGET_MS)}`;
}
