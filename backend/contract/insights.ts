/** A number of people; in 95 of 100 cases the truth is not further away than `error`. 0: it is exact. */
export interface PeopleCount {
  value: number;
  error: number;
}

/** Lagos days, both included. */
interface InsightDays {
  from: string;
  to: string;
}

/** What was heard in a stretch of days. Of plays and listeners it says which kind they are. */
export interface InsightPeriod extends InsightDays {
  /** In which days people and sources are counted: whole steps of at least five people. Null where none ended in these. */
  people: InsightDays | null;
  /** All plays, those that count, and those of them that are proven. */
  plays: { gross: number; filtered: number; verified: number };
  /** Credited seconds. */
  seconds: number;
  /**
   * Everybody, and those with plays that count; of these, who never heard the artist before (in fives, unless that is
   * everybody) and who did. Null without days to count people in.
   */
  listeners: { gross: PeopleCount; counted: PeopleCount; fresh: PeopleCount; returning: PeopleCount } | null;
  /**
   * Gross: what people pressed, each press once. `shared`: gross plays that began from a shared link, page or player, in
   * the days in which people are counted.
   */
  saves: { saved: number; unsaved: number; added: number; shared: number };
}

/** A song beside the period before: counted plays, people with counted plays, and plays heard to the end. */
export interface InsightTrack {
  _id: string;
  title: string;
  plays: number;
  playsBefore: number;
  /** In whole steps of at least five listeners of this song; null where none ended, or for songs after the first fifty. */
  listeners: PeopleCount | null;
  /**
   * In the same days: counted plays whose device told what was heard, and those of them that heard it all; 0 where they
   * are too few.
   */
  told: number;
  completed: number;
  saved: number;
  added: number;
}

/** A group of people with counted plays, rounded to the nearest five; groups of fewer than five are not shown. */
export interface InsightGroup {
  name: string;
  listeners: number;
}

/** Groups of everybody who heard the artist in a month, or a quarter year, that is over. It stays as it was shown first. */
export interface InsightGroups extends InsightDays {
  groups: InsightGroup[];
  /** From a sample of the listeners: there are more than are looked at. */
  isSample: boolean;
}

/** Counted plays of the next week (Monday to Sunday), or why there is no forecast. */
export type InsightForecast =
  | { status: "told"; low: number; high: number; weeks: number }
  | { status: "few" }
  | { status: "uneven" };

/** `GET /api/v1/creator-stats/insights`. */
export interface Insights {
  now: InsightPeriod;
  /** As many days before, or 52 weeks earlier. */
  before: InsightPeriod;
  tracks: InsightTrack[];
  /** Gross plays by where they were started, in the days in which people are counted. */
  sources: { source: string; plays: number; playsBefore: number }[];
  /** By the state in the profile's address; null where too few listened. */
  where: InsightGroups | null;
  /** By the years of birth that listeners chose to tell; null where too few did. */
  ages: InsightGroups | null;
  forecast: InsightForecast;
}

/** `GET /api/v1/creator-stats/compared`: two songs in the same days, or one in two stretches of as many days. */
export interface ComparedPlays {
  lines: [ComparedLine, ComparedLine];
}

/** Counted plays of each day. `title`: null for all songs together. */
export interface ComparedLine extends InsightDays {
  title: string | null;
  plays: number[];
  total: number;
}

/** `GET /api/v1/creator-stats/moments/:trackId`: counted plays by hundredth of the song. */
export interface TrackMoments extends InsightDays {
  /** Whether at least five people listened: `from` and `to` are the whole steps of them. Else there are no figures. */
  isTold: boolean;
  /** The song's length now. */
  durationSeconds: number;
  /** Counted plays whose device told what was heard. Below FEWEST_TOLD, the figures that follow are 0. */
  plays: number;
  completed: number;
  /** How many of them heard each hundredth, and how many left the song in it. */
  heard: number[];
  left: number[];
}

/** `GET /api/v1/creator-stats/songs`: what each song has had since the beginning; a song that has nothing yet is missing. */
export interface SongFigures {
  songs: Record<string, SongFigure>;
}

export interface SongFigure {
  /** Counted ones. */
  plays: number;
  /** In whole steps of at least five listeners; null where none ended, or for songs after the fifty most played ones. */
  listeners: PeopleCount | null;
  /** Who saved it and did not take that back. */
  savers: number;
  /** Naira: what the artist was given for the song and keeps, and what its closed months brought, before tax. */
  gifts: number;
  royalties: number;
}

/** What fewer plays heard of a song would say what one person did. */
export const FEWEST_TOLD = 5;

/** What a stretch of days is compared with: as many days right before it, or the same weekdays 52 weeks before. */
export const INSIGHT_BESIDE = ["before", "year"] as const;
export type InsightBeside = typeof INSIGHT_BESIDE[number];

/** Most days that insights look at, and how many without a question. */
export const INSIGHT_DAYS = { most: 400, usual: 28 } as const;
