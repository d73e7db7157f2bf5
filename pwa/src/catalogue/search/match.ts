import { folded } from "@contract/normalize_text.ts";
import { isSlipOf } from "@contract/slip.ts";
import type { Found } from "./found.ts";
import type { FoundOfKind } from "./api.ts";

/** A shorter word is like too many others. */
const SHORTEST_SLIP = 3;

/**
 * How well a thing fits what was typed, 0 where it does not: its very name, a name that begins so, one that holds every
 * word, and one that nearly does. Accents do not count, as on the service.
 */
export function fitOf({ title, detail }: Pick<Found, "title" | "detail">, query: string): number {
  const [typed, name] = [folded(query), folded(title)];
  if (typed === "") return 0;
  if (name === typed) return 4;
  if (name.startsWith(typed)) return 3;
  const words = [...name.split(" "), ...folded(detail).split(" ")];
  const asked = typed.split(" ");
  if (asked.every((word) => words.some((one) => one.startsWith(word)))) return 2;
  const isNear = (word: string) =>
    words.some((one) => one.startsWith(word) || (word.length >= SHORTEST_SLIP && isSlipOf(word, one)));
  return asked.every(isNear) ? 1 : 0;
}

/** Whom one most probably means by a name. */
const FIRST_MEANT = ["artist", "track", "album", "playlist", "lyrics"] as const;

/** The one result that fits best; an artist before a song of the same name. Lyrics only where nothing else is found. */
export function topOf(kinds: readonly FoundOfKind[], query: string): Found | undefined {
  const firsts = FIRST_MEANT.flatMap((kind) => kinds.find((one) => one.kind === kind)?.found[0] ?? []);
  const fits = firsts.map((found) => ({ found, fit: found.kind === "lyrics" ? 0 : fitOf(found, query) }));
  const best = Math.max(...fits.map(({ fit }) => fit));
  // Where names only hold the words, a song that has them is what is looked for; not one that has them of its artist alone.
  const song = best < 3 ? fits.find(({ found, fit }) => found.kind === "track" && fit > 0)?.found : undefined;
  const isOfArtist = song && fitOf({ title: song.title, detail: "" }, query) === 0 &&
    fits.some(({ found, fit }) => found.kind === "artist" && fit > 0);
  if (song && !isOfArtist) return song;
  return fits.find(({ fit }) => fit === best)?.found;
}
