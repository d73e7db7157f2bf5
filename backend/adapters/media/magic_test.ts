import { describe, expect, it } from "vitest";
import { sniffImage } from "./magic.ts";

describe("sniffImage()", () => {
  it("knows the pictures that Orin takes by their first bytes", () => {
    expect(sniffImage(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe("jpeg");
    expect(sniffImage(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))).toBe("png");
    expect(sniffImage(new TextEncoder().encode("RIFF\0\0\0\0WEBPVP8 "))).toBe("webp");
    expect(sniffImage(new TextEncoder().encode("GIF89a"))).toBe("gif");
    expect(sniffImage(new TextEncoder().encode("\0\0\0\x20ftypavif"))).toBe("avif");
    expect(sniffImage(new TextEncoder().encode("II*\0"))).toBe("tiff");
  });

  it("knows nothing else", () => {
    for (const text of ["", "GIF", "<svg", "%PDF-1.7", "RIFF\0\0\0\0WAVE", "\0\0\0\x18ftypheic"]) {
      expect(sniffImage(new TextEncoder().encode(text))).toBeUndefined();
    }
  });
});
