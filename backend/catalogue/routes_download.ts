import { Hono } from "hono";
import { Id } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { optionalUser } from "../http/session.ts";
import { findTracks } from "../../projections/tracks.ts";
import { attachment } from "./attachment.ts";
import { assertMayHear } from "./routes_early_access.ts";
import { readyRendition, trackNotFound } from "./routes_audio.ts";
import { mediaFor } from "./routes_caller.ts";
import { sendFile } from "./send_file.ts";

/** The MP3 to keep, for accounts, where the creator permits it. */
export function downloadRoutes(deps: Deps) {
  const { links } = mediaFor(deps);
  return new Hono().get("/api/v1/download/:trackId", optionalUser(deps), async (c) => {
    const id = Id.safeParse(c.req.param("trackId"));
    const track = id.success ? (await findTracks(deps.store.sql, [id.data])).get(id.data) : undefined;
    if (!track) throw trackNotFound();
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
