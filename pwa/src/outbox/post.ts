import type { OutboxEffects } from "./effects.ts";
import { type Answers, ROW_KINDS } from "./kinds.ts";
import { retryAfterMs } from "./retry.ts";
import type { SentRow } from "./schema.ts";

const TIMEOUT_MS = 15_000;

export type Outcome =
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
export async function postBatch(effects: OutboxEffects, post: Post): Promise<Outcome> {
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
