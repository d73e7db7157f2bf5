import * as calls from "../../contract/calls/catalogue.ts";
import { writtenJson } from "../../http/etag.ts";
import { Routes } from "../../http/routes.ts";
import { TracksQuery } from "../../contract/requests/catalogue.ts";
import type { Context } from "hono";
import * as z from "zod/mini";
import { albumIdOf } from "../../../projections/catalogue/albums.ts";
import { withLyrics } from "../../../projections/catalogue/lyrics.ts";
import { listAllTracks, type OwnTrackRow, type TrackCursor } from "../../../projections/catalogue/tracks.ts";
import type { AdminTrack } from "../../contract/admin_tracks.ts";
import { TrackFilters } from "../../contract/requests/admin_tracks.ts";
import type { TrackAnswer, TrackList } from "../../contract/catalogue.ts";
import { Id } from "../../contract/requests/ids.ts";
import { lagosDay, lagosSpan } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { type Cell, CSV_MARK, csvFile, csvLinesOf } from "../../http/csv.ts";
import type { Session } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { everyones } from "../everyones.ts";
import { slideTracks, withPlaces } from "../discover/slides.ts";
import { listenerOf } from "../stream/reads.ts";
import { ownTrackAnswers, trackList } from "./reads.ts";

const NO_TRACK = "Track not found";

/** The lists of published tracks, newest first, and one track alone. */
export function trackRoutes(deps: Deps) {
  const page = async (c: Context, query: z.infer<typeof TracksQuery>, session?: Session) => {
    const { limit, genre, artistId, quality } = query;
    const cursor = query.cursor === undefined ? undefined : readCursor(query.cursor);
    const found = await (await everyones(deps)).newest({ limit, cursor, genre, ownerId: artistId });
    const tracks = await trackList(c, deps, { session, quality }).inJson(found.tracks);
    const next = found.nextCursor ? `,"nextCursor":${JSON.stringify(writeCursor(found.nextCursor))}` : "";
    return writtenJson<TrackList>(c, `{"success":true,"tracks":${tracks}${next}}`);
  };

  return new Routes(deps)
    .serve(calls.listTracks, async (c) => {
      const { list, quality } = c.req.valid("query");
      const { session } = c.var;
      if (list === undefined) return await page(c, c.req.valid("query"), session);
      const { subject } = listenerOf(c, deps, session);
      const tracks = await trackList(c, deps, { session, quality }).of(await slideTracks(deps, { list, subject }));
      const shown = list === "top-100" ? await withPlaces(deps, tracks) : tracks;
      return c.json({ success: true, tracks: shown } satisfies TrackList, 200);
    })
    // New Releases: every published track, from artists and admins.
    .serve(calls.listNewReleases, async (c) => {
      return await page(c, c.req.valid("query"), c.var.session);
    })
    .serve(calls.getTrack, async (c) => {
      const { quality } = c.req.valid("query");
      const { session } = c.var;
      const trackId = idInPath(c, "id", NO_TRACK);
      const [track] = await trackList(c, deps, { session, quality }).find([trackId]);
      if (!track) throw new Refusal("not_found", NO_TRACK);
      const albumId = track.album === undefined ? {} : { albumId: albumIdOf(track.artistId, track.album) };
      return c.json({ success: true, track, ...albumId } satisfies TrackAnswer, 200);
    });
}

function writeCursor({ releasedAt, trackId }: TrackCursor): string {
  return `${releasedAt}_${trackId}`;
}

function readCursor(said: string): TrackCursor {
  const [, releasedAt, id] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(said) ?? [];
  const trackId = Id.safeParse(id);
  if (releasedAt === undefined || !trackId.success) {
    throw new Refusal("invalid_request", "This list has changed: please load it again.");
  }
  return { releasedAt: Number(releasedAt), trackId: trackId.data };
}

/** Every track for the back office; `DELETE /api/v1/tracks/:id` takes an admin as well as the owner. */
export function adminTrackRoutes(deps: Deps) {
  const { links } = deps;
  return new Routes(deps)
    .serve(calls.searchTracks, async (c) => {
      const { limit, cursor, ...filters } = c.req.valid("query");
      const rows = await listAllTracks(deps.store.sql, { ...adminPageOf(filters), limit, after: cursor });
      const sung = await withLyrics(deps.store.sql, rows.map(({ trackId }) => trackId));
      const listener = listenerOf(c, deps, c.var.session);
      const options = { links, listener, quality: "normal" as const, now: deps.now(), mayHear: () => true };
      return c.json(
        ownTrackAnswers(rows, options).map((track, at): AdminTrack => ({
          ...track,
          createdAt: new Date(rows[at]?.uploadedAt ?? 0).toISOString(),
          hasLyrics: sung.has(track._id),
        })),
        200,
      );
    })
    .serve(calls.searchTracksCsv, (c) => {
      const day = lagosDay(deps.now());
      return csvFile(c, `orin-tracks-${day}.csv`, tableOf(deps, c.req.valid("query")));
    });
}

function adminPageOf({ q, genre, state, sort, order, ...days }: TrackFilters) {
  const status = state === "ready" ? "published" : state;
  return { q, genre, status, sort, descending: order === "desc", ...lagosSpan(days) } as const;
}

const EXPORTED_AT_ONCE = 500;
const COLUMNS = ["id", "uploadedAt", "title", "artist", "artistId", "genre", "seconds", "state", "reason"];

/** All tracks that fit, as lines of a table. */
async function* tableOf(deps: Deps, filters: TrackFilters): AsyncGenerator<string, void> {
  yield `${CSV_MARK}${csvLinesOf([COLUMNS])}`;
  let rows: OwnTrackRow[] = [];
  do {
    const page = { ...adminPageOf(filters), limit: EXPORTED_AT_ONCE, after: rows.at(-1)?.trackId };
    rows = await listAllTracks(deps.store.sql, page);
    if (rows.length > 0) yield csvLinesOf(rows.map(lineOf));
  } while (rows.length === EXPORTED_AT_ONCE);
}

function lineOf(
  { trackId, uploadedAt, title, artist, ownerId, genre, durationMs, status, failure }: OwnTrackRow,
): Cell[] {
  const uploaded = new Date(uploadedAt).toISOString();
  const state = status === "published" ? "ready" : status;
  return [trackId, uploaded, title, artist, ownerId, genre, Math.round(durationMs / 1_000), state, failure ?? ""];
}
