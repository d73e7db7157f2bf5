import { describe, expect, it } from "vitest";
import { coverSrcSet, placeholderOf } from "./cover_sources.ts";

describe("coverSrcSet()", () => {
  it("names all four sizes of an address that ends with a size", () => {
    expect(coverSrcSet("/media/covers/k1/512.webp", "avif")).toBe(
      "/media/covers/k1/64.avif 64w, /media/covers/k1/128.avif 128w, /media/covers/k1/256.avif 256w, /media/covers/k1/512.avif 512w",
    );
  });

  it("leaves other pictures alone", () => {
    expect(coverSrcSet("https://i.example/a1512.webp", "avif")).toBeUndefined();
    expect(coverSrcSet("data:image/svg+xml,<svg/>", "webp")).toBeUndefined();
  });
});

describe("placeholderOf()", () => {
  it("makes a gradient of two colours and lets nothing else into the style", () => {
    expect(placeholderOf("#112233 #AABBCC")).toBe("linear-gradient(135deg, #112233, #AABBCC)");
    expect(placeholderOf("url(https://evil.example)")).toBeUndefined();
    expect(placeholderOf(undefined)).toBeUndefined();
  });
});
