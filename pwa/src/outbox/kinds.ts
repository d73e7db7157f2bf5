import type { PlayStatus } from "@contract/listening.ts";

/** What the service said of one row. */
export interface RowAnswer {
  status: PlayStatus;
  /** The play's total so far. */
  tokens: number;
  reason?: string;
}

export interface Answers {
  rows: ReadonlyMap<string, RowAnswer>;
  newBalance?: number;
}

/** How rows of one kind travel. */
export interface RowKind {
  /** Where they are posted. */
  url: string;
  body(payloads: readonly unknown[], sentAt: number): unknown;
  /** Reads the answer's JSON; throws when the answer is not the service's own. */
  readAnswers(body: unknown): Answers;
}

/** To send something else through the outbox (a follow, a comment), add its entry here. */
export const ROW_KINDS: Readonly<Record<string, RowKind>> = {
  play: {
    url: "/api/v1/plays",
    body: (plays, sentAt) => ({ sentAt, plays }),
    readAnswers: readPlayAnswers,
  },
};

const STATUSES: readonly PlayStatus[] = ["accepted", "duplicate", "capped", "refused"];

/**
 * Reads `PlayBatchAnswer` by hand: a reason that a newer service knows must not stop an older app, a result that
 * cannot be understood leaves only its own row waiting, and the first screen loads no schema library.
 */
function readPlayAnswers(body: unknown): Answers {
  const { results, newBalance } = record(body);
  if (!Array.isArray(results)) throw new TypeError("The answer has no results");
  const rows = new Map<string, RowAnswer>();
  for (const result of results) {
    const { playId, status, tokens, reason } = record(result);
    const known = STATUSES.find((name) => name === status);
    if (typeof playId !== "string" || !known || typeof tokens !== "number") continue;
    rows.set(playId, { status: known, tokens, ...(typeof reason === "string" ? { reason } : {}) });
  }
  return { rows, ...(typeof newBalance === "number" ? { newBalance } : {}) };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
