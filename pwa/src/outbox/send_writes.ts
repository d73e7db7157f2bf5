import type { DeviceClock } from "./clock.ts";
import type { OutboxDatabase } from "./database.ts";
import type { OutboxEffects } from "./effects.ts";
import { retryAfterMs } from "./retry.ts";
import { callOf, type Write } from "./write.ts";
import { blockWrites, delayWrite, refuseWrite, settleWrite, type TakenWrite, takeWrite } from "./write_rows.ts";

const TIMEOUT_MS = 15_000;
/** Refusals that may end: another try is worth it. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);
/** The service as a whole is not well: nothing else needs to be tried now. */
const DOWN: ReadonlySet<number> = new Set([502, 503, 504]);

export type WriteOutcome =
  | { kind: "answered" }
  /** The session was not taken. */
  | { kind: "blocked"; error: string }
  /** The service will never take it; `reason` is in its words. */
  | { kind: "refused"; reason: string }
  /** It is unknown whether it arrived. `isDown`: other writes would not arrive either. */
  | { kind: "failed"; error: string; isDown: boolean; retryAfterMs?: number | undefined };

interface SendParts {
  database: OutboxDatabase;
  effects: OutboxEffects;
  clock: DeviceClock;
  changed(): void;
}

interface SendOptions {
  hurry: boolean;
  mayGoOn(): boolean;
}

/** Why nothing more can be sent now, and for how long (ms). */
interface SendFailure {
  error: string;
  waitMs: number;
}

/** Sends the writes that are due, one after the other; a write that fails for itself holds up its own subject only. */
export async function sendWrites(
  parts: SendParts,
  { hurry, mayGoOn }: SendOptions,
): Promise<SendFailure | undefined> {
  const { database, effects, clock } = parts;
  while (mayGoOn()) {
    const taken = await takeWrite(database, { now: clock.now(), hurry });
    if (!taken) return undefined;
    const outcome = await postWrite(effects, taken);
    const waitMs = await take(parts, taken, outcome);
    parts.changed();
    if (outcome.kind === "failed" && outcome.isDown) return { error: outcome.error, waitMs };
  }
  return undefined;
}

async function take(
  { database, effects, clock }: SendParts,
  taken: TakenWrite,
  outcome: WriteOutcome,
): Promise<number> {
  const { id } = taken.row;
  switch (outcome.kind) {
    case "answered":
      await settleWrite(database, id, clock.now());
      return 0;
    case "refused":
      await refuseWrite(database, id, outcome.reason);
      return 0;
    case "blocked":
      await blockWrites(database, { id, userId: taken.row.userId, token: taken.token }, outcome.error);
      return 0;
    case "failed": {
      const { error, retryAfterMs } = outcome;
      return await delayWrite(database, id, { error, at: clock.now(), random: effects.random(), retryAfterMs });
    }
    default:
      return outcome satisfies never;
  }
}

/** Sends one write in its user's session. Never throws. */
export async function postWrite(
  effects: OutboxEffects,
  { row, token }: { row: { id: string; payload: Write }; token: string },
): Promise<WriteOutcome> {
  const { method, path, body, isAnswer } = callOf(row.payload);
  const abort = new AbortController();
  const stopTimer = effects.after(TIMEOUT_MS, () => abort.abort());
  try {
    const response = await effects.fetch(path, {
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        "idempotency-key": row.id,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: "omit",
      signal: abort.signal,
    });
    const said = record(await response.json());
    if (response.ok) return isAnswer(said) ? { kind: "answered" } : unreached();
    return judge(row.payload, response, { said, now: effects.wallNow() });
  } catch {
    // Also an answer cut short, and the page of a hotspot's log-in: the service has not answered.
    return unreached();
  } finally {
    stopTimer();
  }
}

function judge(
  write: Write,
  { status, headers }: Response,
  { said, now }: { said: Readonly<Record<string, unknown>>; now: number },
): WriteOutcome {
  const { error, code, requestId } = said;
  const isOurs = typeof error === "string" && typeof code === "string" && typeof requestId === "string";
  if (isOurs && isForGood(status, code)) {
    return isGone(write, status) ? { kind: "answered" } : { kind: "refused", reason: error };
  }
  if (status === 401) return { kind: "blocked", error: "http_401" };
  const isDown = DOWN.has(status) || !isOurs;
  return {
    kind: "failed",
    error: `http_${status}`,
    isDown,
    retryAfterMs: retryAfterMs(headers.get("retry-after"), now),
  };
}

/** Whether the same write would be refused again, whenever it is sent. */
function isForGood(status: number, code: string | undefined): boolean {
  return status >= 400 && status < 500 && status !== 401 && !PASSING.has(status) && code !== "conflict";
}

/** What is to be deleted is deleted already. */
function isGone({ kind }: Write, status: number): boolean {
  return status === 404 && (kind === "comment.delete" || kind === "playlist.delete");
}

function unreached(): WriteOutcome {
  return { kind: "failed", error: "network", isDown: true };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
