/** So many songs one call looks for. */
export const MOST_ROWS_A_MATCH = 100;

/** A song as another service's list names it. */
export interface WantedSong {
  readonly title: string;
  /** One or several, in the words of the list; empty when it does not say. */
  readonly artist: string;
  readonly durationSeconds?: number | undefined;
}

/** `POST /api/v1/tracks/match`: for each row the track's id, or null, in their order. */
export interface MatchAnswer {
  matches: (string | null)[];
}
