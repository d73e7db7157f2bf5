import { describe, expect, it } from "vitest";
import { adireCover, adireRing, adireTile, svgUrl } from "./adire.ts";

const SEEDS = Array.from({ length: 60 }, (_, index) => `track-${index}`);

describe.each([["adireCover()", adireCover], ["adireRing()", adireRing], ["adireTile()", adireTile]])(
  "%s",
  (_name, draw) => {
    it("draws the same cloth for the same seed", () => {
      expect(draw("Omi Tutu")).toBe(draw("Omi Tutu"));
    });

    it("draws well-formed SVG without a number gone wrong, for any seed", () => {
      for (const seed of [...SEEDS, "", "Àṣẹ <&\"'", "日本"]) {
        const parsed = new DOMParser().parseFromString(draw(seed), "image/svg+xml");
        expect(parsed.querySelector("parsererror")).toBeNull();
        expect(draw(seed)).not.toMatch(/NaN|undefined|Infinity/);
      }
    });

    it("stays small enough to stand in a list", () => {
      for (const seed of SEEDS) expect(draw(seed).length).toBeLessThan(10_000);
    });
  },
);

describe("adireCover()", () => {
  it("draws many different cloths", () => {
    expect(new Set(SEEDS.map(adireCover)).size).toBe(SEEDS.length);
  });
});

describe("svgUrl()", () => {
  it("gives back the same drawing, with quotes that CSS and attributes bear", () => {
    const url = svgUrl(adireCover("a"));
    expect(url).not.toMatch(/["<>#]/);
    const back = decodeURIComponent(url.slice("data:image/svg+xml,".length));
    expect(back.replaceAll("'", '"')).toBe(adireCover("a"));
  });
});
