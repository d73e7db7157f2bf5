import { findLyrics, type LyricsRow } from "../../../projections/catalogue/lyrics.ts";
import { findLyricWords } from "../../../projections/catalogue/lyric_words.ts";
import { folded } from "../../contract/normalize_text.ts";
import type { Lyrics, LyricsLine, OwnLyrics } from "../../contract/lyrics.ts";
import { linesOf } from "../../contract/lyrics_text.ts";
import type { Deps } from "../../deps.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";

type ReadDeps = Pick<Deps, "personal"> & { readonly store: Pick<Deps["store"], "sql"> };

/** The text as the artist gave it. */
export function openLyrics(key: PersonKey, { content }: Pick<LyricsRow, "content">): string {
  return key.open("lyrics", content);
}

/** The text of a song's lyrics, for its artist to change; undefined where there are none. */
export async function lyricsSource(
  { personal, store: { sql } }: ReadDeps,
  { trackId, ownerId }: { trackId: string; ownerId: string },
): Promise<OwnLyrics | undefined> {
  const row = (await findLyrics(sql, [trackId])).get(trackId);
  const key = (await personal.keysOf(sql, [ownerId])).get(ownerId);
  if (!row || row.ownerId !== ownerId || !key) return undefined;
  const { language, offensive, setAt } = row;
  return { text: openLyrics(key, row), language, offensive, changedAt: new Date(setAt).toISOString() };
}

/** Lyrics of songs by their ids, with their lengths in ms; those whose artist was erased are missing. */
export async function readLyrics(
  { personal, store: { sql } }: ReadDeps,
  durations: ReadonlyMap<string, number>,
): Promise<Map<string, Lyrics>> {
  const found = await findLyrics(sql, [...durations.keys()]);
  const keys = await personal.keysOf(sql, [...new Set([...found.values()].map(({ ownerId }) => ownerId))]);
  const opened = new Map<string, Lyrics>();
  for (const [trackId, row] of found) {
    const key = keys.get(row.ownerId);
    if (!key) continue;
    const lines = linesOf(openLyrics(key, row), durations.get(trackId));
    const { language, offensive } = row;
    const isTimed = lines[0]?.atMs !== undefined;
    opened.set(trackId, { trackId, language, offensive, isTimed, lines, updatedAt: new Date(row.setAt).toISOString() });
  }
  return opened;
}

/** The songs whose lyrics hold what was typed, the phrase before its words alone. */
export async function searchLyrics(
  { store: { sql } }: ReadDeps,
  query: { q: string; limit: number; offset: number },
): Promise<{ trackIds: string[]; total: number }> {
  return await findLyricWords(sql, query);
}

/** The line in which the words are: where their phrase begins, else the line with the most of them. */
export function lineWith(lines: readonly LyricsLine[], q: string): LyricsLine | undefined {
  const typed = folded(q);
  const words = typed.split(" ");
  const plain = lines.map(({ text }) => ` ${folded(text)}`);
  const whole = plain.findIndex((line) => line.includes(` ${typed}`));
  if (whole >= 0) return lines[whole];
  const counts = plain.map((line, index) => {
    const isStart = `${line}${plain[index + 1] ?? ""}`.includes(` ${typed}`);
    return isStart ? Infinity : words.filter((word) => line.includes(` ${word}`)).length;
  });
  const most = Math.max(...counts);
  return most > 0 ? lines[counts.indexOf(most)] : undefined;
}
