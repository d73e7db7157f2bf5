import type { CreditEvent } from "../../backend/catalogue/song_credits/events.ts";
import type { TrackRemoved } from "../../backend/catalogue/track/events.ts";
import type { LyricsLanguage } from "../../backend/contract/lyrics.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import {
  boolean,
  moment,
  oneOf,
  type RowOf,
  table,
  text,
  textOf,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

const SONG_CREDITS = table("song_credits", {
  trackId: uuid,
  ownerId: uuid,
  people: textOf<Sealed>(),
  isrc: text,
  explicit: boolean,
  language: textOf<LyricsLanguage>().optional,
}, { key: ["trackId"], erase: ["ownerId"], indexes: { song_credits_of_owner: "(owner_id)" } });

const SONG_FEATURES = table("song_features", {
  trackId: uuid,
  artistId: uuid,
  ownerId: uuid,
  status: oneOf("asked", "accepted", "declined"),
  at: moment,
}, {
  key: ["trackId", "artistId"],
  erase: ["ownerId", "artistId"],
  indexes: {
    song_features_of_artist: "(artist_id, at desc)",
    song_features_of_owner: "(owner_id)",
  },
});

/** Who made songs, sealed, and who is named on them. Inline: decisions read it, and artists see their own words immediately. */
export const credits = projection<CreditEvent | TrackRemoved>({
  name: "credits",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [SONG_CREDITS, SONG_FEATURES],
  // A handful a day; one after another, so that the last event on each counts.
  handlers: {
    CreditsSet: (tx, { data }) => SONG_CREDITS.put(tx, data),
    FeatureAsked: (tx, { data, recordedAt: at }) => SONG_FEATURES.insert(tx, { ...data, status: "asked", at }),
    FeatureAnswered: (tx, { data: { trackId, artistId, accepted } }) =>
      SONG_FEATURES.set(tx, { trackId, artistId }, { status: accepted ? "accepted" : "declined" }),
    FeatureTakenBack: (tx, { data: { trackId, artistId } }) => SONG_FEATURES.delete(tx, { trackId, artistId }),
    async TrackRemoved(tx, { data: { trackId } }) {
      await SONG_CREDITS.delete(tx, { trackId });
      await SONG_FEATURES.delete(tx, { trackId });
    },
  },
});

/** The credits of a song. */
export type CreditRow = RowOf<typeof SONG_CREDITS>;
/** Who was asked to be named on a song; `at` in epoch ms. */
type FeatureRow = RowOf<typeof SONG_FEATURES>;

/** The credits of songs; those without any are missing from the map. */
export async function findCredits(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, CreditRow>> {
  return await SONG_CREDITS.byIds(sql, trackIds);
}

/** Who was asked to be named on songs, in the order of asking. */
export async function featuresOf(sql: Sql | Tx, trackIds: readonly string[]): Promise<FeatureRow[]> {
  return await sql<FeatureRow[]>`
    select * from song_features where track_id = any(${[...trackIds]}::uuid[]) order by at, artist_id`;
}

/** The songs that an artist was asked to be named on, the newest first. */
export async function featuresAsked(
  sql: Sql | Tx,
  { artistId, limit }: { readonly artistId: string; readonly limit: number },
): Promise<FeatureRow[]> {
  return await SONG_FEATURES.list(sql, { artistId }, { order: "at desc, track_id", limit });
}
