import { createHash } from "node:crypto";

/** The same order of tracks for the same word, so that a day's mix, or a radio, stays while one listens. */
export function ordered<Row extends { readonly trackId: string }>(tracks: readonly Row[], word: string): Row[] {
  const keyed = tracks.map((track) => {
    return { track, key: createHash("sha1").update(`${word} ${track.trackId}`).digest("hex") };
  });
  return keyed.sort((one, two) => one.key < two.key ? -1 : 1).map(({ track }) => track);
}

/** Takes one track of each artist, then the second ones, and so on: someone with a hundred songs is one among others. */
export function spread<Row extends { readonly ownerId: string }>(tracks: readonly Row[]): Row[] {
  const byArtist = [...Map.groupBy(tracks, (track) => track.ownerId).values()];
  const longest = Math.max(0, ...byArtist.map((list) => list.length));
  return Array.from({ length: longest }, (_, round) => byArtist.flatMap((list) => list[round] ?? [])).flat();
}
