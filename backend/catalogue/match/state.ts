import { folded } from "../../contract/normalize_text.ts";
import type { WantedSong } from "../../contract/match.ts";

/** A track that may be the one. */
export interface Candidate {
  readonly trackId: string;
  readonly title: string;
  readonly artist: string;
  readonly durationMs: number;
}

/** How alike title and artist must be, 0 to 1: a slip or two in a name, and no other song. */
const TITLE_ALIKE = 0.72;
/** A word more or less is another song, unless only a space was lost. */
const OTHER_WORDS_ALIKE = 0.93;
const ARTIST_ALIKE = 0.6;
/** Without an artist, the title must be the same and the length nearly. */
const LENGTH_SLACK_S = 4;
/** Two recordings of one song under the same names differ by no more. */
const LENGTH_FAR_S = 90;

/** Another recording of a song says so in its title, and is not the song. */
const VERSIONS = /\b(remix|rmx|mix|live|acoustic|instrumental|karaoke|cover|sped up|slowed|reprise|demo|freestyle)\b/g;
/** What lists add to a title that is no part of it. */
const ADDED =
  /\b(remaster(ed)?|radio edit|single version|album version|original mix|official (audio|video)|explicit)\b.*$/;

/**
 * The track that a row of another service's list means, among those that search has found; undefined when none is near
 * enough. Names are compared without accents and with a slip or two; a remix or live recording is another song.
 */
export function matchOf(wanted: WantedSong, candidates: readonly Candidate[]): Candidate | undefined {
  const title = plainTitle(wanted.title);
  if (title === "") return undefined;
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf({ ...wanted, title }, candidate) }));
  const best = scored.filter(({ score }) => score > 0).toSorted((one, two) => two.score - one.score)[0];
  return best?.candidate;
}

/** The row of a list that has the artist first, as Apple Music's have the title first: looked for where the row itself means no track. */
export function exchanged(wanted: WantedSong): WantedSong {
  return { ...wanted, title: wanted.artist, artist: wanted.title };
}

/** The words to search for, with and without the artist. */
export function queriesOf({ title, artist }: WantedSong): string[] {
  const words = plainTitle(title);
  const [first = ""] = artistsOf(artist);
  return words === "" ? [] : [...new Set([`${words} ${first}`.trim(), words])].map((query) => query.slice(0, 120));
}

function scoreOf({ title, artist, durationSeconds }: WantedSong, candidate: Candidate): number {
  const own = plainTitle(candidate.title);
  if (versionsOf(title) !== versionsOf(own)) return 0;
  const titles = Math.max(alike(title, own), alike(title.replaceAll(" ", ""), own.replaceAll(" ", "")));
  const hasSameWords = title.split(" ").length === own.split(" ").length;
  if (titles < (hasSameWords ? TITLE_ALIKE : OTHER_WORDS_ALIKE)) return 0;
  const apart = durationSeconds ? Math.abs(durationSeconds - candidate.durationMs / 1_000) : undefined;
  const lengths = apart === undefined ? 0.5 : Math.max(0, 1 - apart / LENGTH_FAR_S);
  const wanted = artistsOf(artist);
  if (wanted.length === 0) return titles === 1 && apart !== undefined && apart <= LENGTH_SLACK_S ? titles + lengths : 0;
  const artists = Math.max(
    ...wanted.flatMap((one) => artistsOf(candidate.artist).map((other) => alike(one, other))),
    0,
  );
  if (artists < ARTIST_ALIKE || (apart !== undefined && apart > LENGTH_FAR_S)) return 0;
  return titles * 3 + artists * 2 + lengths;
}

/** Folded, without guests and what lists add. */
function plainTitle(title: string): string {
  const bare = title
    .replaceAll(/[([{](feat|ft|with|prod)\b[^)\]}]*[)\]}]?/gi, " ")
    .replaceAll(/\s(feat|ft)\.?\s.*$/gi, " ");
  return folded(bare).replace(ADDED, "").trim() || folded(title);
}

/** An artist may have the name of the sign that joins two names: X. */
function artistsOf(artist: string): string[] {
  const names = artist.split(/[,;&/]|\bfeat\b\.?|\bft\b\.?|\bx\b/i).map(folded).filter((name) => name !== "");
  return names.length > 0 ? names : [folded(artist)].filter((name) => name !== "");
}

function versionsOf(title: string): string {
  return [...new Set(title.match(VERSIONS) ?? [])].toSorted().join(" ");
}

/** Dice's coefficient over pairs of letters, 0 to 1; the same words in another order are nearly the same. */
function alike(one: string, two: string): number {
  if (one === two) return 1;
  const [first, second] = [pairsOf(one), pairsOf(two)];
  const total = sumOf(first) + sumOf(second);
  if (total === 0) return 0;
  let shared = 0;
  for (const [pair, times] of first) shared += Math.min(times, second.get(pair) ?? 0);
  return 2 * shared / total;
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (const word of text.split(" ")) {
    const letters = Array.from(` ${word} `);
    for (let index = 0; index + 1 < letters.length; index++) {
      const pair = `${letters[index]}${letters[index + 1]}`;
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  return pairs;
}

function sumOf(pairs: ReadonlyMap<string, number>): number {
  return [...pairs.values()].reduce((sum, times) => sum + times, 0);
}
