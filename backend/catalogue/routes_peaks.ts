import { Hono } from "hono";
import { Id } from "../contract/ids.ts";
import type { Deps } from "../deps.ts";
import { trackFacts } from "../../projections/tracks.ts";
import { uploadKnown } from "./import_track_commands.ts";
import { trackNotFound } from "./routes_audio.ts";
import { sendFile } from "./send_file.ts";

/** A recording never changes, so neither does its waveform. */
const HEADERS = { "cache-control": "public, max-age=604800, immutable" };

/** The waveform of a published track: 200 heights from 0 to 1, for everyone. */
export function peaksRoutes(deps: Deps) {
  return new Hono().get("/media/peaks/:trackId", async (c) => {
    const id = Id.safeParse(c.req.param("trackId"));
    const track = id.success && (await trackFacts(deps.store.sql, [id.data])).get(id.data);
    const upload = track && track.published ? await uploadKnown(deps, id.data) : undefined;
    const file = upload && await deps.files.stat(upload.peaksKey);
    const sent = file && await sendFile(c, deps.files, { key: file.key, bytes: file.bytes, headers: HEADERS });
    if (!sent) throw trackNotFound();
    return sent;
  });
}
