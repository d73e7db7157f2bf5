import { describe, expect, it } from "vitest";
import { isCover } from "./covers.ts";

const at = (path: string) => new URL(path, "http://localhost:8000");

describe("isCover()", () => {
  it("is true for pictures of the service and never for sound", () => {
    expect(isCover(at("/media/covers/k/256.avif"))).toBe(true);
    expect(isCover(at("/media/audio/k/normal.m4a?sig=1"))).toBe(false);
    expect(isCover(at("/api/v1/stream/1.webp"))).toBe(false);
  });
});
