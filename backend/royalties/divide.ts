/** The whole of a track, in basis points. */
export const WHOLE = 10_000;

/** A creator's part of what a track brings. */
export interface Share {
  readonly creatorId: string;
  readonly basisPoints: number;
}

/** A part to be weighed: `key` decides ties and is of one part only. */
interface Weighed {
  readonly key: string;
  readonly weight: number;
}

/** The part without an owner: no id of a track begins like this, so that of equal remainders it comes last. */
export const REST = "~";

/**
 * Divides kobo by weights, by largest remainders: each part gets its share rounded down, and of the kobo that are left
 * each of those with the largest remainders gets one; of equal remainders the one whose key comes first. The parts sum to
 * `kobo`, exactly. Nothing where nothing weighs anything.
 */
export function divide(kobo: number, parts: readonly Weighed[]): Map<string, number> {
  const all = parts.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (all === 0n) return new Map(parts.map(({ key }) => [key, 0]));
  const floors = parts.map(({ key, weight }) => {
    const product = BigInt(kobo) * BigInt(weight);
    return { key, kobo: Number(product / all), remainder: product % all };
  });
  const left = kobo - floors.reduce((sum, part) => sum + part.kobo, 0);
  const byRemainder = floors.toSorted((one, two) =>
    one.remainder === two.remainder ? (one.key < two.key ? -1 : 1) : one.remainder > two.remainder ? -1 : 1
  );
  const more = new Set(byRemainder.slice(0, left).map(({ key }) => key));
  return new Map(floors.map((part) => [part.key, part.kobo + (more.has(part.key) ? 1 : 0)]));
}
