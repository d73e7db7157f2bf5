import type { Earning } from "@contract/earning.ts";
import { UNITS_PER_TOKEN } from "@contract/money.ts";
import { startOfToday } from "../lib/format.ts";
import type { Receipt } from "../outbox/schema.ts";
import type { LivePlay } from "../player/live_play.ts";

/**
 * Tokens that the play may have earned by now; undefined when there is nothing to add. Never more than the last answer
 * leaves, and nothing once it has said that less was credited.
 */
export function estimateOf(
  { playId, tokens, reason, outlook, listenedMs }: Receipt,
  live: LivePlay | undefined,
): number | undefined {
  if (live?.playId !== playId || reason !== undefined || !outlook) return undefined;
  const units = Math.floor((live.listenedMs - listenedMs) / outlook.msPerUnit);
  const more = Math.min(units, outlook.unitsLeft);
  return more > 0 ? tokens + more / UNITS_PER_TOKEN : undefined;
}

interface Since {
  /** When the service said it, epoch ms. */
  saidAt: number;
  receipts: readonly Receipt[];
  live: LivePlay | undefined;
}

/** The line's figures, grown to this moment, never past the limit. What was said before midnight says nothing of today. */
export function growing(said: Earning, { saidAt, receipts, live }: Since): Earning {
  const midnight = startOfToday();
  const { today, goal, settling } = saidAt < midnight ? nextDay(said) : said;
  const since = Math.max(saidAt, midnight);
  const answered = receipts.reduce((sum, { at, gainedUnits }) => sum + (at > since ? gainedUnits : 0), 0);
  const [earnedUnits, limitUnits] = [unitsOf(today.earned), unitsOf(today.limit)];
  const more = Math.max(0, Math.min(answered + liveUnits(receipts, live), limitUnits - earnedUnits));
  const grow = (tokens: number, units: number) => Math.max(0, unitsOf(tokens) + units) / UNITS_PER_TOKEN;
  return {
    ...said,
    today: { ...today, earned: grow(today.earned, more) },
    settling: grow(settling, more),
    goal: { ...goal, left: grow(goal.left, -more) },
  };
}

/** Units that the play being heard may have earned since its last answer. */
function liveUnits(receipts: readonly Receipt[], live: LivePlay | undefined): number {
  const receipt = receipts.find(({ playId }) => playId === live?.playId);
  const estimate = receipt && estimateOf(receipt, live);
  return receipt && estimate !== undefined ? unitsOf(estimate - receipt.tokens) : 0;
}

function nextDay(said: Earning): Earning {
  const { notice: _over, ...today } = said.today;
  return { ...said, today: { ...today, earned: 0, plays: 0, freePlaysLeft: today.freePlayLimit } };
}

function unitsOf(tokens: number): number {
  return Math.round(tokens * UNITS_PER_TOKEN);
}
