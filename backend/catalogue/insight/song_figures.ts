import { giftsByTrack } from "../../../projections/gifts/gifts.ts";
import { royaltyByTrack } from "../../../projections/royalties/royalties.ts";
import { countedOfEach, FIRST_DAY } from "../../../projections/catalogue/track_audience.ts";
import { playsOf } from "../../../projections/catalogue/track_days.ts";
import { savesBy } from "../../../projections/catalogue/track_saves.ts";
import { uploadedTrackIds } from "../../../projections/catalogue/tracks.ts";
import type { SongFigures } from "../../contract/insights.ts";
import { tokensOf } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { peopleDaysOfEach } from "./people_days.ts";

/** Of so many songs, the most played, it is told how many people listened. */
const MOST_SONGS = 50;

/** What an artist's songs have brought since the beginning, by their ids; a song that has nothing yet is missing. */
export async function songFiguresOf(deps: Deps, artistId: string): Promise<SongFigures> {
  const { sql } = deps.store;
  const trackIds = await uploadedTrackIds(sql, artistId);
  const days = { from: FIRST_DAY, to: lagosDay(deps.now()) };
  const [plays, saves, gifts, royalties] = await Promise.all([
    playsOf(sql, trackIds),
    savesBy(sql, { trackIds, ...days }),
    giftsByTrack(sql, artistId),
    royaltyByTrack(sql, artistId),
  ]);
  const most = trackIds.toSorted((one, two) => (plays.get(two) ?? 0) - (plays.get(one) ?? 0)).slice(0, MOST_SONGS);
  const people = await peopleDaysOfEach(sql, { trackIds: most, days, now: deps.now() });
  const listeners = await countedOfEach(sql, [...people].map(([trackId, span]) => ({ trackId, ...span })));
  const known = trackIds.filter((id) => plays.has(id) || saves.has(id) || gifts.has(id) || royalties.has(id));
  return {
    songs: Object.fromEntries(known.map((trackId) => {
      const { saved = 0, unsaved = 0 } = saves.get(trackId) ?? {};
      return [trackId, {
        plays: plays.get(trackId) ?? 0,
        listeners: listeners.get(trackId) ?? null,
        savers: Math.max(0, saved - unsaved),
        gifts: tokensOf(gifts.get(trackId) ?? 0),
        royalties: tokensOf(royalties.get(trackId) ?? 0),
      }];
    })),
  };
}
