import { type Context, Hono } from "hono";
import { Id } from "../contract/ids.ts";
import type { Quality } from "../contract/listening.ts";
import { lagosDay } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { addressOf } from "../http/address.ts";
import { type Rendition, renditionOf } from "../../projections/renditions.ts";
import { trackFacts } from "../../projections/tracks.ts";
import type { RenditionQuality } from "./events.ts";
import { assertMayHear } from "./routes_early_access.ts";
import { isQuality, type MediaGrant } from "./media_token.ts";
import { mediaFor } from "./routes_caller.ts";
import { admitStream, readHistory } from "./routes_free_plays.ts";
import { sendFile } from "./send_file.ts";
import { aheadOf } from "./sent_body.ts";

const SETTLE_MS = 2_000;
const HEADERS = { "cache-control": "private, max-age=21600" };

/**
 * The bytes of a track for whoever holds a signed address. What was begun is never cut. With `ahead=<seconds>` they come
 * no faster than that ahead of real time, until the same stream is asked for without it: so a player takes no whole song
 * of which a few seconds are heard. Others get them as fast as they take them.
 */
export function audioRoutes(deps: Deps) {
  const { links, listeners, served } = mediaFor(deps);

  /** Lets a new stream begin only while free plays are left; what goes on is let through without a look. */
  const admit = async (c: Context, grant: MediaGrant) => {
    const { trackId, grantId, subject } = grant;
    if (served.isGoingOn(grantId)) return;
    const track = (await trackFacts(deps.store.sql, [trackId])).get(trackId);
    if (!track) throw trackNotFound();
    const { durationMs } = track;
    const listener = listeners.ofSubject(subject, { address: addressOf(c), day: lagosDay(deps.now()) });
    const history = await readHistory(deps, listener, { trackId, durationMs, grantId });
    if (history.playingGrantId === undefined) await assertMayHear(deps, listener.userId, track);
    admitStream(served, history, { subject, trackId });
    served.begin({ grantId, listener, trackId, durationMs }, { isPaid: history.playingGrantId !== undefined });
  };

  return new Hono()
    .get("/media/audio/:trackId/:quality", async (c) => {
      const { trackId, quality } = askedOf(c.req.param("trackId"), c.req.param("quality"));
      const grant = links.grantAmong(c.req.queries("token") ?? [], { trackId, quality, now: deps.now() });
      if (!grant) throw linkExpired();
      const rendition = await readyRendition(deps, { trackId, quality });
      if (!rendition) throw trackNotFound();
      const { key, bytes } = rendition;
      const aheadMs = aheadOf(c.req.query("ahead"));
      if (c.req.method !== "HEAD") {
        await admit(c, grant);
        if (aheadMs === undefined) served.release(grant.grantId);
      }
      const watch = (start: number) => served.send(grant.grantId, { start, of: bytes, aheadMs });
      const sent = await sendFile(c, deps.files, { key, bytes, headers: HEADERS, watch });
      if (!sent) throw trackNotFound();
      return sent;
    });
}

/**
 * The file of a track that is ready, which may be known a moment before its files are: waits for them, but not for long.
 * Undefined when there is none in this quality or near it.
 */
export async function readyRendition(
  { store }: Pick<Deps, "store">,
  { trackId, quality }: { trackId: string; quality: RenditionQuality },
): Promise<Rendition | undefined> {
  const known = await renditionOf(store.sql, trackId, quality);
  if (known) return known;
  await store.settle(SETTLE_MS);
  return await renditionOf(store.sql, trackId, quality);
}

function askedOf(trackId: string, quality: string): { trackId: string; quality: Quality } {
  const id = Id.safeParse(trackId);
  if (!id.success || !isQuality(quality)) throw trackNotFound();
  return { trackId: id.data, quality };
}

function linkExpired(): Refusal {
  return new Refusal("media_link_expired", "This link has expired: please open the track again");
}

/** The refusal for a track that is not there, or not for this caller. */
export function trackNotFound(): Refusal {
  return new Refusal("not_found", "Track not found");
}
