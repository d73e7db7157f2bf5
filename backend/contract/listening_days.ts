/**
 * What a listener heard and earned on a Lagos day (YYYY-MM-DD). `heardMs` leaves out what could not have been heard.
 */
export interface ListeningDay {
  day: string;
  heardMs: number;
  tokens: number;
}

/**
 * `GET /api/v1/listening-days`: the last seven Lagos days, the oldest first and today the last one. A day counts for a
 * run from half a minute on; a day that is not over ends no run.
 */
export interface ListeningDays {
  today: string;
  days: ListeningDay[];
  /** Days in a row, up to today or yesterday. */
  run: number;
  longestRun: number;
  /** Tokens that a day brings, by the seven days before today; missing where three days did not bring any. */
  tokensPerDay?: number | undefined;
}

/** `GET /api/v1/month-in-review?month=YYYY-MM`: by what plays were credited. Without a month, the present one. */
export interface MonthInReview {
  month: string;
  heardMs: number;
  plays: number;
  songs: number;
  artists: number;
  daysHeard: number;
  longestRun: number;
  tokens: number;
  topArtists: { artistId: string; name: string; heardMs: number; picture: string; placeholder: string }[];
  topSongs: {
    trackId: string;
    title: string;
    artist: string;
    coverImageUrl: string;
    heardMs: number;
    plays: number;
  }[];
}
