import { blockBatch, delayBatch, nextTurn, settleBatch, takeBatch } from "./batch.ts";
import type { DeviceClock } from "./clock.ts";
import type { OutboxDatabase } from "./database.ts";
import type { OutboxEffects } from "./effects.ts";
import { type Answers, ROW_KINDS } from "./kinds.ts";
import { LONGEST_BACKOFF_MS, retryAfterMs } from "./retry.ts";
import type { SentRow } from "./schema.ts";
import { sendWrites } from "./send_writes.ts";
import { nextWriteTurn } from "./write_rows.ts";

const LOCK = "orin-outbox";
const MAX_ROWS = 100;
/** After a failure signs of a network (a call that got through) are believed again only after this. */
const HURRY_PAUSE_MS = 10_000;
/** How often to look again while the browser says there is no network, or the database fails. */
const LOOK_AGAIN_MS = 60_000;

const SHORTEST_TIMER_MS = 1_000;

type Answered = Extract<Outcome, { kind: "answered" }>;
type Failed = Extract<Outcome, { kind: "failed" }>;

interface FlusherParts {
  database: OutboxDatabase;
  effects: OutboxEffects;
  clock: DeviceClock;
  /** Runs under the lock, before rows are taken. */
  before(): Promise<void>;
  /** Rows have changed. */
  changed(): void;
}

/** Sends what waits. One flusher at a time over all tabs and the worker, by a Web Lock. */
export class Flusher {
  readonly #parts: FlusherParts;
  #running: Promise<void> | undefined;
  #again = false;
  #hurry = false;
  #closed = false;
  #stopTimer = () => {};
  /** The last failure, and the moment before which nothing more is sent because of it (monotonic clock). */
  #failure = { at: -Infinity, until: -Infinity, error: "" };

  constructor(parts: FlusherParts) {
    this.#parts = parts;
  }

  /** Sends what is due; resolves when nothing more can be done now. Never throws. */
  flush({ hurry = false }: { hurry?: boolean } = {}): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#hurry ||= hurry;
    this.#again = true;
    this.#running ??= this.#run().finally(() => this.#running = undefined);
    return this.#running;
  }

  /** Sends one row now, from a page that may end: an accelerator, the row itself stays until it is answered. */
  async accelerate(row: SentRow): Promise<void> {
    const { effects, clock } = this.#parts;
    if (!effects.online()) return;
    const outcome = await postBatch(effects, { rows: [row], sentAt: clock.now(), keepalive: true });
    if (outcome.kind === "answered") await this.#settle([row], outcome).catch(() => undefined);
  }

  close(): void {
    this.#closed = true;
    this.#stopTimer();
  }

  async #run(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      this.#stopTimer();
      const failed = await this.#underLock();
      await this.#setTimer(failed);
    }
  }

  /** True when the device itself failed. */
  async #underLock(): Promise<boolean> {
    try {
      await this.#parts.effects.locks.request(LOCK, {}, () => this.#drain());
      return false;
    } catch {
      return true;
    }
  }

  async #drain(): Promise<void> {
    const { database, effects, clock } = this.#parts;
    await this.#parts.before();
    const hurry = this.#takeHurry();
    let limit = MAX_ROWS;
    while (!this.#closed && effects.online() && (hurry || effects.monotonicNow() >= this.#failure.until)) {
      const rows = await takeBatch(database, { now: clock.now(), limit, hurry });
      if (rows.length === 0) return await this.#sendWrites(hurry);
      const outcome = await postBatch(effects, { rows, sentAt: clock.now() });
      if (outcome.kind === "too_much" && rows.length > 1) limit = Math.ceil(rows.length / 2);
      else await this.#take(rows, outcome);
      if (outcome.kind === "failed") return;
    }
  }

  /** After the plays: they are money. */
  async #sendWrites(hurry: boolean): Promise<void> {
    const { effects } = this.#parts;
    const failed = await sendWrites(this.#parts, { hurry, mayGoOn: () => !this.#closed && effects.online() });
    if (!failed) return;
    const at = effects.monotonicNow();
    this.#failure = { at, until: at + failed.waitMs, error: failed.error };
  }

  /** A sign of a network ends the rest after a network failure, but not one that the service asked for. */
  #takeHurry(): boolean {
    const { at, error } = this.#failure;
    const early = this.#parts.effects.monotonicNow() - at < HURRY_PAUSE_MS;
    if (!this.#hurry || early) return false;
    this.#hurry = false;
    return error === "network" || error === "";
  }

  async #take(rows: readonly SentRow[], outcome: Outcome): Promise<void> {
    const { database, effects, clock } = this.#parts;
    switch (outcome.kind) {
      case "answered":
        return await this.#settle(rows, outcome);
      case "failed":
        await this.#fail(rows, outcome);
        break;
      case "blocked":
        await blockBatch(database, rows, outcome.error);
        break;
      case "too_much":
        await delayBatch(database, rows, { error: outcome.error, at: clock.now(), random: effects.random() });
        break;
      default:
        outcome satisfies never;
    }
    this.#parts.changed();
  }

  async #settle(sent: readonly SentRow[], { answers, serverAt }: Answered): Promise<void> {
    const { database, effects, clock } = this.#parts;
    const at = clock.now();
    const userId = sent[0]?.userId ?? "";
    this.#failure.error = "";
    if (serverAt !== undefined) clock.hear(serverAt);
    await settleBatch(database, {
      sent,
      answers: answers.rows,
      flush: { at, userId },
      clock: serverAt === undefined ? undefined : { serverAt, offsetMs: Math.round(serverAt - effects.wallNow()) },
      random: effects.random(),
    });
    this.#parts.changed();
  }

  /** Nothing else is sent until the first of these rows has its next turn. */
  async #fail(rows: readonly SentRow[], { error, retryAfterMs }: Failed): Promise<void> {
    const { database, effects, clock } = this.#parts;
    const at = effects.monotonicNow();
    this.#failure = { at, until: at + LONGEST_BACKOFF_MS, error };
    const wait = await delayBatch(database, rows, { error, at: clock.now(), random: effects.random(), retryAfterMs });
    this.#failure.until = at + wait;
  }

  async #setTimer(deviceFailed: boolean): Promise<void> {
    const { database, effects } = this.#parts;
    const turn = deviceFailed ? undefined : await earliestTurn(database);
    if (this.#closed || (turn === undefined && !deviceFailed)) return;
    effects.requestSync();
    this.#stopTimer();
    this.#stopTimer = effects.after(this.#waitMs(turn), () => void this.flush());
  }

  #waitMs(turn: number | undefined): number {
    const { effects, clock } = this.#parts;
    const now = effects.monotonicNow();
    const untilTurn = turn === undefined || !effects.online() ? LOOK_AGAIN_MS : turn - clock.now();
    const wait = Math.max(untilTurn, this.#failure.until - now);
    const untilHurry = this.#hurry ? this.#failure.at + HURRY_PAUSE_MS - now : LONGEST_BACKOFF_MS;
    return Math.max(SHORTEST_TIMER_MS, Math.min(wait, untilHurry, LONGEST_BACKOFF_MS));
  }
}

async function earliestTurn(database: OutboxDatabase): Promise<number | undefined> {
  const turns = await Promise.all([nextTurn(database), nextWriteTurn(database)]).catch(() => []);
  const earliest = Math.min(...turns.map((turn) => turn ?? Infinity));
  return earliest === Infinity ? undefined : earliest;
}

const TIMEOUT_MS = 15_000;

type Outcome =
  /** `serverAt`: the service's clock, where the answer told it. */
  | { kind: "answered"; answers: Answers; serverAt: number | undefined }
  /** The token was not taken. */
  | { kind: "blocked"; error: string }
  /** The request as a whole was not taken: fewer rows may pass. */
  | { kind: "too_much"; error: string }
  /** It is unknown whether it arrived: to be sent again. */
  | { kind: "failed"; error: string; retryAfterMs?: number | undefined };

interface Post {
  rows: readonly SentRow[];
  /** Device clock, epoch ms. */
  sentAt: number;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

/** Sends rows that belong together (see `takeBatch`), one row alone by its own call. Never throws. */
async function postBatch(effects: OutboxEffects, post: Post): Promise<Outcome> {
  const { rows: [first, ...others], sentAt } = post;
  const kind = first && ROW_KINDS[first.kind];
  if (!kind) return { kind: "failed", error: "unknown_kind" };
  const { single } = kind;
  if (others.length === 0 && single) {
    const { payload } = first;
    const call = { url: single.url(payload), body: single.body(payload, sentAt), readAnswers: single.readAnswers };
    const outcome = await send(effects, post, call);
    if (outcome.kind !== "too_much") return outcome;
  }
  const body = kind.body(post.rows.map((row) => row.payload), sentAt);
  return await send(effects, post, { ...kind, body });
}

interface Call {
  url: string;
  body: unknown;
  readAnswers(body: unknown): Answers;
}

async function send(effects: OutboxEffects, { rows, sentAt, keepalive = false }: Post, call: Call): Promise<Outcome> {
  const abort = new AbortController();
  const stopTimer = effects.after(TIMEOUT_MS, () => abort.abort());
  try {
    const response = await effects.fetch(call.url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${rows[0]?.reportToken}` },
      body: JSON.stringify(call.body),
      // The current user's cookie must not decide whose plays these are.
      credentials: "omit",
      keepalive,
      signal: abort.signal,
    });
    if (!response.ok) return refusalOf(response, sentAt);
    const answers = call.readAnswers(await response.json());
    return { kind: "answered", answers, serverAt: dateOf(response) };
  } catch {
    // Also an answer cut short, and the page of a hotspot's log-in: the service has not answered.
    return { kind: "failed", error: "network" };
  } finally {
    stopTimer();
  }
}

/** A batch names no track, so only the call for one play knows a 404. */
const NOT_TAKEN = [400, 404, 413, 422];

function refusalOf({ status, headers }: Response, now: number): Outcome {
  const error = `http_${status}`;
  if (status === 401 || status === 403) return { kind: "blocked", error };
  if (NOT_TAKEN.includes(status)) return { kind: "too_much", error };
  return { kind: "failed", error, retryAfterMs: retryAfterMs(headers.get("retry-after"), now) };
}

function dateOf({ headers }: Response): number | undefined {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : date;
}
