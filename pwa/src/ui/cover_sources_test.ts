import { describe, expect, it } from "vitest";
import { coverSrcSet, placeholderOf } from "./cover_sources.ts";

describe("coverSrcSet()", () => {
  it("names all sizes of an address that ends with a size, each with the pixels it may be shown at", () => {
    expect(coverSrcSet("/media/covers/k1/512.webp", "avif", false)).toBe(
      "/media/covers/k1/64.avif 90w, /media/covers/k1/128.avif 179w, /media/covers/k1/160.avif 224w, " +
        "/media/covers/k1/256.avif 358w, /media/covers/k1/512.avif 717w",
    );
  });

  it("gives cells of lists 160 pixels where data is dear, and nothing above 256", () => {
    const saving = coverSrcSet("/media/covers/k1/512.webp", "avif", true);
    expect(saving).toBe(
      "/media/covers/k1/64.avif 128w, /media/covers/k1/128.avif 200w, /media/covers/k1/160.avif 520w, " +
        "/media/covers/k1/256.avif 900w",
    );
  });

  it("leaves other pictures alone", () => {
    expect(coverSrcSet("https://i.example/a1512.webp", "avif", false)).toBeUndefined();
    expect(coverSrcSet("data:image/svg+xml,<svg/>", "webp", true)).toBeUndefined();
  });
});

describe("placeholderOf()", () => {
  it("makes a gradient of two colours and lets nothing else into the style", () => {
    expect(placeholderOf("#112233 #AABBCC")).toBe("linear-gradient(135deg, #112233, #AABBCC)");
    expect(placeholderOf("url(https://evil.example)")).toBeUndefined();
    expect(placeholderOf(undefined)).toBeUndefined();
  });
});
