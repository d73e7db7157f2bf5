import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import type { Sql } from "../../store/sql.ts";
import { trackMeasures } from "../../../projections/catalogue/tracks.ts";
import { heardBetween, type TrackWeek } from "../../../projections/catalogue/track_days.ts";

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 60_000;

/** An artist's plays of this week and of the week before. */
export interface ArtistWeek {
  readonly artistId: string;
  readonly plays: number;
  readonly ms: number;
  readonly tracks: number;
  readonly playsBefore: number;
  readonly msBefore: number;
}

/** The last seven Lagos days, today included. Tracks and artists by plays, most first. */
export interface Week {
  readonly from: string;
  readonly to: string;
  /** Epoch ms. */
  readonly countedAt: number;
  readonly tracks: readonly TrackWeek[];
  /** Those of the seven days before, by their plays then. */
  readonly tracksBefore: readonly string[];
  readonly artists: readonly ArtistWeek[];
}

/** Counts the week once a minute for everyone: its cost follows from the catalogue, not from who asks. */
export class Weeks {
  #kept: { until: number; week: Promise<Week> } | undefined;

  constructor(readonly sql: Sql, readonly clock: () => number) {}

  async now(): Promise<Week> {
    const now = this.clock();
    if (this.#kept && now < this.#kept.until) return await this.#kept.week;
    const week = this.#count(now);
    this.#kept = { until: now + KEPT_MS, week };
    week.catch(() => this.#kept = undefined);
    return await week;
  }

  async #count(now: number): Promise<Week> {
    const to = lagosDay(now);
    const [from, before] = [6, 13].map((days) => lagosDay(lagosDayStart(to) - days * DAY_MS));
    const tracks = await heardBetween(this.sql, { before: before ?? to, from: from ?? to, to });
    const measures = await trackMeasures(this.sql, tracks.map((track) => track.trackId));
    const byArtist = Map.groupBy(tracks, (track) => measures.get(track.trackId)?.ownerId);
    const artists = [...byArtist].flatMap(([artistId, list]) => artistId === undefined ? [] : [sumOf(artistId, list)]);
    return {
      ...{ from: from ?? to, to, countedAt: now },
      tracks: tracks.filter((track) => track.plays > 0).sort(byPlays((track) => track.trackId)),
      tracksBefore: tracks.map(({ trackId, playsBefore: plays, msBefore: ms }) => ({ trackId, plays, ms }))
        .filter(({ plays }) => plays > 0)
        .sort(byPlays((track) => track.trackId))
        .map(({ trackId }) => trackId),
      artists: artists.sort(byPlays((artist) => artist.artistId)),
    };
  }
}

function sumOf(artistId: string, tracks: readonly TrackWeek[]): ArtistWeek {
  const sum = (pick: (track: TrackWeek) => number) => tracks.reduce((total, track) => total + pick(track), 0);
  return {
    artistId,
    plays: sum((track) => track.plays),
    ms: sum((track) => track.ms),
    tracks: tracks.filter((track) => track.ms > 0).length,
    playsBefore: sum((track) => track.playsBefore),
    msBefore: sum((track) => track.msBefore),
  };
}

/** More plays first, then the longer time; the id breaks ties, so that the order never wavers. */
function byPlays<Row extends { plays: number; ms: number }>(idOf: (row: Row) => string) {
  return (one: Row, two: Row) => two.plays - one.plays || two.ms - one.ms || (idOf(one) < idOf(two) ? -1 : 1);
}
