import { reportPlay, reportPlays } from "@contract/calls/listening.ts";
import { requestOf } from "../lib/request_of.ts";
import type { PlayStatus } from "@contract/listening.ts";

/** What the service said of one row. */
export interface RowAnswer {
  status: PlayStatus;
  /** The play's total so far. */
  tokens: number;
  reason?: string;
  outlook?: Outlook;
}

/** What a play that goes on can still earn today, in units (100 a token), and how long one takes. */
export interface Outlook {
  unitsLeft: number;
  msPerUnit: number;
}

export interface Answers {
  rows: ReadonlyMap<string, RowAnswer>;
}

/** How rows of one kind travel. */
interface RowKind {
  /** Where they are posted. */
  url: string;
  body(payloads: readonly unknown[], sentAt: number): unknown;
  /** The last moment of which a payload tells, by the clock of the device then. */
  until(payload: unknown): number;
  /** Reads the answer's JSON; throws when the answer is not the service's own. */
  readAnswers(body: unknown): Answers;
  /** The call for one row alone, where there is one. What it refuses is asked again as a batch, which says why. */
  single?: SingleCall;
}

interface SingleCall {
  url(payload: unknown): string;
  body(payload: unknown, sentAt: number): unknown;
  readAnswers(body: unknown): Answers;
}

/**
 * The rows that travel in batches, with their own report token and for any user: plays. What else users do (a follow, a
 * comment) is a `Write` (`write.ts`): sent one by one in its user's session, merged while it waits.
 */
export const ROW_KINDS: Readonly<Record<string, RowKind>> = {
  play: {
    url: requestOf(reportPlays)[0],
    body: (plays, sentAt) => ({ sentAt, plays }),
    until(play) {
      const { startedAt, listenedMs, segments } = record(play);
      const [offset = 0, length = listenedMs] = Array.isArray(segments) ? segments.at(-1) ?? [] : [];
      return Number(startedAt) + Number(offset) + Number(length);
    },
    readAnswers: readPlayAnswers,
    single: {
      url: (play) => requestOf(reportPlay, { trackId: record(play)["trackId"] })[0],
      body: (play, sentAt) => {
        const { trackId: _named, ...body } = record(play);
        return { ...body, durationPlayed: minutesOf(body["listenedMs"]), sentAt };
      },
      readAnswers: (answer) => readPlayAnswers({ results: [answer] }),
    },
  },
};

const LONGEST_MINUTES = 24 * 60;

/** As the documented call takes it; what counts is `listenedMs` beside it. */
function minutesOf(listenedMs: unknown): number {
  return Math.min(LONGEST_MINUTES, Number(listenedMs) / 60_000);
}

const STATUSES: readonly PlayStatus[] = ["accepted", "duplicate", "capped", "refused"];

/**
 * Reads `PlayBatchAnswer` by hand: a reason that a newer service knows must not stop an older app, a result that
 * cannot be understood leaves only its own row waiting, and the first screen loads no schema library.
 */
function readPlayAnswers(body: unknown): Answers {
  const { results } = record(body);
  if (!Array.isArray(results)) throw new TypeError("The answer has no results");
  const rows = new Map<string, RowAnswer>();
  for (const result of results) {
    const { playId, status, tokens, reason, tokensLeftToday: left, rewardMsPerUnit: msPerUnit } = record(result);
    const known = STATUSES.find((name) => name === status);
    if (typeof playId !== "string" || !known || typeof tokens !== "number") continue;
    const outlook = typeof left === "number" && typeof msPerUnit === "number" && msPerUnit > 0
      ? { outlook: { unitsLeft: Math.round(left * 100), msPerUnit } }
      : {};
    rows.set(playId, { status: known, tokens, ...(typeof reason === "string" ? { reason } : {}), ...outlook });
  }
  return { rows };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
