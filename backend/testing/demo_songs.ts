import type { Genre } from "../contract/catalogue.ts";
import { DEMO_ARTISTS, type DemoSong } from "../demo/catalogue.ts";

/** Every song of the demo world, with its artist's genre. */
export function demoSongs(): (DemoSong & { genre: Genre })[] {
  return DEMO_ARTISTS.flatMap(({ genre, songs }) => songs.map((song) => ({ ...song, genre })));
}
