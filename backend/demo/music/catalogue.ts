import type { Artist, DemoGenre, Song } from "./artist.ts";
import { ARTISTS_TO_DANCE_TO } from "./artists_to_dance_to.ts";
import { ARTISTS_TO_SIT_WITH } from "./artists_to_sit_with.ts";
import { type Brief, durationOf } from "./composer.ts";
import type { Sleeve } from "./cover_art.ts";

/** A song of the demo world; hand it whole to `renderTrack`, and its `sleeve` to `renderCover`. */
export interface DemoTrack extends Brief {
  slug: string;
  title: string;
  genre: DemoGenre;
  album?: string;
  /** Days before the demo world's today. */
  releasedDaysAgo: number;
  /** What `renderTrack` will make, to the millisecond. */
  durationMs: number;
  coverSeed: number;
  sleeve: Sleeve;
}

export interface DemoCreator extends Omit<Artist, "songs"> {
  tracks: DemoTrack[];
}

/** Eight invented creators in six genres and all their songs: the same at every call. */
export function demoCatalogue(): DemoCreator[] {
  return [...ARTISTS_TO_DANCE_TO, ...ARTISTS_TO_SIT_WITH].map(({ songs, ...artist }) => ({
    ...artist,
    tracks: songs.map((song) => track(artist, song)),
  }));
}

function track({ slug, artistName, genre }: Omit<Artist, "songs">, { music, cover, ...song }: Song): DemoTrack {
  return {
    ...song,
    ...music,
    slug: `${slug}-${song.slug}`,
    genre,
    durationMs: Math.round(durationOf(music) * 1000),
    coverSeed: cover.seed,
    sleeve: { title: song.title, artist: artistName, picture: cover.picture },
  };
}
