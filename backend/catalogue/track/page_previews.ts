import { Id } from "../../contract/requests/ids.ts";
import type { Deps } from "../../deps.ts";
import type { PagePreview } from "../../http/page_head.ts";
import { findAlbums } from "../../../projections/albums.ts";
import { findCreators } from "../../../projections/creators.ts";
import { findPlaylists } from "../../../projections/playlists.ts";
import { findTracks } from "../../../projections/tracks.ts";
import { albumCards } from "../discover/albums.ts";

const DESCRIPTION =
  "Nigerian music that pays you back: stream songs, earn tokens for the time you listen, and support the artists you love.";
const LONGEST = 200;

/** What shared links show of tracks, artists, albums, and of every other page. */
export function pagePreviews(deps: Deps): (page: URL) => Promise<PagePreview> {
  return async ({ pathname, searchParams }) => {
    try {
      const found = await preview(deps, pathname, searchParams);
      if (found) return found;
    } catch (error) {
      // The page works from what the device has, also while the database is away.
      deps.log(`No preview for ${pathname}`, error);
    }
    return {
      title: "Orin",
      description: DESCRIPTION,
      url: `${deps.config.publicUrl}${pathname}`,
      type: "website",
      image: { url: `${deps.config.publicUrl}/icon-512.png`, alt: "Orin" },
    };
  };
}

async function preview(deps: Deps, path: string, query: URLSearchParams): Promise<PagePreview | undefined> {
  const [, page, name] = /^\/(artists|track|playlists)\/([^/]+)$/.exec(path) ?? [];
  const said = name ?? query.get(path === "/songs" ? "track" : "id");
  const id = Id.safeParse(said);
  if (!id.success) return undefined;
  if (path === "/songs") return await trackPreview(deps, id.data, `/songs?track=${id.data}`);
  if (path === "/music-details") return await albumPreview(deps, id.data);
  if (page === "track") return await trackPreview(deps, id.data, `/track/${id.data}`);
  if (page === "playlists") return await playlistPreview(deps, id.data);
  return page === "artists" ? await artistPreview(deps, id.data) : undefined;
}

async function trackPreview(deps: Deps, trackId: string, path: string): Promise<PagePreview | undefined> {
  const { publicUrl } = deps.config;
  const track = (await findTracks(deps.store.sql, [trackId])).get(trackId);
  return track && {
    title: `${track.title} by ${track.artist} · Orin`,
    description: `Listen to ${track.title} by ${track.artist} on Orin, and earn tokens while you listen.`,
    url: `${publicUrl}${path}`,
    type: "music.song",
    ...picture(publicUrl, track.coverImageUrl, `Cover of ${track.title}`),
    oembedUrl: `${publicUrl}/oembed?format=json&url=${encodeURIComponent(`${publicUrl}/track/${trackId}`)}`,
    more: [
      // As every list shows it.
      ["music:duration", String(Math.floor(track.durationMs / 1_000))],
      ["music:musician", `${publicUrl}/artists/${track.ownerId}`],
    ],
  };
}

async function albumPreview(deps: Deps, albumId: string): Promise<PagePreview | undefined> {
  const { publicUrl } = deps.config;
  const row = (await findAlbums(deps.store.sql, [albumId])).get(albumId);
  const [album] = row ? await albumCards(deps, [row]) : [];
  return album && {
    title: `${album.title} by ${album.artist} · Orin`,
    description: `${count(album.trackCount, "song")} by ${album.artist} on Orin: listen, and earn tokens while you do.`,
    url: `${publicUrl}/music-details?id=${albumId}`,
    type: "music.album",
    ...picture(publicUrl, album.coverImageUrl, `Cover of ${album.title}`),
    more: [
      ["music:musician", `${publicUrl}/artists/${album.artistId}`],
      ["music:release_date", album.releasedAt.slice(0, 10)],
    ],
  };
}

/** A public list; others look like any page, whether they are there or not. */
async function playlistPreview(deps: Deps, playlistId: string): Promise<PagePreview | undefined> {
  const { config: { publicUrl }, personal, store: { sql } } = deps;
  const row = (await findPlaylists(sql, [playlistId])).get(playlistId);
  if (row?.publicName === undefined || !(await personal.keysOf(sql, [row.ownerId])).has(row.ownerId)) return undefined;
  const tracks = await findTracks(sql, row.trackIds);
  const shown = row.trackIds.flatMap((trackId) => tracks.get(trackId) ?? []);
  const some = [...new Set(shown.map(({ artist }) => artist))].slice(0, 3).join(", ");
  return {
    title: `${row.publicName} · Playlist · Orin`,
    description: `${count(shown.length, "song")}${
      some && ` by ${some}`
    } on Orin: listen, and earn tokens while you do.`,
    url: `${publicUrl}/playlists/${playlistId}`,
    type: "music.playlist",
    ...picture(publicUrl, shown.find(({ coverImageUrl }) => coverImageUrl !== "")?.coverImageUrl ?? "", row.publicName),
    more: [["music:song_count", String(shown.length)]],
  };
}

async function artistPreview(deps: Deps, artistId: string): Promise<PagePreview | undefined> {
  const { publicUrl } = deps.config;
  const artist = (await findCreators(deps.store.sql, [artistId])).get(artistId);
  return artist && {
    title: `${artist.name} · Orin`,
    description: shortened(artist.bio) || `${count(artist.tracks, "song")} by ${artist.name} on Orin.`,
    url: `${publicUrl}/artists/${artistId}`,
    type: "profile",
    ...picture(publicUrl, artist.pictureUrl, artist.name),
  };
}

function picture(publicUrl: string, path: string, alt: string): Pick<PagePreview, "image"> {
  return {
    image: path === "" ? { url: `${publicUrl}/icon-512.png`, alt: "Orin" } : { url: `${publicUrl}${path}`, alt },
  };
}

/** Cut at a word, so that no character is halved. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).replace(/\s+\S*$/, "")}…`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
