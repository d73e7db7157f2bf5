import { UNITS_PER_TOKEN } from "@contract/money.ts";
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
