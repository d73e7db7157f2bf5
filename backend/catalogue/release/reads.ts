import { albumIdOf } from "../../../projections/catalogue/albums.ts";
import { findCreator } from "../../../projections/catalogue/creators.ts";
import { countPresaves, isPresaved } from "../../../projections/catalogue/presaves.ts";
import { findReleases, listReleases, type ReleaseRow } from "../../../projections/catalogue/releases.ts";
import { listTracksOf, type OwnTrackRow } from "../../../projections/catalogue/tracks.ts";
import type { Release, ReleaseCard, ReleaseSong, SongReadiness, Upcoming } from "../../contract/releases.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { taxPercentNow } from "./tax.ts";
import type { Sql } from "../../store/sql.ts";
import { creditsOf } from "../song_credits/reads.ts";
import { missingOf, NO_RELEASE_WORDS } from "./state.ts";

const MOST = 500;

/** An artist's releases as their list shows them, the newest first. */
export async function releaseCards({ store: { sql } }: Pick<Deps, "store">, ownerId: string): Promise<ReleaseCard[]> {
  const rows = await listReleases(sql, { ownerId, limit: MOST });
  const presaves = await countPresaves(sql, rows.map(({ releaseId }) => releaseId));
  return rows.map((row) => cardOf(row, presaves.get(row.releaseId) ?? 0));
}

function cardOf(row: ReleaseRow, presaves: number): ReleaseCard {
  const { releaseId: id, status, kind, title, artist, coverImageUrl, placeholder, trackIds } = row;
  return {
    ...{ id, status, kind, title, artist, coverImageUrl, placeholder, presaves, songCount: trackIds.length },
    ...datesOf(row),
    ...(row.stalled && { stalled: row.stalled }),
    createdAt: new Date(row.createdAt).toISOString(),
    ...(row.publishedAt !== undefined && { publishedAt: new Date(row.publishedAt).toISOString() }),
    path: pathOf(row),
  };
}

function datesOf({ releaseAt, earlyUntil }: ReleaseRow): Pick<Release, "releaseAt" | "earlyAccessUntil"> {
  return {
    ...(releaseAt !== undefined && { releaseAt: new Date(releaseAt).toISOString() }),
    ...(earlyUntil !== undefined && { earlyAccessUntil: new Date(earlyUntil).toISOString() }),
  };
}

/** Where listeners find it, before it is out and after. */
function pathOf({ releaseId, status, kind, ownerId, title, trackIds: [first, ...more] }: ReleaseRow): string {
  if (status !== "published" || first === undefined) return `/release/${releaseId}`;
  const isAlbum = kind !== "single" || more.length > 0;
  return isAlbum ? `/music-details?id=${albumIdOf(ownerId, title)}` : `/track/${first}`;
}

/** A release with its songs, for its artist. Throws Refusal `not_found`. */
export async function ownReleaseOf(
  deps: Pick<Deps, "store" | "personal" | "now" | "config">,
  { releaseId, ownerId }: { readonly releaseId: string; readonly ownerId: string },
): Promise<Release> {
  const { sql } = deps.store;
  const row = (await findReleases(sql, [releaseId])).get(releaseId);
  if (row?.ownerId !== ownerId) throw new Refusal("not_found", NO_RELEASE_WORDS);
  const [presaves, songs, credits, keys] = await Promise.all([
    countPresaves(sql, [releaseId]),
    listTracksOf(sql, row.trackIds),
    creditsOf(deps, row.trackIds),
    deps.personal.keysOf(sql, [ownerId]),
  ]);
  const { declared, coverKey, genre, upc } = row;
  const number = declared?.societyNumber;
  const { songCount: _, ...card } = cardOf(row, presaves.get(releaseId) ?? 0);
  return {
    ...card,
    genre,
    upc,
    songs: row.trackIds.flatMap((trackId) => {
      const track = songs.get(trackId);
      const made = credits.get(trackId);
      return track && made ? [songOf(track, made)] : [];
    }),
    ...(declared && {
      declaration: {
        ownership: declared.ownership,
        society: declared.society,
        societyNumber: number === undefined ? "" : keys.get(ownerId)?.open(`society ${releaseId}`, number) ?? "",
        withheldPercent: declared.withheldPercent,
        at: new Date(declared.at).toISOString(),
      },
    }),
    missing: missingOf({
      hasArtwork: coverKey !== undefined,
      hasGenre: genre !== "",
      hasSong: row.trackIds.length > 0,
      isDeclared: declared !== undefined,
    }),
    withheldPercent: await taxPercentNow(deps),
    givesIsrc: deps.config.isrcPrefix !== undefined,
    givesUpc: deps.config.upcPrefix !== undefined,
  };
}

function songOf(track: OwnTrackRow, made: Pick<ReleaseSong, "credits" | "featured">): ReleaseSong {
  const { trackId, title, artist, genre, durationMs, failure, soundCheck } = track;
  const readiness = readinessOf(track);
  return {
    ...{ trackId, title, artist, genre, durationSeconds: durationMs / 1_000, readiness },
    ...(readiness === "failed" && failure !== undefined && { reason: failure }),
    ...(soundCheck && { report: soundCheck }),
    ...made,
  };
}

function readinessOf({ status, qualities, holds }: OwnTrackRow): SongReadiness {
  if (holds.some(({ hold }) => hold !== "draft")) return "held";
  if (status === "published" || qualities.includes("normal")) return "ready";
  return status === "failed" ? "failed" : "processing";
}

/**
 * A release that everyone may see: it has a date or is out, its artist is visible, and only its own draft holds at
 * least one of its songs.
 */
export async function publicReleaseOf(sql: Sql, releaseId: string): Promise<ReleaseRow | undefined> {
  const row = (await findReleases(sql, [releaseId])).get(releaseId);
  if (row?.status !== "scheduled" && row?.status !== "published") return undefined;
  const [artist, songs] = await Promise.all([findCreator(sql, row.ownerId), listTracksOf(sql, row.trackIds)]);
  const isShown = artist !== undefined && [...songs.values()].some((song) => readinessOf(song) !== "held");
  return isShown ? row : undefined;
}

/** What everybody sees of a release. Throws Refusal `not_found` for one that they may not see. */
export async function upcomingOf(
  { store: { sql } }: Pick<Deps, "store">,
  { releaseId, userId }: { readonly releaseId: string; readonly userId: string | undefined },
): Promise<Upcoming> {
  const row = await publicReleaseOf(sql, releaseId);
  const at = row?.releaseAt ?? row?.publishedAt;
  if (!row || at === undefined) throw new Refusal("not_found", NO_RELEASE_WORDS);
  const isOut = row.status === "published";
  const { kind, title, artist, ownerId: artistId, coverImageUrl, placeholder, trackIds } = row;
  return {
    ...{ id: releaseId, kind, title, artist, artistId, coverImageUrl, placeholder, songCount: trackIds.length },
    ...datesOf(row),
    releaseAt: new Date(isOut ? row.publishedAt ?? at : at).toISOString(),
    isOut,
    ...(isOut && { path: pathOf(row) }),
    isPresaved: userId !== undefined && !isOut && await isPresaved(sql, { userId, releaseId }),
  };
}
