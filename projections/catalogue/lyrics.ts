import type { LyricsEvent } from "../../backend/catalogue/lyrics/events.ts";
import type { TrackRemoved } from "../../backend/catalogue/track/events.ts";
import type { LyricsLanguage } from "../../backend/contract/lyrics.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import { boolean, moment, type RowOf, table, textOf, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const LYRICS = table("lyrics", {
  trackId: uuid,
  ownerId: uuid,
  language: textOf<LyricsLanguage>(),
  offensive: boolean,
  content: textOf<Sealed>(),
  setAt: moment,
}, { key: ["trackId"], erase: ["ownerId"], indexes: { lyrics_of_owner: "(owner_id)" } });

/** The lyrics of songs, sealed. Inline: decisions read it, and artists see immediately what they have given. */
export const lyrics = projection<LyricsEvent | TrackRemoved>({
  name: "lyrics",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [LYRICS],
  handlers: {
    LyricsSet: (tx, { data, recordedAt: setAt }) => LYRICS.put(tx, { ...data, setAt }),
    LyricsRemoved: (tx, { data: { trackId } }) => LYRICS.delete(tx, { trackId }),
    LyricsTakenDown: (tx, { data: { trackId } }) => LYRICS.delete(tx, { trackId }),
    TrackRemoved: (tx, { data: { trackId } }) => LYRICS.delete(tx, { trackId }),
  },
});

/** The words of a song, sealed; `setAt` in epoch ms. */
export type LyricsRow = RowOf<typeof LYRICS>;

/** Lyrics by the ids of their songs; those without are missing from the map. */
export async function findLyrics(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, LyricsRow>> {
  return await LYRICS.byIds(sql, trackIds);
}

/** Those of these songs that have lyrics. */
export async function withLyrics(sql: Sql | Tx, trackIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from lyrics where track_id = any(${[...trackIds]}::uuid[])`;
  return new Set(rows.map((row) => row.trackId));
}
