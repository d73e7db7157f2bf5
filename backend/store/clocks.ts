/** Clocks of two machines may differ by so much, ms: a moment further ahead is of a clock that was wrong. */
export const CLOCKS_DIFFER_MS = 60_000;
