import { createHash } from "node:crypto";

/** The same order of tracks for the same word, so that a day's mix, or a radio, stays while one listens. */
export function ordered<Row extends { readonly trackId: string }>(tracks: readonly Row[], word: string): Row[] {
  const seed = createHash("sha256").update(word).digest();
  const seeds = [seed.readUInt32LE(0), seed.readUInt32LE(4)] as const;
  const keyed = tracks.map((track) => ({ track, key: keyOf(track.trackId, seeds) }));
  return keyed.sort((one, two) => one.key - two.key || (one.track.trackId < two.track.trackId ? -1 : 1))
    .map(({ track }) => track);
}

/** A number of 53 bits that looks random: an order needs no more, and a hash of node:crypto costs thirty times as much. */
function keyOf(text: string, [first, second]: readonly [number, number]): number {
  let [one, two] = [first ^ 0xdeadbeef, second ^ 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    one = Math.imul(one ^ letter, 2_654_435_761);
    two = Math.imul(two ^ letter, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return 4_294_967_296 * (two & 0x1fffff) + (one >>> 0);
}

/** Takes one track of each artist, then the second ones, and so on: someone with a hundred songs is one among others. */
export function spread<Row extends { readonly ownerId: string }>(tracks: readonly Row[]): Row[] {
  const byArtist = [...Map.groupBy(tracks, (track) => track.ownerId).values()];
  const longest = Math.max(0, ...byArtist.map((list) => list.length));
  return Array.from({ length: longest }, (_, round) => byArtist.flatMap((list) => list[round] ?? [])).flat();
}
