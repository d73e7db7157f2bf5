import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { Quality } from "../../contract/listening.ts";
import { type OfflineCopy, type OfflineLicence, TASTE_SONGS, type WithheldSongs } from "../../contract/offline.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { findTracks, heldAmong } from "../../../projections/catalogue/tracks.ts";
import { subscribedUntil } from "../../../projections/subscriptions/subscriptions.ts";
import { FileHashes } from "../upload/file_hashes.ts";
import { giveLicence } from "./give.ts";
import { changeTaste, readTaste } from "./taste.ts";
import { LicenceTokens } from "./token.ts";
import { isQuality } from "../stream/media_token.ts";
import { readyRendition } from "../stream/routes.ts";

const CHECKS_AN_HOUR = 120;
const COPIES_AN_HOUR = 2_000;

/** Offline mode: the device's licence, what it needs to know to save a track whole, and the few songs without Premium. */
export function offlineRoutes(deps: Deps) {
  return new Routes(deps).include(copyRoutes(deps)).include(tasteRoutes(deps));
}

function copyRoutes(deps: Deps) {
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

  const hasPlace = async (userId: string, trackId: string) => {
    const { songs } = await readTaste(deps, userId);
    return songs.some((song) => song.trackId === trackId && !song.isRemoved);
  };

  return new Routes(deps)
    .serve(calls.offlineLicence, async (c) => {
      const { userId } = c.var.session;
      const { deviceId, taste } = c.req.valid("query");
      await takeTurn(deps, { kind: "offline licence", perHour: CHECKS_AN_HOUR, of: userId });
      const asked = { userId, deviceId, takesTaste: taste === "true", metadata: metadataOf(c, userId) };
      const { from, until, kind } = await giveLicence(deps, asked);
      const isTaste = kind === "taste";
      const licence = licences.sign({ userId, deviceId, from, until, kind, ...isTaste && { limit: TASTE_SONGS } });
      const songs = isTaste ? await readTaste(deps, userId) : {};
      const answer: OfflineLicence = { licence, deviceId, issuedAt: from, until, now: deps.now(), kind, ...songs };
      c.header("cache-control", "no-store");
      return c.json(answer, 200);
    })
    .serve(calls.offlineCopy, async (c) => {
      const { userId } = c.var.session;
      const { licence, quality } = c.req.valid("query");
      await takeTurn(deps, { kind: "offline copy", perHour: COPIES_AN_HOUR, of: userId });
      const trackId = trackIdOf(c);
      const read = licences.read(licence, deps.now());
      const until = read?.userId === userId ? await subscribedUntil(deps.store.sql, userId) : undefined;
      const isPremium = (until ?? 0) > deps.now();
      const isTaste = read?.userId === userId && read.kind === "taste" && !isPremium;
      if (!isPremium && !(isTaste && await hasPlace(userId, trackId))) throw premiumOnly();
      c.header("cache-control", "no-store");
      // 160 kbit/s are part of Premium.
      return c.json(
        await copyOf(userId, { trackId, quality: isTaste && quality === "high" ? "normal" : quality }),
        200,
      );
    });
}

/** The few songs that everyone may save: their places belong to the account, whatever its device. */
function tasteRoutes(deps: Deps) {
  const changeSong = async (c: Context<WithSession>, change: { trackId: string; wanted: boolean }) => {
    const { userId } = c.var.session;
    await takeTurn(deps, { kind: "saved songs", perHour: CHECKS_AN_HOUR, of: userId });
    return await changeTaste(deps, { userId, ...change, metadata: metadataOf(c, userId) });
  };

  return new Routes(deps)
    .serve(calls.saveSong, async (c) => {
      const trackId = trackIdOf(c);
      if (!(await findTracks(deps.store.sql, [trackId])).has(trackId)) {
        throw new Refusal("not_found", "Track not found");
      }
      return c.json(await changeSong(c, { trackId, wanted: true }), 200);
    })
    // With each check of its licence a device asks which of its songs it has to keep to itself; the files stay.
    .serve(calls.findWithheldSongs, async (c) => {
      await takeTurn(deps, { kind: "withheld songs", perHour: CHECKS_AN_HOUR, of: c.var.session.userId });
      const withheld = await heldAmong(deps.store.sql, c.req.valid("json").trackIds);
      return c.json({ withheld } satisfies WithheldSongs, 200);
    })
    .serve(calls.dropSavedSong, async (c) => {
      return c.json(await changeSong(c, { trackId: trackIdOf(c), wanted: false }), 200);
    });
}

function trackIdOf(c: Context): string {
  return idInPath(c, "trackId", "Track not found");
}

function premiumOnly(): Refusal {
  return new Refusal("premium_only", "Offline mode is part of Premium");
}
