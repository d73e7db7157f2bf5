// @vitest-environment node -- jsdom has a Blob of its own, which no Response takes
import { describe, expect, it } from "vitest";
import { slice } from "./saved_audio.ts";

const bytes = new Uint8Array(1_000).map((_byte, index) => index % 251);
const file = new Blob([bytes], { type: "audio/mp4" });

describe("slice()", () => {
  it("answers the whole file where no part, several parts or nonsense are asked for", async () => {
    for (const range of [null, "bytes=0-1,5-6", "bytes=9-3", "bytes=-", "pages=1-2", "bytes=a-b"]) {
      const answer = slice(file, range);
      expect([range, answer.status, answer.headers.get("content-range")]).toEqual([range, 200, null]);
      expect(answer.headers.get("content-length")).toBe("1000");
      expect((await answer.arrayBuffer()).byteLength).toBe(1_000);
    }
  });

  it("answers one part as 206: closed, open, of the end, cut at the end", async () => {
    const parts: [string, number, number][] = [
      ["bytes=0-", 0, 999],
      ["bytes=0-1", 0, 1],
      ["bytes=100-", 100, 999],
      ["bytes=-10", 990, 999],
      ["bytes=-5000", 0, 999],
      ["bytes=990-5000", 990, 999],
    ];
    for (const [range, start, end] of parts) {
      const answer = slice(file, range);
      expect([range, answer.status]).toEqual([range, 206]);
      expect(Object.fromEntries(answer.headers)).toEqual({
        "accept-ranges": "bytes",
        "content-type": "audio/mp4",
        "content-length": String(end - start + 1),
        "content-range": `bytes ${start}-${end}/1000`,
      });
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes.subarray(start, end + 1));
    }
  });

  it("answers 416 with the length for what lies behind the end", () => {
    for (const range of ["bytes=1000-", "bytes=2000-3000", "bytes=-0"]) {
      const answer = slice(file, range);
      expect([range, answer.status, answer.headers.get("content-range")]).toEqual([range, 416, "bytes */1000"]);
    }
  });
});
