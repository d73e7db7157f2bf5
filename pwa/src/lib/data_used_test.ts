import { describe, expect, it } from "vitest";
import { withLoaded } from "./data_used.ts";

describe("withLoaded()", () => {
  const before = { month: "2026-06", soundBytes: 1_000, otherBytes: 50 };
  const loads = [{ path: "/media/audio/1/high", bytes: 700 }, { path: "/media/covers/1/256.webp", bytes: 30 }];

  it("adds sound and the rest apart", () => {
    expect(withLoaded(before, loads, "2026-06")).toEqual({ month: "2026-06", soundBytes: 1_700, otherBytes: 80 });
  });

  it("begins at nothing in a new month", () => {
    expect(withLoaded(before, loads, "2026-07")).toEqual({ month: "2026-07", soundBytes: 700, otherBytes: 30 });
  });
});
