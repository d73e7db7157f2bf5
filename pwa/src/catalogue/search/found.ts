import type { FoundAlbum, FoundArtist, FoundLyrics, FoundPlaylist, FoundTrack, Searched } from "@contract/search.ts";
import type { Track } from "@contract/catalogue.ts";
import { plural } from "../../lib/format.ts";

/** One result of any kind, as the list shows it. */
export interface Found {
  id: string;
  kind: Searched;
  title: string;
  detail: string;
  imageUrl: string | undefined;
  /** Where it is: a path of this site, or another site's address. */
  href: string | undefined;
  isOurs: boolean;
  /** Tracks only; null where there is nothing to listen to. */
  previewUrl: string | null;
  durationSeconds?: number;
  /** One of Orin's own songs: it plays in the player, and earns. */
  track?: Track | undefined;
}

/** A track of an answer as results show it. */
export function foundTrack({ id, name, artists, album, duration_ms, preview_url, track, ...rest }: FoundTrack): Found {
  return {
    ...{ id, kind: "track", title: name, imageUrl: imageOf(album.images), previewUrl: preview_url },
    ...{ detail: names(artists), durationSeconds: duration_ms / 1_000, track },
    ...placeOf(rest),
  };
}

/** One of Orin's own songs as results show it. */
export function foundOwn(track: Track): Found {
  const { _id: id, title, artist, coverImageUrl, durationSeconds } = track;
  return {
    ...{ id, kind: "track", title, detail: artist, imageUrl: coverImageUrl, previewUrl: null, durationSeconds, track },
    ...{ href: `/track/${id}`, isOurs: true },
  };
}

/** A song of an answer that has the words in its lyrics; the line is below its title. */
export function foundLyrics({ id, line, track }: FoundLyrics): Found {
  return { ...foundOwn(track), id, kind: "lyrics", detail: `“${line}”`, href: `/track/${id}#lyrics` };
}

/** An artist of an answer as results show them. */
export function foundArtist({ id, name, images, ...rest }: FoundArtist): Found {
  const shown = { id, kind: "artist", title: name, detail: "Artist", imageUrl: imageOf(images) } as const;
  return { ...shown, previewUrl: null, ...placeOf(rest) };
}

/** An album of an answer as results show it. */
export function foundAlbum({ id, name, artists, images, total_tracks, ...rest }: FoundAlbum): Found {
  const detail = [names(artists), plural(total_tracks, "track")].filter(Boolean).join(" · ");
  return {
    ...{ id, kind: "album", title: name, detail, imageUrl: imageOf(images), previewUrl: null },
    ...placeOf(rest),
  };
}

/** A playlist of an answer as results show it. */
export function foundPlaylist({ id, name, images, owner, ...rest }: FoundPlaylist): Found {
  const detail = owner.display_name ? `by ${owner.display_name}` : "Playlist";
  const shown = { id, kind: "playlist", title: name, detail, imageUrl: imageOf(images) } as const;
  return { ...shown, previewUrl: null, ...placeOf(rest) };
}

function names(artists: readonly { name: string }[]): string {
  return artists.map(({ name }) => name).join(", ");
}

/** The smallest that is still sharp in a row. */
function imageOf(images: readonly { url: string; width: number | null }[]): string | undefined {
  const bySize = [...images].sort((one, two) => (one.width ?? Infinity) - (two.width ?? Infinity));
  return (bySize.find(({ width }) => width !== null && width >= 128) ?? images[0])?.url;
}

/** Our own links lead within the app, whatever host they name. */
function placeOf(
  { external_urls: urls }: { external_urls: Record<string, string> },
): { href: string | undefined; isOurs: boolean } {
  const ours = urls.orin;
  if (ours === undefined) return { href: Object.values(urls)[0], isOurs: false };
  const { pathname, search } = new URL(ours, location.origin);
  return { href: pathname + search, isOurs: true };
}
