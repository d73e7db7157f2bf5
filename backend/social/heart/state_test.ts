import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import { decideHeart, evolveHeart } from "./state.ts";

const heart = { userId: "listener", kind: "track" as const, targetId: "a song" };
const give = { ...heart, wanted: true };
const take = { ...heart, wanted: false };

describe("a heart", () => {
  it("is given once", () => {
    expect(decideHeart({ isHearted: false, isThere: true }, give)).toEqual([{ type: "HeartGiven", data: heart }]);
    expect(decideHeart({ isHearted: true, isThere: true }, give)).toEqual([]);
  });

  it("is taken back once", () => {
    expect(decideHeart({ isHearted: true, isThere: true }, take)).toEqual([{ type: "HeartTaken", data: heart }]);
    expect(decideHeart({ isHearted: false, isThere: true }, take)).toEqual([]);
  });

  it("is there until it is taken back", () => {
    expect(evolveHeart(false, { type: "HeartGiven", data: heart })).toBe(true);
    expect(evolveHeart(true, { type: "HeartTaken", data: heart })).toBe(false);
  });

  it("goes to what is there, and names what is not", () => {
    const nothing = { isHearted: false, isThere: false };
    expect(refusalOf(() => decideHeart(nothing, give))).toEqual({ code: "not_found", message: "Track not found" });
    expect(refusalOf(() => decideHeart(nothing, { ...give, kind: "artist" })).message).toBe("Artist not found");
  });

  it("can be taken back from a track that is gone", () => {
    expect(decideHeart({ isHearted: true, isThere: false }, take)).toEqual([{ type: "HeartTaken", data: heart }]);
  });
});
