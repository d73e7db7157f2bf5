import {
  type PlayReason,
  type PlayReport,
  PlayReport as PlayReportSchema,
  type PlayResult,
} from "../contract/listening.ts";
import { MAX_PLAYS_PER_BATCH } from "../contract/policy.ts";
import { tokensOf } from "../contract/money.ts";
import { isStorableText } from "../store/canonical.ts";
import type { ReportedPlays } from "./commands.ts";

/** Plays of one command: a big batch goes in chunks, so that single reports of others get in between. */
export const CHUNK = 32;

export interface ParsedBatch {
  readonly reports: readonly PlayReport[];
  /** The answer to rows that are no play reports at all. */
  readonly refused: readonly PlayResult[];
}

/** Parses the rows of a batch one by one: a bad one is refused alone. */
export function parseRows(rows: readonly unknown[]): ParsedBatch {
  const reports: PlayReport[] = [];
  const refused: PlayResult[] = [];
  for (const row of rows.slice(0, MAX_PLAYS_PER_BATCH)) {
    const parsed = PlayReportSchema.safeParse(row);
    if (parsed.success) reports.push(parsed.data);
    else refused.push({ playId: playIdOf(row), status: "refused", tokens: 0, reason: "invalid" });
  }
  return { reports, refused };
}

/** The answer for people's eyes and programs: tokens instead of units. */
export function answered(result: ReportedPlays["results"][number]): PlayResult {
  const { playId, status, units, reason } = result;
  return { playId, status, tokens: tokensOf(units), ...(reason && { reason }) };
}

/** Why less was credited than was reported, after a colon. */
const REWARD_WORDS: Readonly<Record<PlayReason, string>> = {
  overlap: "this time was already credited on another device or play",
  already_earned: "you have earned all this song can give today",
  daily_cap: "you have reached today's earning limit",
  pool_empty: "today's reward pool is used up",
  own_track: "your own songs earn nothing",
  too_old: "this time is more than 14 days ago",
  future: "this time is in the future by our clock",
  before_account: "this time is from before you had an account",
  too_many_reports: "your device sent this play too many times",
  other_owner: "this play belongs to another account",
  other_track: "this play was already sent for another song",
  unknown_track: "this song is no longer on Orin",
  invalid: "Orin could not read this play",
};

/** What the listener reads about a play's credit. */
export function rewardMessage({ status, reason, units }: ReportedPlays["results"][number], balance: number): string {
  const why = reason ? `: ${REWARD_WORDS[reason]}` : "";
  if (status === "refused") return `This play could not be counted${why}`;
  const [earned, sum] = [tokensOf(units), tokensOf(balance)].map((tokens) => tokens.toFixed(2));
  return `You earned ${earned} tokens with this play${why}. Balance: ${sum}`;
}

function playIdOf(row: unknown): string {
  const playId = typeof row === "object" && row !== null && "playId" in row ? row.playId : undefined;
  return typeof playId === "string" && playId.length <= 64 && isStorableText(playId) ? playId : "";
}
