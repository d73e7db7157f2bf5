import { Hono } from "hono";
import * as z from "zod/mini";
import { Id } from "../contract/ids.ts";
import { QUALITIES, type StreamGrant } from "../contract/listening.ts";
import type { Deps } from "../deps.ts";
import { optionalUser } from "../http/session.ts";
import { queryParams } from "../http/validate.ts";
import { findTracks } from "../../projections/tracks.ts";
import { assertMayHear } from "./routes_early_access.ts";
import { trackNotFound } from "./routes_audio.ts";
import { listenerOf, mediaFor } from "./routes_caller.ts";
import { givenQuality } from "./routes_quality.ts";
import { admitStream, readHistory } from "./routes_free_plays.ts";

const StreamQuery = z.object({
  quality: z._default(z.enum(QUALITIES), "normal"),
  deviceId: z.optional(z.string()),
});

/** A fresh address for one stream of a track. */
export function streamRoutes(deps: Deps) {
  const { links, served } = mediaFor(deps);
  return new Hono()
    .get("/api/v1/stream/:trackId", optionalUser(deps), queryParams(StreamQuery), async (c) => {
      const id = Id.safeParse(c.req.param("trackId"));
      const track = id.success ? (await findTracks(deps.store.sql, [id.data])).get(id.data) : undefined;
      const { quality: wanted } = c.req.valid("query");
      if (!track) throw trackNotFound();
      const listener = listenerOf(c, deps, c.var.session);
      const history = await readHistory(deps, listener, track);
      // A song that plays is never cut.
      if (history.playingGrantId === undefined) await assertMayHear(deps, listener.userId, track);
      const quality = givenQuality(track.qualities, { wanted, isPremium: history.isSubscribed });
      if (!quality) throw trackNotFound();
      const { remaining } = admitStream(served, history, { subject: listener.subject, trackId: track.trackId });
      const link = { subject: listener.subject, trackId: track.trackId, now: deps.now() };
      const { url, expiresAt } = links.granted(link, { quality, grantId: history.playingGrantId });
      const answer: StreamGrant = {
        streamUrl: url,
        expiresAt: new Date(expiresAt).toISOString(),
        remainingFreePlays: remaining,
        quality,
        ...(wanted === "high" && !history.isSubscribed && { message: "High quality is part of Premium" }),
      };
      return c.json(answer, 200);
    });
}
