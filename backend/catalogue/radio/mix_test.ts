import { describe, expect, it } from "vitest";
import { type Candidate, type Familiarity, mixRadio } from "./mix.ts";

const songs = (owner: string, count: number): Candidate[] =>
  Array.from({ length: count }, (_, index) => ({ trackId: `${owner}${index}`, ownerId: owner }));
const POOLS = [
  { reason: "same_artist", songs: songs("a", 6) },
  { reason: "same_genre", songs: [...songs("a", 6), ...songs("b", 6), ...songs("c", 6)] },
  { reason: "followed_artist", songs: songs("d", 6) },
] as const;

function mix({ heard = {}, seed = "s", limit = 9 }: {
  heard?: Readonly<Record<string, Familiarity>>;
  seed?: string;
  limit?: number;
} = {}) {
  const familiarity = (trackId: string) => heard[trackId] ?? 0;
  return mixRadio({ pools: POOLS, without: new Set(["a0"]), familiarity, seed, limit })
    .map(({ song, reason }) => ({ ...song, reason }));
}

describe("a radio", () => {
  it("plays the artist, then the genre, then followed artists, each song once and never what it starts from", () => {
    const mixed = mix();
    expect(mixed.map(({ reason }) => reason)).toEqual([
      ...["same_artist", "same_artist", "same_artist"],
      ...["same_genre", "same_genre", "same_genre"],
      ...["followed_artist", "followed_artist", "followed_artist"],
    ]);
    const all = mix({ limit: 100 });
    expect(all).toHaveLength(5 + 12 + 6);
    expect(new Set(all.map(({ trackId }) => trackId)).size).toBe(all.length);
    expect(all.map(({ trackId }) => trackId)).not.toContain("a0");
  });

  it("spreads a genre over its artists", () => {
    const owners = mix({ limit: 12 }).filter(({ reason }) => reason === "same_genre").map(({ ownerId }) => ownerId);
    expect(new Set(owners.slice(0, 2)).size).toBe(2);
  });

  it("prefers what was never heard, then what was not heard today", () => {
    const heard = Object.fromEntries(
      POOLS.flatMap(({ songs }) => songs).map((
        { trackId },
      ) => [trackId, trackId === "d3" ? 0 : trackId === "c1" ? 1 : 2]),
    ) as Record<string, Familiarity>;
    expect(mix({ heard, limit: 3 }).map(({ trackId }) => trackId).slice(0, 2)).toEqual(["d3", "c1"]);
  });

  it("has the same order for the same seed, and another for another", () => {
    const order = (seed: string) => mix({ seed, limit: 20 }).map(({ trackId }) => trackId).join();
    expect(order("one")).toBe(order("one"));
    expect(order("one")).not.toBe(order("two"));
  });
});
