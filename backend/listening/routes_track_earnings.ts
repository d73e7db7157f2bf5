import { Hono } from "hono";
import type { TrackEarnings } from "../contract/listening.ts";
import { tokensOf } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { requireUser } from "../http/session.ts";
import { idInPath } from "../http/validate.ts";
import { earnedWith } from "../../projections/track_earnings.ts";

/** What one track has earned the caller. A track that left Orin keeps it: its receipts stay, too. */
export function trackEarningsRoutes(deps: Deps) {
  return new Hono().get("/api/v1/track-earnings/:trackId", requireUser(deps), async (c) => {
    const { userId: listenerId } = c.var.session;
    const trackId = idInPath(c, "trackId", "Track not found");
    const shard = deps.shardOf(listenerId);
    const earned = await earnedWith(deps.store.sql, { shard, listenerId, trackId });
    const answer: TrackEarnings = {
      trackId,
      tokens: tokensOf(earned?.units ?? 0),
      plays: earned?.plays ?? 0,
      creditedMs: earned?.creditedMs ?? 0,
      ...(earned && { lastPlayedAt: new Date(earned.lastAt).toISOString() }),
    };
    return c.json(answer, 200);
  });
}
