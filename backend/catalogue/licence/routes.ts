import { type Context, Hono } from "hono";
import type { Quality } from "../../contract/listening.ts";
import type { OfflineCopy, OfflineLicence } from "../../contract/offline.ts";
import { OfflineCopyQuery, OfflineLicenceQuery } from "../../contract/requests/offline.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireUser } from "../../http/session.ts";
import { idInPath, queryParams } from "../../http/validate.ts";
import { findTracks } from "../../../projections/tracks.ts";
import { subscribedUntil } from "../../../projections/subscriptions.ts";
import { FileHashes } from "../upload/file_hashes.ts";
import { giveLicence } from "./give.ts";
import { LicenceTokens } from "./token.ts";
import { isQuality } from "../stream/media_token.ts";
import { readyRendition } from "../stream/routes.ts";

const CHECKS_AN_HOUR = 120;
const COPIES_AN_HOUR = 2_000;

/** Premium's offline mode: the device's licence, and what it needs to know to save a track whole. */
export function offlineRoutes(deps: Deps) {
  const licences = new LicenceTokens(deps.keys);
  const hashes = new FileHashes(deps.files);
  const { links } = deps;

  const copyOf = async (userId: string, asked: { trackId: string; quality: Quality }): Promise<OfflineCopy> => {
    const { trackId, quality: wanted } = asked;
    const known = (await findTracks(deps.store.sql, [trackId])).has(trackId);
    const rendition = known ? await readyRendition(deps, { trackId, quality: wanted }) : undefined;
    const sha256 = rendition && await hashes.of(rendition.key);
    if (!rendition || !sha256 || !isQuality(rendition.quality)) throw new Refusal("not_found", "Track not found");
    const { quality, bytes, contentType } = rendition;
    const { url, expiresAt } = links.granted({ subject: userId, trackId, now: deps.now() }, { quality, isCopy: true });
    return { url, expiresAt, quality, bytes, sha256, contentType };
  };

  return new Hono()
    .get("/api/v1/offline-licence", requireUser(deps), queryParams(OfflineLicenceQuery), async (c) => {
      const { userId } = c.var.session;
      const { deviceId } = c.req.valid("query");
      await takeTurn(deps, { kind: "offline licence", perHour: CHECKS_AN_HOUR, of: userId });
      const { from, until } = await giveLicence(deps, { userId, deviceId, metadata: metadataOf(c, userId) });
      const licence = licences.sign({ userId, deviceId, from, until });
      const answer: OfflineLicence = { licence, deviceId, issuedAt: from, until, now: deps.now() };
      c.header("cache-control", "no-store");
      return c.json(answer, 200);
    })
    .get("/api/v1/offline-copy/:trackId", requireUser(deps), queryParams(OfflineCopyQuery), async (c) => {
      const { userId } = c.var.session;
      const { licence, quality } = c.req.valid("query");
      await takeTurn(deps, { kind: "offline copy", perHour: COPIES_AN_HOUR, of: userId });
      const isLicensed = licences.read(licence, deps.now())?.userId === userId;
      const until = isLicensed ? await subscribedUntil(deps.store.sql, userId) : undefined;
      if (until === undefined || until <= deps.now()) throw premiumOnly();
      c.header("cache-control", "no-store");
      return c.json(await copyOf(userId, { trackId: trackIdOf(c), quality }), 200);
    });
}

function trackIdOf(c: Context): string {
  return idInPath(c, "trackId", "Track not found");
}

function premiumOnly(): Refusal {
  return new Refusal("premium_only", "Offline mode is part of Premium");
}
