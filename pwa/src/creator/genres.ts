import { type Genre, GENRES } from "@contract/catalogue.ts";

/** The choices of both uploads. */
export const GENRE_OPTIONS = GENRES.map((genre) => ({ value: genre, label: genreLabel(genre) }));

/** The genre that a file's tag means, if it is one of ours: "Hip Hop" is hip-hop. */
export function genreOf(said: string | undefined): Genre | undefined {
  const plain = lettersOf(said ?? "");
  return GENRES.find((genre) => lettersOf(genre) === plain) ?? GENRES.find((genre) => `${lettersOf(genre)}s` === plain);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, "");
}

function genreLabel(genre: string): string {
  return genre.replace(/^./, (letter) => letter.toUpperCase());
}
