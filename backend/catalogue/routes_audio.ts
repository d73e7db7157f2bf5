import { type Context, Hono } from "hono";
import { Id } from "../contract/ids.ts";
import type { Quality } from "../contract/listening.ts";
import { lagosDay } from "../contract/policy.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { addressOf } from "../http/address.ts";
import { type Rendition, renditionOf } from "../../projections/renditions.ts";
import { TrackMeasures } from "../../projections/track_measures.ts";
import { isQuality, type MediaGrant } from "./media_token.ts";
import { mediaFor } from "./routes_caller.ts";
import { admitStream } from "./routes_free_plays.ts";
import { sendFile } from "./send_file.ts";

const HEADERS = { "cache-control": "private, max-age=21600" };

/** The bytes of a track for whoever holds a signed address. What was begun is never cut. */
export function audioRoutes(deps: Deps) {
  const { links, listeners, served } = mediaFor(deps);
  const measures = new TrackMeasures();

  /** Takes the bytes that go out; looks at the free plays where the address comes from a list and nothing went yet. */
  const meter = async (c: Context, grant: MediaGrant, rendition: Rendition) => {
    const { trackId, grantId, subject } = grant;
    const durationMs = (await measures.of(deps.store.sql, [trackId])).get(trackId)?.durationMs;
    if (durationMs === undefined) throw trackNotFound();
    const listener = listeners.ofSubject(subject, { address: addressOf(c), day: lagosDay(deps.now()) });
    if (!grant.checked && !served.isOpen(grantId)) await admitStream(deps, listener, { trackId, durationMs });
    return served.open({ grantId, listener, trackId, bytes: rendition.bytes, durationMs });
  };

  return new Hono()
    .get("/media/audio/:trackId/:quality", async (c) => {
      const { trackId, quality } = askedOf(c.req.param("trackId"), c.req.param("quality"));
      const grant = links.grantAmong(c.req.queries("token") ?? [], { trackId, quality, now: deps.now() });
      if (!grant) throw linkExpired();
      const rendition = await renditionOf(deps.store.sql, trackId, quality);
      if (!rendition) throw trackNotFound();
      const { key, bytes } = rendition;
      const onPiece = c.req.method === "HEAD" ? () => {} : await meter(c, grant, rendition);
      const sent = await sendFile(c, deps.files, { key, bytes, headers: HEADERS, onPiece });
      if (!sent) throw trackNotFound();
      return sent;
    });
}

function askedOf(trackId: string, quality: string): { trackId: string; quality: Quality } {
  const id = Id.safeParse(trackId);
  if (!id.success || !isQuality(quality)) throw trackNotFound();
  return { trackId: id.data, quality };
}

function linkExpired(): Refusal {
  return new Refusal("media_link_expired", "This link has expired: please open the track again");
}

export function trackNotFound(): Refusal {
  return new Refusal("not_found", "Track not found");
}
