import { describe, expect, it } from "vitest";
import { mixOf, suggest, tasteOf, type TasteTrack } from "./taste.ts";

const TODAY = "2026-11-25";
const MINUTE = 60_000;

/** "ada-2 jazz": the second song of Ada, which is jazz. */
function track(words: string): TasteTrack {
  const [trackId = "", genre = ""] = words.split(" ");
  const ownerId = trackId.split("-")[0] ?? "";
  return { trackId, ownerId, artist: ownerId.toUpperCase(), genre, durationMs: 3 * MINUTE };
}

const songs = (artist: string, genre: string, count: number) =>
  Array.from({ length: count }, (_, index) => track(`${artist}-${index + 1} ${genre}`));
const mapOf = (tracks: readonly TasteTrack[]) => new Map(tracks.map((one) => [one.trackId, one]));
const heard = (trackId: string, day = TODAY, minutes = 3) => ({ trackId, day, claimedMs: minutes * MINUTE });
const NOBODY: ReadonlySet<string> = new Set();

describe("a taste", () => {
  const tracks = mapOf([track("ada-1 jazz"), track("ben-1 fuji"), track("eko-1 fuji")]);
  const of = (days: ReturnType<typeof heard>[]) => tasteOf(days, { tracks, today: TODAY });

  it("weighs a play of two weeks ago half, and what is gone not at all", () => {
    const { artists, genres, heard: known } = of([heard("ada-1"), heard("ben-1", "2026-11-11"), heard("gone-1")]);
    expect([...artists]).toEqual([["ada", 2 / 3], ["ben", 1 / 3]]);
    expect([...genres.keys()]).toEqual(["jazz", "fuji"]);
    expect(known.has("gone-1")).toBe(true);
  });

  it("takes a song in a loop all day for three listens, and a skip for next to nothing", () => {
    const { artists } = of([heard("ada-1", TODAY, 600), heard("ben-1", TODAY, 9), heard("eko-1", TODAY, 0.05)]);
    expect(artists.get("ada")).toBeCloseTo(artists.get("ben") ?? 0);
    expect(artists.get("eko")).toBeLessThan(0.01);
  });

  it("of nobody is empty", () => {
    expect(of([]).artists.size).toBe(0);
  });
});

describe("suggestions", () => {
  const catalogue = [...songs("ada", "jazz", 6), ...songs("ben", "jazz", 6), ...songs("eko", "fuji", 6)];
  const taste = tasteOf([heard("ada-1")], { tracks: mapOf(catalogue), today: TODAY });
  const options = { taste, followed: NOBODY, seed: "one", limit: 9 };

  it("are unheard, two of an artist at most, and every third is by somebody new", () => {
    const found = suggest(catalogue, options);
    const ids = found.map(({ track: { trackId } }) => trackId);
    expect(ids).not.toContain("ada-1");
    expect(ids.map((id) => id.split("-")[0])).toEqual(["ada", "ada", "ben", "ben"]);
    expect(found.map(({ because }) => because.kind)).toEqual(["artist", "artist", "genre", "genre"]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("of followed artists say so, and nothing comes that no play and no follow speaks for", () => {
    const found = suggest(catalogue, { ...options, followed: new Set(["eko"]) });
    expect(found.find(({ track }) => track.ownerId === "eko")?.because).toEqual({ kind: "followed", name: "EKO" });
    expect(suggest(catalogue, options).some(({ track }) => track.ownerId === "eko")).toBe(false);
  });

  it("end with what was liked and not heard for days", () => {
    const old = tasteOf([heard("ada-1", "2026-11-22"), heard("ben-1", "2026-11-23")], {
      tracks: mapOf(catalogue),
      today: TODAY,
    });
    const found = suggest(catalogue, { ...options, taste: old }).filter(({ because }) => because.kind === "again");
    expect(found.map(({ track }) => track.trackId)).toEqual(["ada-1"]);
  });

  it("keep their order for the same word alone", () => {
    const idsOf = (seed: string) => suggest(catalogue, { ...options, seed }).map(({ track }) => track.trackId);
    expect(idsOf("one")).toEqual(idsOf("one"));
    expect(["a", "b", "c", "d"].some((seed) => idsOf(seed).join() !== idsOf("one").join())).toBe(true);
  });

  it("are none without any history", () => {
    expect(suggest(catalogue, { ...options, taste: tasteOf([], { tracks: new Map(), today: TODAY }) })).toEqual([]);
  });
});

describe("a day's mix", () => {
  const catalogue = ["ada", "ben", "chi", "dan", "eko"].flatMap((artist) => songs(artist, artist, 6));
  const days = [heard("ada-1"), heard("ada-2"), heard("ben-1"), heard("ben-2")];
  const taste = tasteOf(days, { tracks: mapOf(catalogue), today: TODAY });
  const options = { taste, followed: NOBODY, seed: "one", limit: 20, newest: catalogue };

  it("has songs one plays, unheard ones that fit and some from anywhere, each once", () => {
    const ids = mixOf(catalogue, options).map(({ trackId }) => trackId);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
    for (const known of ["ada-1", "ada-2", "ben-1", "ben-2"]) expect(ids).toContain(known);
    expect(ids.some((id) => /^(chi|dan|eko)/.test(id))).toBe(true);
    const first = ids.slice(0, 10).map((id) => id.split("-")[0]);
    expect(first.every((artist, index) => index === 0 || artist !== first[index - 1])).toBe(true);
  });

  it("is one song of each artist first where nothing is known of somebody", () => {
    const none = tasteOf([], { tracks: new Map(), today: TODAY });
    const artists = mixOf(catalogue, { ...options, taste: none }).map(({ ownerId }) => ownerId);
    expect(new Set(artists.slice(0, 5)).size).toBe(5);
    expect(artists).toHaveLength(20);
  });

  it("ends where the songs end", () => {
    expect(mixOf(catalogue.slice(0, 3), { ...options, newest: catalogue.slice(0, 3) })).toHaveLength(3);
    expect(mixOf([], { ...options, newest: [] })).toEqual([]);
  });
});
