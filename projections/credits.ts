import type { CreditEvent } from "../backend/catalogue/credit/events.ts";
import type { TrackRemoved } from "../backend/catalogue/track/events.ts";
import type { LyricsLanguage } from "../backend/contract/lyrics.ts";
import type { FeatureStatus } from "../backend/contract/releases.ts";
import type { Recorded } from "../backend/store/log/event.ts";
import type { Sealed } from "../backend/store/personal/personal_data.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { boolean, ddlOf, moment, oneOf, table, text, uuid } from "../backend/store/projections/table.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "./account_closings.ts";

const SONG_CREDITS = table("song_credits", {
  trackId: uuid,
  ownerId: uuid,
  people: text,
  isrc: text,
  explicit: boolean,
  language: text.optional,
}, {
  key: ["trackId"],
  indexes: {
    song_credits_of_owner: "(owner_id)",
  },
});

const SONG_FEATURES = table("song_features", {
  trackId: uuid,
  artistId: uuid,
  ownerId: uuid,
  status: oneOf("asked", "accepted", "declined"),
  at: moment,
}, {
  key: ["trackId", "artistId"],
  indexes: {
    song_features_of_artist: "(artist_id, at desc)",
    song_features_of_owner: "(owner_id)",
  },
});

/** Who made songs, sealed, and who is named on them. Inline: decisions read it, and artists see at once what they wrote. */
export const credits: Projection<CreditEvent | TrackRemoved | ClosingEvent> = {
  name: "credits",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: ["CreditsSet", "FeatureAsked", "FeatureAnswered", "FeatureTakenBack", "TrackRemoved", ...CLOSING_EVENTS],
  tables: ddlOf(SONG_CREDITS, SONG_FEATURES),

  async apply(tx, events) {
    // A handful a day; one after another, so that the last event on each counts.
    for (const event of events) {
      if (!isClosing(event)) await applyOne(tx, event);
      else if (event.type === "AccountErased") {
        const { userId } = event.data;
        await tx`delete from song_credits where owner_id = ${userId}`;
        await tx`delete from song_features where owner_id = ${userId} or artist_id = ${userId}`;
      }
    }
  },
};

async function applyOne(tx: Tx, event: Recorded<CreditEvent | TrackRemoved>): Promise<void> {
  const { type, data, recordedAt } = event;
  const at = new Date(recordedAt);
  switch (type) {
    case "CreditsSet": {
      const { trackId, ownerId, people, isrc, explicit, language = null } = data;
      await tx`
        insert into song_credits (track_id, owner_id, people, isrc, explicit, language)
        values (${trackId}, ${ownerId}, ${people}, ${isrc}, ${explicit}, ${language})
        on conflict (track_id) do update set people = excluded.people, isrc = excluded.isrc,
          explicit = excluded.explicit, language = excluded.language`;
      return;
    }
    case "FeatureAsked":
      await tx`
        insert into song_features (track_id, artist_id, owner_id, status, at)
        values (${data.trackId}, ${data.artistId}, ${data.ownerId}, 'asked', ${at})`;
      return;
    case "FeatureAnswered":
      await tx`
        update song_features set status = ${data.accepted ? "accepted" : "declined"}
        where track_id = ${data.trackId} and artist_id = ${data.artistId}`;
      return;
    case "FeatureTakenBack":
      await tx`delete from song_features where track_id = ${data.trackId} and artist_id = ${data.artistId}`;
      return;
    case "TrackRemoved":
      await tx`delete from song_credits where track_id = ${data.trackId}`;
      await tx`delete from song_features where track_id = ${data.trackId}`;
      return;
    default:
      event satisfies never;
  }
}

export interface CreditRow {
  readonly trackId: string;
  readonly ownerId: string;
  readonly people: Sealed;
  readonly isrc: string;
  readonly explicit: boolean;
  readonly language: LyricsLanguage | undefined;
}

interface FeatureRow {
  readonly trackId: string;
  readonly artistId: string;
  readonly ownerId: string;
  readonly status: FeatureStatus;
  /** When they were asked, epoch ms. */
  readonly at: number;
}

/** The credits of songs; those without any are missing from the map. */
export async function findCredits(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, CreditRow>> {
  const rows = await sql<
    {
      trackId: string;
      ownerId: string;
      people: Sealed;
      isrc: string;
      explicit: boolean;
      language: LyricsLanguage | undefined;
    }[]
  >`select * from song_credits where track_id = any(${[...trackIds]}::uuid[])`;
  return new Map(rows.map(({ trackId, ownerId, people, isrc, explicit, language }) => {
    return [trackId, { trackId, ownerId, people, isrc, explicit, language: language }];
  }));
}

/** Who was asked to be named on songs, in the order of asking. */
export async function featuresOf(sql: Sql | Tx, trackIds: readonly string[]): Promise<FeatureRow[]> {
  const rows = await sql<DbFeature[]>`
    select * from song_features where track_id = any(${[...trackIds]}::uuid[]) order by at, artist_id`;
  return rows.map(featureRow);
}

/** The songs that somebody was asked to be named on, the newest first. */
export async function featuresAsked(
  sql: Sql | Tx,
  { artistId, limit }: { readonly artistId: string; readonly limit: number },
): Promise<FeatureRow[]> {
  const rows = await sql<DbFeature[]>`
    select * from song_features where artist_id = ${artistId} order by at desc, track_id limit ${limit}`;
  return rows.map(featureRow);
}

interface DbFeature {
  trackId: string;
  artistId: string;
  ownerId: string;
  status: FeatureStatus;
  at: number;
}

function featureRow(row: DbFeature): FeatureRow {
  return {
    trackId: row.trackId,
    artistId: row.artistId,
    ownerId: row.ownerId,
    status: row.status,
    at: row.at,
  };
}
