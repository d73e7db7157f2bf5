import type { ChartPlace, Track } from "../../contract/catalogue.ts";
import type { SlideList } from "../../contract/discover.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { TrackRow } from "../../../projections/catalogue/tracks.ts";
import { type Everyones, everyones } from "../everyones.ts";
import { ordered, spread } from "../order.ts";
import type { Week } from "./week.ts";

const MOST = 100;
const NEWEST_ALBUMS = 25;
/** Out of how many of the newest tracks a day's mix is drawn. */
const MIXED = 500;

/** The tracks behind a slide of the carousel, at most 100. `subject` is who asks: a day's mix is their own. */
export async function slideTracks(
  deps: Deps,
  { list, subject }: { list: SlideList; subject: string },
): Promise<readonly TrackRow[]> {
  const [catalogue, week] = await Promise.all([everyones(deps), deps.weeks.now()]);
  switch (list) {
    case "new-albums": {
      const albums = await catalogue.newestAlbums(NEWEST_ALBUMS);
      return await catalogue.inOrder(albums.flatMap((album) => album.trackIds).slice(0, MOST));
    }
    case "new-releases":
      return (await catalogue.newest({ limit: MOST })).tracks;
    case "top-100":
      return await catalogue.inOrder(week.tracks.map((track) => track.trackId).slice(0, MOST));
    case "top-artist":
      return await topArtistTracks(catalogue, week);
    case "discover": {
      const { tracks } = await catalogue.newest({ limit: MIXED });
      return spread(ordered(tracks, `${subject} ${lagosDay(deps.now())}`)).slice(0, MOST);
    }
  }
}

/**
 * The answers of the chart's tracks, which come in its order, with their places. What is no longer published was in no
 * chart: ranks have no gaps, this week's and the one's before.
 */
export async function withPlaces(deps: Deps, answers: readonly Track[]): Promise<Track[]> {
  const [catalogue, week] = await Promise.all([everyones(deps), deps.weeks.now()]);
  const before = await catalogue.inOrder(week.tracksBefore.slice(0, MOST));
  const rankBefore = new Map(before.map(({ trackId }, index) => [trackId, index + 1]));
  const plays = new Map(week.tracks.slice(0, MOST).map((track) => [track.trackId, track.plays]));
  return answers.map((track, index) => {
    const { _id } = track;
    const chart: ChartPlace = { rank: index + 1, rankBefore: rankBefore.get(_id) ?? null, plays: plays.get(_id) ?? 0 };
    return { ...track, chart };
  });
}

/** Of so many artists one is heard. */
const LOOKED_AT = 20;

/** The artist of the week: the first of those whose music everyone may hear. Undefined where no artist was played. */
export async function artistOfWeek(catalogue: Everyones, week: Week): Promise<string | undefined> {
  const ids = week.artists.filter(({ plays }) => plays > 0).slice(0, LOOKED_AT).map(({ artistId }) => artistId);
  const newest = await catalogue.newestOfEach({ ownerIds: ids, genres: [], limit: 1 });
  const heard = new Set(newest.map(({ ownerId }) => ownerId));
  return ids.find((artistId) => heard.has(artistId));
}

/** All tracks of the artist of the week, most played first. */
async function topArtistTracks(catalogue: Everyones, week: Week): Promise<TrackRow[]> {
  const ownerId = await artistOfWeek(catalogue, week);
  if (ownerId === undefined) return [];
  const { tracks } = await catalogue.newest({ limit: MOST, ownerId });
  const places = new Map(week.tracks.map((track, place) => [track.trackId, place]));
  const placeOf = ({ trackId }: TrackRow) => places.get(trackId) ?? Infinity;
  return tracks.toSorted((one, two) => placeOf(one) === placeOf(two) ? 0 : placeOf(one) - placeOf(two));
}
