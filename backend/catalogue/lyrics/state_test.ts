import { describe, expect, it } from "vitest";
import type { TrackState } from "../track/state.ts";
import { decideLyrics, decideRemoval, decideTakeDown, evolveLyrics, type LyricsState } from "./state.ts";

const lyrics = { trackId: "t", ownerId: "o", language: "yo", offensive: false, content: "sealed" } as const;
const track = (status: "published" | "processing" | "removed", ownerId = "o"): TrackState => ({
  ...{ status, ownerId, releasedAt: undefined, made: new Set(), holds: [], replacement: undefined },
  details: { title: "", artist: "", genre: "fuji", downloadable: false },
});
const set = (of: TrackState, isSame = false) => decideLyrics(undefined, { track: of, isSame, lyrics });
const remove = (known: LyricsState, userId: string) =>
  decideRemoval(known, { trackId: "t", track: track("published"), userId });

describe("lyrics", () => {
  it("are given by the artist, before the song is out, too; the same ones again change nothing", () => {
    expect(set(track("published"))).toEqual([{ type: "LyricsSet", data: lyrics }]);
    expect(set(track("processing"))).toHaveLength(1);
    expect(set(track("published"), true)).toEqual([]);
  });

  it("overwrite nothing that the form did not show", () => {
    const over = (known: LyricsState, was?: number, isSame = false) =>
      decideLyrics(known, { track: track("published"), isSame, lyrics, was });
    const known = { ownerId: "o", setAt: 5 };
    expect([over(known, 5), over(undefined, 0), over(known)].map((events) => events.length)).toEqual([1, 1, 1]);
    for (const [state, was] of [[known, 4], [known, 0], [undefined, 5]] as const) {
      expect(() => over(state, was)).toThrow(/just changed/);
    }
    // A person who typed the same text loses nothing.
    expect(over(known, 4, true)).toEqual([]);
  });

  it("are refused for somebody else's song and for one that is gone", () => {
    expect(() => set(track("published", "other"))).toThrow(/Only the artist/);
    expect(() => set(track("removed"))).toThrow(/Track not found/);
    expect(() => set({ status: "none" })).toThrow(/Track not found/);
  });

  it("are taken away by the artist, once", () => {
    expect(remove({ ownerId: "o", setAt: 1 }, "o")).toMatchObject([{ data: { by: "owner" } }]);
    expect(remove(undefined, "o")).toEqual([]);
    expect(() => remove({ ownerId: "o", setAt: 1 }, "x")).toThrow(/Only the artist/);
  });

  it("are taken down by an admin with a reason, once, and may be given again", () => {
    const known = { ownerId: "o", setAt: 1 };
    const takenDown = { trackId: "t", ownerId: "o", adminId: "a", reason: "sealed" };
    const take = (of: LyricsState, more = {}) =>
      decideTakeDown(of, { track: track("published"), takenDown: { ...takenDown, ...more } });
    const [event] = take(known);
    expect(event).toEqual({ type: "LyricsTakenDown", data: takenDown });
    const after = event && evolveLyrics(known, event, 2);
    expect([take(after), take(known, { ownerId: "another" })]).toEqual([[], []]);
    expect(evolveLyrics(after, { type: "LyricsSet", data: lyrics }, 1)).toEqual(known);
  });
});
