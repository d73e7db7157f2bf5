import { type PlayReport, PlayReport as PlayReportSchema, type PlayResult } from "../contract/listening.ts";
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

/** What the listener reads about a play's credit. */
export function rewardMessage({ status, reason, units }: ReportedPlays["results"][number], balance: number): string {
  if (status === "refused") return "This play could not be counted";
  if (reason === "already_earned") return "You have already earned everything this track gives today";
  if (reason === "daily_cap") return "You have earned all you can today: come back tomorrow";
  if (reason === "pool_empty") return "Today's reward pool is used up: come back tomorrow";
  if (reason === "own_track") return "Your own tracks earn nothing";
  return `You earned ${tokensOf(units).toFixed(2)} tokens with this play. Balance: ${tokensOf(balance).toFixed(2)}`;
}

function playIdOf(row: unknown): string {
  const playId = typeof row === "object" && row !== null && "playId" in row ? row.playId : undefined;
  return typeof playId === "string" && playId.length <= 64 && isStorableText(playId) ? playId : "";
}
