import { createHash } from "node:crypto";
import { Id } from "../../contract/requests/ids.ts";
import { type Card, CARD_SIZE } from "../../adapters/media/types.ts";
import type { Deps } from "../../deps.ts";
import { publicReleaseOf } from "../release/reads.ts";
import type { PagePreview } from "../../http/page_head.ts";
import { findAlbums } from "../../../projections/catalogue/albums.ts";
import { findCreators } from "../../../projections/catalogue/creators.ts";
import { findPlaylists } from "../../../projections/catalogue/playlists.ts";
import { findTracks, type TrackRow } from "../../../projections/catalogue/tracks.ts";
import { socialUrls } from "../../contract/social_links.ts";
import { albumCards } from "../discover/albums.ts";
import { albumIdOf, type AlbumRow } from "../../../projections/catalogue/albums.ts";

const DESCRIPTION =
  "Nigerian music that pays you back: stream songs, earn tokens for the time you listen, and support the artists you love.";
const LONGEST = 200;
/** Raise it when cards are drawn another way. */
const LOOK = 1;

/** A page that can be shared, and what its picture says. */
interface Shared extends PagePreview {
  readonly card: SharedCard;
}

export interface SharedCard extends Card {
  readonly kind: CardKind;
  readonly id: string;
  /** The address of its picture; empty without one. */
  readonly pictureUrl: string;
}

export const CARD_KINDS = ["song", "album", "playlist", "artist"] as const;
type CardKind = typeof CARD_KINDS[number];

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
      image: { url: `${deps.config.publicUrl}/icon-512.png`, alt: "Orin", width: 512, height: 512 },
    };
  };
}

/** What the picture of a shared link shows; undefined for what is not there, or not for everybody. */
export async function sharedCard(deps: Deps, kind: CardKind, id: string): Promise<SharedCard | undefined> {
  const find = { song: trackPreview, album: albumPreview, playlist: playlistPreview, artist: artistPreview }[kind];
  return (await find(deps, id))?.card;
}

async function preview(deps: Deps, path: string, query: URLSearchParams): Promise<PagePreview | undefined> {
  const [, page, name] = /^\/(artists|track|playlists|release)\/([^/]+)$/.exec(path) ?? [];
  const said = name ?? query.get(path === "/songs" ? "track" : "id");
  const id = Id.safeParse(said);
  if (!id.success) return undefined;
  if (path === "/songs") return await trackPreview(deps, id.data, `/songs?track=${id.data}`);
  if (path === "/music-details") return await albumPreview(deps, id.data);
  if (page === "track") return await trackPreview(deps, id.data);
  if (page === "release") return await releasePreview(deps, id.data);
  if (page === "playlists") return await playlistPreview(deps, id.data);
  return page === "artists" ? await artistPreview(deps, id.data) : undefined;
}

async function trackPreview(
  deps: Deps,
  trackId: string,
  path = `/track/${trackId}`,
): Promise<Shared | undefined> {
  const { publicUrl } = deps.config;
  const track = (await findTracks(deps.store.sql, [trackId])).get(trackId);
  return track && {
    title: `${track.title} by ${track.artist} · Orin`,
    description: `Listen to ${track.title} by ${track.artist} on Orin, and earn tokens while you listen.`,
    url: `${publicUrl}${path}`,
    type: "music.song",
    ...shown(publicUrl, {
      ...{ kind: "song", id: trackId, label: "Song", title: track.title, line: track.artist },
      pictureUrl: track.coverImageUrl,
    }),
    subject: recording(publicUrl, track),
    oembedUrl: `${publicUrl}/oembed?format=json&url=${encodeURIComponent(`${publicUrl}/track/${trackId}`)}`,
    more: [
      // As every list shows it.
      ["music:duration", String(Math.floor(track.durationMs / 1_000))],
      ["music:musician", `${publicUrl}/artists/${track.ownerId}`],
    ],
  };
}

async function albumPreview(deps: Deps, albumId: string): Promise<Shared | undefined> {
  const { publicUrl } = deps.config;
  const row = (await findAlbums(deps.store.sql, [albumId])).get(albumId);
  const [album] = row ? await albumCards(deps, [row]) : [];
  return row && album && {
    title: `${album.title} by ${album.artist} · Orin`,
    description: `${count(album.trackCount, "song")} by ${album.artist} on Orin: listen, and earn tokens while you do.`,
    url: `${publicUrl}/music-details?id=${albumId}`,
    type: "music.album",
    ...shown(publicUrl, {
      ...{ kind: "album", id: albumId, label: "Album", title: album.title, line: album.artist },
      pictureUrl: album.coverImageUrl,
    }),
    subject: await albumSubject(deps, row),
    more: [
      ["music:musician", `${publicUrl}/artists/${album.artistId}`],
      ["music:release_date", album.releasedAt.slice(0, 10)],
    ],
  };
}

/** What has a date, or is out; a draft looks like any page. */
async function releasePreview(deps: Deps, releaseId: string): Promise<PagePreview | undefined> {
  const { publicUrl } = deps.config;
  const release = await publicReleaseOf(deps.store.sql, releaseId);
  if (!release) return undefined;
  const { title, artist, ownerId, coverImageUrl, status, releaseAt, publishedAt } = release;
  const at = publishedAt ?? releaseAt;
  const name = `${title} by ${artist}`;
  return {
    title: `${name} · Orin`,
    description: status === "published" ? `Listen to ${name} on Orin.` : `${name} comes out soon. Pre-save it on Orin.`,
    url: `${publicUrl}/release/${releaseId}`,
    type: "music.album",
    subject: {
      ...subjectOf("MusicAlbum", {
        name: title,
        url: `${publicUrl}/release/${releaseId}`,
        image: publicUrl + coverImageUrl,
      }),
      byArtist: group(publicUrl, { ownerId, artist }),
      ...(at !== undefined && { datePublished: dayOf(at) }),
    },
    image: { url: `${publicUrl}${coverImageUrl}`, alt: name, width: 512, height: 512 },
  };
}

/** A public list; others look like any page, whether they are there or not. */
async function playlistPreview(deps: Deps, playlistId: string): Promise<Shared | undefined> {
  const { config: { publicUrl }, personal, store: { sql } } = deps;
  const row = (await findPlaylists(sql, [playlistId])).get(playlistId);
  if (row?.publicName === undefined || !(await personal.keysOf(sql, [row.ownerId])).has(row.ownerId)) return undefined;
  const tracks = await findTracks(sql, row.trackIds);
  const songs = row.trackIds.flatMap((trackId) => tracks.get(trackId) ?? []);
  const some = [...new Set(songs.map(({ artist }) => artist))].slice(0, 3).join(", ");
  const line = `${count(songs.length, "song")}${some && ` by ${some}`}`;
  return {
    title: `${row.publicName} · Playlist · Orin`,
    description: `${line} on Orin: listen, and earn tokens while you do.`,
    url: `${publicUrl}/playlists/${playlistId}`,
    type: "music.playlist",
    ...shown(publicUrl, {
      ...{ kind: "playlist", id: playlistId, label: "Playlist", title: row.publicName, line },
      pictureUrl: songs.find(({ coverImageUrl }) => coverImageUrl !== "")?.coverImageUrl ?? "",
    }),
    subject: {
      ...subjectOf("MusicPlaylist", { name: row.publicName, url: `${publicUrl}/playlists/${playlistId}` }),
      ...{ numTracks: songs.length, track: songs.slice(0, MOST_SONGS).map((song) => recording(publicUrl, song)) },
    },
    more: [["music:song_count", String(songs.length)]],
  };
}

async function artistPreview(deps: Deps, artistId: string): Promise<Shared | undefined> {
  const { publicUrl } = deps.config;
  const artist = (await findCreators(deps.store.sql, [artistId])).get(artistId);
  return artist && {
    title: `${artist.name} · Orin`,
    description: shortened(artist.bio) || `${count(artist.tracks, "song")} by ${artist.name} on Orin.`,
    url: `${publicUrl}/artists/${artistId}`,
    type: "profile",
    subject: {
      ...group(publicUrl, { ownerId: artistId, artist: artist.name }),
      ...(artist.bio.trim() && { description: artist.bio.trim() }),
      ...(artist.pictureUrl && { image: publicUrl + artist.pictureUrl }),
      ...(Object.keys(socialUrls(artist.social)).length > 0 && { sameAs: Object.values(socialUrls(artist.social)) }),
    },
    ...shown(publicUrl, {
      ...{ kind: "artist", id: artistId, label: "Artist", title: artist.name, line: count(artist.tracks, "song") },
      pictureUrl: artist.pictureUrl,
    }),
  };
}

/** Songs that a list's or an album's data names: search machines ask for no more. */
const MOST_SONGS = 100;

type Subject = NonNullable<PagePreview["subject"]>;

function subjectOf(type: string, { name, url, image }: { name: string; url: string; image?: string }): Subject {
  return { "@type": type, "@id": url, url, name, ...(image && { image }) };
}

function group(publicUrl: string, { ownerId, artist }: Pick<TrackRow, "ownerId" | "artist">): Subject {
  return subjectOf("MusicGroup", { name: artist, url: `${publicUrl}/artists/${ownerId}` });
}

function recording(publicUrl: string, track: TrackRow): Subject {
  const { trackId, title, ownerId, album, coverImageUrl, genre, durationMs, releasedAt } = track;
  const image = coverImageUrl === "" ? {} : { image: publicUrl + coverImageUrl };
  const albumUrl = album === undefined ? "" : `${publicUrl}/music-details?id=${albumIdOf(ownerId, album)}`;
  return {
    ...subjectOf("MusicRecording", { name: title, url: `${publicUrl}/track/${trackId}`, ...image }),
    ...{ byArtist: group(publicUrl, track), genre, datePublished: dayOf(releasedAt) },
    // As ISO 8601 says a length.
    duration: `PT${Math.floor(durationMs / 60_000)}M${Math.floor(durationMs / 1_000) % 60}S`,
    ...(album !== undefined && { inAlbum: subjectOf("MusicAlbum", { name: album, url: albumUrl }) }),
  };
}

async function albumSubject({ config: { publicUrl }, store: { sql } }: Deps, row: AlbumRow): Promise<Subject> {
  const found = await findTracks(sql, row.trackIds);
  const songs = row.trackIds.flatMap((trackId) => found.get(trackId) ?? []);
  const sleeve = songs.find(({ coverImageUrl }) => coverImageUrl !== "")?.coverImageUrl;
  const image = sleeve === undefined ? {} : { image: publicUrl + sleeve };
  return {
    ...subjectOf("MusicAlbum", { name: row.name, url: `${publicUrl}/music-details?id=${row.albumId}`, ...image }),
    ...(songs[0] && { byArtist: group(publicUrl, songs[0]) }),
    ...{ datePublished: dayOf(row.releasedAt), numTracks: songs.length },
    track: songs.slice(0, MOST_SONGS).map((song) => recording(publicUrl, song)),
  };
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The drawn picture of a page, and what is drawn. */
function shown(publicUrl: string, card: SharedCard): Pick<Shared, "image" | "card"> {
  const alt = [card.label, card.title, card.line].join(", ");
  return { card, image: { url: `${publicUrl}${cardAddress(card)}`, alt, ...CARD_SIZE } };
}

/** Says what is drawn in it, so that a picture never changes under its address. */
export function cardAddress(card: SharedCard): string {
  const { kind, id, label, title, line, pictureUrl } = card;
  const said = JSON.stringify([LOOK, label, title, line, pictureUrl]);
  const version = createHash("sha256").update(said).digest("hex").slice(0, 16);
  return `/media/cards/${kind}/${id}/${version}.jpg`;
}

/** Cut at a word, so that no character is halved. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).replace(/\s+\S*$/, "")}…`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
