/** Numbers from 0 to below 1 that are the same for the same seed, on every machine. */
export type Random = () => number;

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are plenty for a test. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = state + 0x6d2b79f5 >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296;
  };
}

/** One of the choices. Throws where there is none. */
export function pick<T>(random: Random, choices: readonly [T, ...T[]] | readonly T[]): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error("Nothing to choose from");
  return chosen;
}

/** Picks an index; larger weights more often. */
export function pickWeighted(random: Random, weights: readonly number[]): number {
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const index = weights.findIndex((weight) => (rest -= weight) < 0);
  return index < 0 ? weights.length - 1 : index;
}

/** A number from `low` up to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}

/** The same items in another order. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items.map((item) => ({ item, key: random() })).sort((a, b) => a.key - b.key).map(({ item }) => item);
}
