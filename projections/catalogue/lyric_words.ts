import type { LyricsEvent, LyricsSet } from "../../backend/catalogue/lyrics/events.ts";
import type { TrackRemoved } from "../../backend/catalogue/track/events.ts";
import { folded } from "../../backend/contract/normalize_text.ts";
import { linesOf } from "../../backend/contract/lyrics_text.ts";
import type { PersonalData } from "../../backend/store/personal/personal_data.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, ddlOf, table, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { foldHoldRows, HOLD_EVENTS, HOLD_ROWS, type HoldEvent } from "./track_holds.ts";
import { CLOSING_EVENTS, type ClosingEvent } from "../account_closings.ts";

const LYRIC_WORDS = table("lyric_words", {
  trackId: uuid,
  ownerId: uuid,
  closed: boolean.default("false"),
  words: typed<string>("tsvector"),
}, {
  key: ["trackId"],
  indexes: {
    lyric_words_sung: "using gin (words) where not closed",
    lyric_words_of_owner: "(owner_id)",
  },
});

const LYRIC_HOLDS = table("lyric_holds", HOLD_ROWS, {
  key: ["trackId", "hold"],
});

/**
 * The words of lyrics with their places, opened and folded, for finding a song by what is sung. It leaves out what has
 * no key any more, and an erasure deletes what the person has written.
 */
export function lyricWords(personal: PersonalData): Projection<LyricsEvent | TrackRemoved | HoldEvent | ClosingEvent> {
  return {
    name: "lyric_words",
    version: 3,
    mode: "async",
    place: "social",
    logs: ["social"],
    on: ["LyricsSet", "LyricsRemoved", "LyricsTakenDown", "TrackRemoved", ...HOLD_EVENTS, ...CLOSING_EVENTS],
    tables: ddlOf(LYRIC_WORDS, LYRIC_HOLDS),

    async apply(tx, events) {
      for (const event of events) {
        switch (event.type) {
          case "LyricsSet":
            await put(tx, personal, event.data);
            break;
          case "LyricsRemoved":
          case "LyricsTakenDown":
          case "TrackRemoved":
            await tx`delete from lyric_words where track_id = ${event.data.trackId}`;
            break;
          case "AccountErased":
            await tx`delete from lyric_words where owner_id = ${event.data.userId}`;
            break;
          case "AccountClosed":
          case "AccountReopened":
            await tx`
              update lyric_words set closed = ${event.type === "AccountClosed"} where owner_id = ${event.data.userId}`;
            break;
          case "TrackHeld":
          case "TrackHoldLifted":
            break;
          default:
            event satisfies never;
        }
      }
      await foldHoldRows(tx, "lyric_holds", events);
    },
  };
}

async function put(tx: Tx, personal: PersonalData, { trackId, ownerId, content }: LyricsSet["data"]): Promise<void> {
  const key = (await personal.keysOf(tx, [ownerId])).get(ownerId);
  if (!key) return void await tx`delete from lyric_words where track_id = ${trackId}`;
  const text = folded(linesOf(key.open("lyrics", content)).map(({ text }) => text).join("\n"));
  await tx`
    insert into lyric_words (track_id, owner_id, words) values (${trackId}, ${ownerId}, to_tsvector('simple', ${text}))
    on conflict (track_id) do update set words = excluded.words`;
}

const MOST_WORDS = 12;
/** Fewer letters are sung in every song. */
const FEWEST_LETTERS = 3;
/** Of so many songs the best are shown. */
const CANDIDATES = 200;

/** Songs whose lyrics hold the phrase, its last word perhaps not whole yet; then those that hold all its words. */
export async function findLyricWords(
  sql: Sql,
  { q, limit, offset }: { q: string; limit: number; offset: number },
): Promise<{ trackIds: string[]; total: number }> {
  const words = folded(q).split(" ").slice(0, MOST_WORDS);
  if (words.join("").length < FEWEST_LETTERS) return { trackIds: [], total: 0 };
  const query = (between: string) =>
    words.map((word, index) => index < words.length - 1 ? word : `${word}:*`).join(between);
  const [phrase, all] = [query(" <-> "), query(" & ")];
  const isFree = sql`not exists (select from lyric_holds where lyric_holds.track_id = lyric_words.track_id)`;
  const rows = await sql<{ trackId: string; total: number }[]>`
    select track_id, count(*) over ()::int as total from (
      (select track_id, words, true as is_phrase from lyric_words
      where not closed and ${isFree} and words @@ to_tsquery('simple', ${phrase}) limit ${CANDIDATES})
      union all
      (select track_id, words, false as is_phrase from lyric_words
      where not closed and ${isFree} and words @@ to_tsquery('simple', ${all}) and not words @@ to_tsquery('simple', ${phrase})
      limit ${CANDIDATES})
    ) as candidates
    order by is_phrase desc, ts_rank_cd(words, to_tsquery('simple', ${all})) desc, track_id
    limit ${limit} offset ${offset}`;
  return { trackIds: rows.map((row) => row.trackId), total: rows[0]?.total ?? 0 };
}
