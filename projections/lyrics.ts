import type { LyricsEvent } from "../backend/catalogue/lyrics/events.ts";
import type { TrackRemoved } from "../backend/catalogue/track/events.ts";
import type { LyricsLanguage } from "../backend/contract/lyrics.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { boolean, moment, table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent } from "./account_closings.ts";

const LYRICS = table("lyrics", {
  trackId: uuid,
  ownerId: uuid,
  language: text,
  offensive: boolean,
  content: text,
  setAt: moment,
}, {
  key: ["trackId"],
  indexes: {
    lyrics_of_owner: "(owner_id)",
  },
});

/** The lyrics of songs, sealed. Inline: decisions read it, and artists see at once what they have given. */
export const lyrics: Projection<LyricsEvent | TrackRemoved | ClosingEvent> = {
  name: "lyrics",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["LyricsSet", "LyricsRemoved", "LyricsTakenDown", "TrackRemoved", ...CLOSING_EVENTS],
  tables: LYRICS.ddl,

  async apply(tx, events) {
    // A handful a day; one after another, so that the last event on each counts.
    for (const event of events) {
      switch (event.type) {
        case "LyricsSet": {
          const { trackId, ownerId, language, offensive, content } = event.data;
          await tx`
            insert into lyrics (track_id, owner_id, language, offensive, content, set_at)
            values (${trackId}, ${ownerId}, ${language}, ${offensive}, ${content}, ${new Date(event.recordedAt)})
            on conflict (track_id) do update set language = excluded.language, offensive = excluded.offensive,
              content = excluded.content, set_at = excluded.set_at`;
          break;
        }
        case "LyricsRemoved":
        case "LyricsTakenDown":
        case "TrackRemoved":
          await tx`delete from lyrics where track_id = ${event.data.trackId}`;
          break;
        case "AccountErased":
          await tx`delete from lyrics where owner_id = ${event.data.userId}`;
          break;
        case "AccountClosed":
        case "AccountReopened":
          // Their songs are hidden meanwhile, and lyrics are shown only with the song.
          break;
        default:
          event satisfies never;
      }
    }
  },
};

export interface LyricsRow {
  readonly trackId: string;
  readonly ownerId: string;
  readonly language: LyricsLanguage;
  readonly offensive: boolean;
  readonly content: Sealed;
  /** Epoch ms. */
  readonly setAt: number;
}

interface DbRow {
  trackId: string;
  ownerId: string;
  language: LyricsLanguage;
  offensive: boolean;
  content: string;
  setAt: number;
}

/** Lyrics by the ids of their songs; those without are missing from the map. */
export async function findLyrics(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, LyricsRow>> {
  const rows = await sql<DbRow[]>`select * from lyrics where track_id = any(${[...trackIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.trackId, {
    trackId: row.trackId,
    ownerId: row.ownerId,
    language: row.language,
    offensive: row.offensive,
    content: row.content,
    setAt: row.setAt,
  }]));
}

/** Those of these songs that have lyrics. */
export async function withLyrics(sql: Sql | Tx, trackIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from lyrics where track_id = any(${[...trackIds]}::uuid[])`;
  return new Set(rows.map((row) => row.trackId));
}
