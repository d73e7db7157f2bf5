/** Below each of these shares (0 to 1) of some values, e.g. the median of latencies; 0 where there are none. */
export function quantilesOf(values: readonly number[], ...shares: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return shares.map((share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

/** The one in the middle. */
export function medianOf(values: readonly number[]): number {
  const [median = 0] = quantilesOf(values, 0.5);
  return median;
}
