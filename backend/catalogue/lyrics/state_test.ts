import { describe, expect, it } from "vitest";
import type { TrackState } from "../track/state.ts";
import { decideLyrics, decideRemoval, decideTakeDown, evolveLyrics } from "./state.ts";

const lyrics = { trackId: "t", ownerId: "o", language: "yo", offensive: false, content: "sealed" } as const;
const track = (status: "published" | "processing" | "removed", ownerId = "o"): TrackState => ({
  ...{ status, ownerId, releasedAt: undefined, made: new Set(), holds: [], replacement: undefined },
  details: { title: "", artist: "", genre: "fuji", downloadable: false },
});
const set = (of: TrackState, isSame = false) => decideLyrics(undefined, { track: of, isSame, lyrics });
const remove = (known: { ownerId: string } | undefined, userId: string) =>
  decideRemoval(known, { trackId: "t", track: track("published"), userId });

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

  it("are taken away by the artist, once", () => {
    expect(remove({ ownerId: "o" }, "o")).toMatchObject([{ data: { by: "owner" } }]);
    expect(remove(undefined, "o")).toEqual([]);
    expect(() => remove({ ownerId: "o" }, "x")).toThrow(/Only the artist/);
  });

  it("are taken down by an admin with a reason, once, and may be given again", () => {
    const known = { ownerId: "o" };
    const takenDown = { trackId: "t", ownerId: "o", adminId: "a", reason: "sealed" };
    const take = (of: typeof known | undefined, more = {}) =>
      decideTakeDown(of, { track: track("published"), takenDown: { ...takenDown, ...more } });
    const [event] = take(known);
    expect(event).toEqual({ type: "LyricsTakenDown", data: takenDown });
    const after = event && evolveLyrics(known, event);
    expect([take(after), take(known, { ownerId: "another" })]).toEqual([[], []]);
    expect(evolveLyrics(after, { type: "LyricsSet", data: lyrics })).toEqual(known);
  });
});
