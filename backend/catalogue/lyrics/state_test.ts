import { describe, expect, it } from "vitest";
import type { TrackState } from "../track/state.ts";
import { decideLyrics, decideRemoval, evolveLyrics } from "./state.ts";

const lyrics = { trackId: "t", ownerId: "o", language: "yo", offensive: false, content: "sealed" } as const;
const track = (status: "published" | "processing" | "removed", ownerId = "o"): TrackState => ({
  ...{ status, ownerId, releasedAt: undefined, made: new Set(), holds: [] },
  details: { title: "", genre: "fuji", downloadable: false },
});
const set = (of: TrackState, isSame = false) => decideLyrics(undefined, { track: of, isSame, lyrics });
const remove = (known: { ownerId: string } | undefined, who: { userId: string; isAdmin: boolean }) =>
  decideRemoval(known, { trackId: "t", track: track("published"), ...who });

describe("lyrics", () => {
  it("are given by the artist, before the song is out, too; the same ones again change nothing", () => {
    expect(set(track("published"))).toEqual([{ type: "LyricsSet", data: lyrics }]);
    expect(set(track("processing"))).toHaveLength(1);
    expect(set(track("published"), true)).toEqual([]);
  });

  it("are refused for somebody else's song and for one that is gone", () => {
    expect(() => set(track("published", "other"))).toThrow(/Only the artist/);
    expect(() => set(track("removed"))).toThrow(/Track not found/);
    expect(() => set({ status: "none" })).toThrow(/Track not found/);
  });

  it("are taken away by the artist or an admin, once", () => {
    const known = { ownerId: "o" };
    expect(remove(known, { userId: "o", isAdmin: false })).toMatchObject([{ data: { by: "owner" } }]);
    const [byAdmin] = remove(known, { userId: "a", isAdmin: true });
    expect(byAdmin).toMatchObject({ data: { by: "admin", ownerId: "o" } });
    expect(() => remove(known, { userId: "x", isAdmin: false })).toThrow(/Only the artist or an admin/);
    const after = byAdmin && evolveLyrics(known, byAdmin);
    expect(remove(after, { userId: "o", isAdmin: false })).toEqual([]);
    expect(evolveLyrics(after, { type: "LyricsSet", data: lyrics })).toEqual(known);
  });
});
