/**
 * The speeds at which a recording is asked for among those that Orin knows: as it is, and as if it played up to 2 % too
 * slow or too fast. Half a step between them is what a match bears.
 */
export const PRINT_SPEEDS = [1, 0.98, 0.99, 1.01, 1.02] as const;

/** Items of a fingerprint in a second: 11,025 samples, of which each item moves on by a third of 4,096. */
export const PRINT_ITEMS_A_SECOND = 11_025 / (4_096 / 3);
