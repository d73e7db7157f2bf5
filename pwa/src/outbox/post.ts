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
  /** Nobody can say whether it arrived: to be sent again. */
  | { kind: "failed"; error: string; retryAfterMs?: number | undefined };

export interface Post {
  rows: readonly SentRow[];
  /** Device clock, epoch ms. */
  sentAt: number;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

/** Sends rows that belong together (see `takeBatch`). Never throws. */
export async function postBatch(effects: OutboxEffects, { rows, sentAt, keepalive = false }: Post): Promise<Outcome> {
  const [first] = rows;
  const kind = first && ROW_KINDS[first.kind];
  if (!kind) return { kind: "failed", error: "unknown_kind" };
  const abort = new AbortController();
  const stopTimer = effects.after(TIMEOUT_MS, () => abort.abort());
  try {
    const response = await effects.fetch(kind.url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${first.reportToken}` },
      body: JSON.stringify(kind.body(rows.map((row) => row.payload), sentAt)),
      // A cookie of whoever is logged in now has no say in whose plays these are.
      credentials: "omit",
      keepalive,
      signal: abort.signal,
    });
    if (!response.ok) return refusalOf(response, sentAt);
    const answers = kind.readAnswers(await response.json());
    return { kind: "answered", answers, serverAt: dateOf(response) };
  } catch {
    // Also an answer cut short, and the page of a hotspot's log-in: the service has not answered.
    return { kind: "failed", error: "network" };
  } finally {
    stopTimer();
  }
}

function refusalOf({ status, headers }: Response, now: number): Outcome {
  const error = `http_${status}`;
  if (status === 401 || status === 403) return { kind: "blocked", error };
  if (status === 400 || status === 413 || status === 422) return { kind: "too_much", error };
  return { kind: "failed", error, retryAfterMs: retryAfterMs(headers.get("retry-after"), now) };
}

function dateOf({ headers }: Response): number | undefined {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? undefined : date;
}
