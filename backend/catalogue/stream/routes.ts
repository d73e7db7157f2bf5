import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { arePicturesHidden } from "../../../projections/catalogue/creators.ts";
import { fileIn, type Rendition, renditionOf } from "../../../projections/catalogue/renditions.ts";
import { findTracks, trackFacts, type TrackRow } from "../../../projections/catalogue/tracks.ts";
import { Id } from "../../contract/requests/ids.ts";
import type { Quality } from "../../contract/listening.ts";
import { lagosDay } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { addressOf } from "../../http/address.ts";
import type { RenditionQuality } from "../track/events.ts";
import { everyones } from "../everyones.ts";
import { recordingOf } from "../upload/import_track.ts";
import { attachment } from "./attachment.ts";
import { assertMayHear, mayHearHeld } from "./early_access.ts";
import { decideOn } from "./free_plays.ts";
import { isQuality, MEDIA_LINK_MS, type MediaGrant } from "./media_token.ts";
import { openStream } from "./open.ts";
import { listenerOf } from "./reads.ts";
import { sendFile } from "./send_file.ts";
import { aheadOf } from "./sent_body.ts";

/** How long a track that is known waits for its files to be known, too. */
const RENDITION_MS = 2_000;

const AUDIO_HEADERS = { "cache-control": "private, max-age=21600" };

/**
 * The bytes of a track for the holder of a signed address. A stream that has begun is never cut, except where the track
 * is held in the meantime: then the bytes on their way are the last. A burst of sound comes immediately, the rest at
 * the pace of listening. With `ahead=<seconds>` they come no faster than that ahead of real time, until the same stream
 * is asked for without it: so a player takes no whole song of which a few seconds are heard.
 */
export function audioRoutes(deps: Deps) {
  const { links, listeners, served } = deps;

  /** Lets a new stream begin only while free plays are left; what goes on is let through without a look. */
  const admit = async (c: Context, grant: MediaGrant, rendition: Rendition): Promise<void> => {
    const { trackId, grantId, subject } = grant;
    if (served.isGoingOn(grantId)) return;
    const track = (await trackFacts(deps.store.sql, [trackId])).get(trackId);
    if (!track) throw trackNotFound();
    const { durationMs = track.durationMs } = rendition;
    const listener = listeners.ofSubject(subject, { address: addressOf(deps, c), day: lagosDay(deps.now()) });
    const { key, before } = await served.reserve({ listener, trackId, grantId });
    const giveUp = () => served.giveUp(listener, [key]);
    try {
      const wanted = { trackId, durationMs, grantId };
      const { playingGrantId, isSubscribed, taken } = await decideOn(deps, { listener, track, wanted }, before);
      const isPaid = playingGrantId !== undefined;
      const { expiresAt, device, speed = 1, isCopy = false } = grant;
      const stream = { grantId, listener, trackId, durationMs, expiresAt, device, speed, isCopy };
      // Neither takes a free play.
      if (isPaid || isSubscribed) await giveUp();
      served.begin(stream, { isPaid, taken, ...(!isPaid && !isSubscribed && { key }) });
    } catch (error) {
      await giveUp();
      throw error;
    }
  };

  return new Routes(deps)
    .serve(calls.mediaAudio, async (c) => {
      const { trackId, quality } = askedOf(c.req.param("trackId"), c.req.param("quality"));
      const grant = links.grantAmong(c.req.queries("token") ?? [], { trackId, quality, now: deps.now() });
      if (!grant) throw linkExpired();
      // A song that plays stays the recording that it began as.
      const rendition = await readyRendition(deps, { trackId, quality, at: grant.expiresAt - MEDIA_LINK_MS });
      if (!rendition || (rendition.held && !await mayHearHeld(deps, grant))) throw trackNotFound();
      const { key, bytes } = rendition;
      const aheadMs = aheadOf(c.req.query("ahead"));
      if (c.req.method !== "HEAD") {
        await admit(c, grant, rendition);
        if (aheadMs === undefined) served.release(grant.grantId);
      }
      const watch = (start: number) =>
        served.send(grant.grantId, { start, of: bytes, aheadMs, endsAt: grant.expiresAt });
      const sent = await sendFile(c, deps.files, { key, bytes, headers: AUDIO_HEADERS, watch });
      if (!sent) throw trackNotFound();
      return sent;
    });
}

/**
 * The file of a track that is ready, which may be known a moment before its files are: waits for them, but not for long.
 * Undefined when there is none in this quality or near it.
 */
export async function readyRendition(
  { store, kept }: Pick<Deps, "store" | "kept">,
  { trackId, ...wanted }: { trackId: string; quality: RenditionQuality; at?: number },
): Promise<Rendition | undefined> {
  const found = await (await everyones({ store, kept })).files(trackId);
  const known = fileIn(found, wanted);
  if (known) return known;
  await store.catchUp(["renditions"], { timeoutMs: RENDITION_MS });
  return await renditionOf(store.sql, trackId, wanted);
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
function trackNotFound(): Refusal {
  return new Refusal("not_found", "Track not found");
}

/** A fresh address for one stream of a track. */
export function streamRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.streamTrack, async (c) => {
      const track = await trackOf(deps, c.req.param("trackId"));
      return c.json(
        await openStream(deps, listenerOf(c, deps, c.var.session), { track, ...c.req.valid("query") }),
        200,
      );
    });
}

/** The published track of an address. Throws Refusal `not_found`. */
async function trackOf({ store }: Deps, said: string): Promise<TrackRow> {
  const id = Id.safeParse(said);
  const track = id.success ? (await findTracks(store.sql, [id.data])).get(id.data) : undefined;
  if (!track) throw trackNotFound();
  return track;
}

/** The MP3 to keep, for accounts, where the creator permits it. */
export function downloadRoutes(deps: Deps) {
  const { links } = deps;
  return new Routes(deps).serve(calls.downloadTrack, async (c) => {
    const track = await trackOf(deps, c.req.param("trackId"));
    const asked = { trackId: track.trackId, quality: "download" as const, now: deps.now() };
    const grant = links.grantAmong(c.req.queries("token") ?? [], asked);
    if (!grant && !c.var.session) {
      throw new Refusal("unauthenticated", "Authentication required. Please login again.");
    }
    await assertMayHear(deps, c.var.session?.userId ?? grant?.subject, track);
    if (!track.downloadable) {
      throw new Refusal("download_not_allowed", "The artist does not offer this track for download");
    }
    const file = await readyRendition(deps, { trackId: track.trackId, quality: "download" });
    const headers = {
      "cache-control": "private, max-age=0",
      "content-disposition": attachment(`${track.artist} - ${track.title}.mp3`),
    };
    const sent = file && await sendFile(c, deps.files, { key: file.key, bytes: file.bytes, headers });
    if (!sent) throw new Refusal("not_found", "No download URL available for this track.");
    return sent;
  });
}

/** A recording never changes, so neither does its waveform; apps ask for that of another one by another address. */
const PEAKS_HEADERS = { "cache-control": "public, max-age=604800, immutable" };

/** The waveform of a published track: 200 heights from 0 to 1, for everyone. */
export function peaksRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.mediaPeaks, async (c) => {
    const id = Id.safeParse(c.req.param("trackId"));
    const track = id.success && (await trackFacts(deps.store.sql, [id.data])).get(id.data);
    const recording = track && track.published ? await recordingOf(deps, id.data) : undefined;
    const file = recording && await deps.files.stat(recording.peaksKey);
    const sent = file && await sendFile(c, deps.files, { key: file.key, bytes: file.bytes, headers: PEAKS_HEADERS });
    if (!sent) throw trackNotFound();
    return sent;
  });
}

const KEY = /^\/media\/((?:covers|pictures)\/[0-9a-f-]{36}\/[0-9a-f]{16}\/(?:64|128|160|256|512)\.(?:avif|webp))$/;

const PICTURE_HEADERS = { "cache-control": "public, max-age=31536000, immutable" };

/** Covers and artists' pictures, for everyone. A new picture has a new address. */
export function pictureRoutes(deps: Deps) {
  const send = async (c: Context) => {
    const key = KEY.exec(c.req.path)?.[1];
    const isHidden = key !== undefined && await isHiddenPicture(deps, key);
    const file = key === undefined || isHidden ? undefined : await findPicture(deps, key);
    const sent = file && await sendFile(c, deps.files, { key: file.key, bytes: file.bytes, headers: PICTURE_HEADERS });
    if (!sent) throw new Refusal("not_found", "Picture not found");
    return sent;
  };
  return new Routes(deps).serve(calls.mediaCover, send).serve(calls.mediaPicture, send);
}

/** A moderator has hidden the picture of the person whose folder it is in. */
async function isHiddenPicture({ store: { sql } }: Deps, key: string): Promise<boolean> {
  const [folder, ownerId = ""] = key.split("/");
  return folder === "pictures" && (await arePicturesHidden(sql, [ownerId])).size > 0;
}

/** Pictures from before there were 160 pixels have the next size instead. */
async function findPicture({ files }: Deps, key: string) {
  return await files.stat(key) ?? await files.stat(key.replace("/160.", "/256."));
}
