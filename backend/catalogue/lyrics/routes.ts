import * as calls from "../../contract/calls/uploads.ts";
import { Routes } from "../../http/routes.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { LyricsAnswer, LyricsSavedAnswer, LyricsSourceAnswer } from "../../contract/lyrics.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { freshPassword } from "../../http/fresh_password.ts";
import { idInPath } from "../../http/validate.ts";
import { giveLyrics, removeLyrics, takeLyricsDown } from "./change.ts";
import { lyricsSource, readLyrics } from "./reads.ts";

const NO_TRACK = "Track not found";
const CHANGES_AN_HOUR = 120;

/** What is sung: everyone reads it where the song is, its artist writes it. */
export function lyricsRoutes(deps: Deps) {
  const fresh = freshPassword(deps, "Please enter your password again to remove lyrics");
  return new Routes(deps)
    .serve(calls.getLyrics, async (c) => {
      const trackId = idInPath(c, "trackId", NO_TRACK);
      const track = (await findTracks(deps.store.sql, [trackId])).get(trackId);
      if (!track) throw new Refusal("not_found", NO_TRACK);
      const lyrics = (await readLyrics(deps, new Map([[trackId, track.durationMs]]))).get(trackId) ?? null;
      const etag = `"${lyrics === null ? "none" : Date.parse(lyrics.updatedAt).toString(36)}"`;
      // What was taken away is gone within a minute.
      c.header("cache-control", "public, max-age=60");
      c.header("etag", etag);
      if (c.req.header("if-none-match") === etag) return c.body(null, 304);
      return c.json({ lyrics } satisfies LyricsAnswer, 200);
    })
    .serve(calls.getLyricsSource, async (c) => {
      const trackId = idInPath(c, "trackId", NO_TRACK);
      const source = await lyricsSource(deps, { trackId, ownerId: c.var.session.userId }) ?? null;
      c.header("cache-control", "no-store");
      return c.json({ source } satisfies LyricsSourceAnswer, 200);
    })
    .serve(calls.saveLyrics, async (c) => {
      const { userId } = c.var.session;
      await takeTurn(deps, { kind: "lyrics", perHour: CHANGES_AN_HOUR, of: userId });
      const given = { trackId: idInPath(c, "trackId", NO_TRACK), userId, ...c.req.valid("json") };
      const changedAt = new Date(await giveLyrics(deps, given, metadataOf(c, userId))).toISOString();
      return c.json({ message: "Lyrics saved", changedAt } satisfies LyricsSavedAnswer, 200);
    })
    .serve(calls.removeLyrics, async (c) => {
      const { userId } = c.var.session;
      const removal = { trackId: idInPath(c, "trackId", NO_TRACK), userId };
      await deps.store.execute(removeLyrics, removal, { logs: ["social"], metadata: metadataOf(c, userId) });
      return c.json({ message: "Lyrics removed" } satisfies MessageAnswer, 200);
    })
    .serve(calls.takeDownLyrics, fresh, async (c) => {
      const { userId: adminId } = c.var.session;
      const given = { trackId: idInPath(c, "trackId", NO_TRACK), adminId, ...c.req.valid("json") };
      await takeLyricsDown(deps, given, metadataOf(c, adminId));
      return c.json({ message: "Lyrics removed" } satisfies MessageAnswer, 200);
    });
}
