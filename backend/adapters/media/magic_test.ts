import { describe, expect, it } from "vitest";
import { sniffImage } from "./magic.ts";

describe("sniffImage()", () => {
  it("knows JPEG, PNG and WebP by their first bytes", () => {
    expect(sniffImage(new Uint8Array([0xff, 0xd8, 0xff, 0xe0]))).toBe("jpeg");
    expect(sniffImage(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))).toBe("png");
    expect(sniffImage(new TextEncoder().encode("RIFF\0\0\0\0WEBPVP8 "))).toBe("webp");
  });

  it("knows nothing else", () => {
    for (const text of ["", "GIF89a", "<svg", "%PDF-1.7", "RIFF\0\0\0\0WAVE"]) {
      expect(sniffImage(new TextEncoder().encode(text))).toBeUndefined();
    }
  });
});
