import { describe, expect, it } from "vitest";
import { parseBy } from "../http/validate.ts";
import { newId } from "./ids.ts";
import { SendGiftRequest } from "./requests/gifts.ts";

describe("SendGiftRequest", () => {
  const gift = { amount: 5, method: "card" };

  it("names an artist, a track or both", () => {
    for (const to of [{ artistId: newId() }, { trackId: newId() }, { artistId: newId(), trackId: newId() }]) {
      expect(parseBy(SendGiftRequest, { ...gift, ...to })).toMatchObject(to);
    }
    expect(() => parseBy(SendGiftRequest, gift)).toThrow("Please choose an artist or a track");
  });
});
