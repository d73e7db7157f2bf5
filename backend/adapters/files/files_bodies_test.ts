import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileRefused, type Files, FileTooLarge } from "./types.ts";
import {
  breakingAfter,
  bytesOf,
  endless,
  MEBIBYTE,
  MP3,
  noise,
  pausedInTheMiddle,
  streamOf,
  text,
} from "./test_bodies.ts";
import { keysOf, openTestStore, read, type TestStore } from "./test_store.ts";

describe.each(["disk", "s3"] as const)("bodies on %s", (kind) => {
  let files: Files;
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore(kind);
    files = store.files;
  });

  afterAll(() => store[Symbol.asyncDispose]());

  it("put() takes an empty body, from bytes and from a stream", async () => {
    await files.put("empty/a.mp3", new Uint8Array(), MP3);
    await files.put("empty/b.mp3", streamOf([]), MP3);
    expect(await files.get("empty/a.mp3")).toMatchObject({ start: 0, end: -1, file: { bytes: 0 } });
    expect(await read(files, "empty/b.mp3")).toBe("");
  });

  it.each([["short", 3], ["longer than one part of an upload", 9 * MEBIBYTE]])(
    "a %s body that breaks throws its own error, leaves nothing and keeps the file before",
    async (_name, bytes) => {
      await files.put("broken/old.mp3", text("old"), MP3);
      for (const key of ["broken/old.mp3", "broken/new.mp3"]) {
        await expect(files.put(key, breakingAfter(bytes), MP3)).rejects.toThrow("the uploader went away");
      }
      expect(await keysOf(files, "broken/")).toEqual(["broken/old.mp3"]);
      expect(await read(files, "broken/old.mp3")).toBe("old");
    },
  );

  it("maxBytes takes exactly that many and refuses one more, which leaves nothing and stops the body", async () => {
    await files.put("limit/fits.mp3", streamOf(["12345", "67890"]), { ...MP3, maxBytes: 10 });
    const body = endless();
    await expect(files.put("limit/big.mp3", body.stream, { ...MP3, maxBytes: 10 })).rejects.toBeInstanceOf(
      FileTooLarge,
    );
    expect(body.cancelled()).toBe(true);
    const huge = endless();
    const limit = { ...MP3, maxBytes: 10 * MEBIBYTE };
    await expect(files.put("limit/big.mp3", huge.stream, limit)).rejects.toMatchObject({ maxBytes: 10 * MEBIBYTE });
    expect(huge.cancelled()).toBe(true);
    await expect(files.put("limit/big.mp3", text("12345678901"), limit)).resolves.toMatchObject({ bytes: 11 });
    expect(await keysOf(files, "limit/")).toEqual(["limit/big.mp3", "limit/fits.mp3"]);
  });

  it("a body that is not as long as announced is refused and leaves nothing", async () => {
    for (const bytes of [9, 11]) {
      const put = files.put("announced/a.mp3", streamOf(["12345", "67890"]), { ...MP3, bytes });
      await expect(put).rejects.toBeInstanceOf(FileRefused);
    }
    const tooLong = files.put("announced/a.mp3", streamOf(["1"]), { ...MP3, bytes: 11, maxBytes: 10 });
    await expect(tooLong).rejects.toBeInstanceOf(FileTooLarge);
    expect(await files.stat("announced/a.mp3")).toBeUndefined();
    await files.put("announced/a.mp3", streamOf(["12345", "67890"]), { ...MP3, bytes: 10 });
  });

  it("a file of 20 MB goes in and out as a stream, piece by piece", async () => {
    const total = 20 * MEBIBYTE + 12_345;
    const source = noise(total);
    const stored = await files.put("large/a.mp3", source.stream, MP3);
    expect(stored.bytes).toBe(total);
    const found = await files.get("large/a.mp3");
    const seen = createHash("sha256");
    let largest = 0;
    for await (const chunk of found?.body ?? []) {
      largest = Math.max(largest, chunk.byteLength);
      seen.update(chunk);
    }
    expect(seen.digest("hex")).toBe(source.digest());
    expect(largest).toBeLessThanOrEqual(MEBIBYTE);
    const part = await files.get("large/a.mp3", { start: 9 * MEBIBYTE, end: 9 * MEBIBYTE + 99 });
    expect((await bytesOf(part?.body)).byteLength).toBe(100);
  });

  it("a reader may stop early, again and again", async () => {
    await files.put("large/b.mp3", noise(3 * MEBIBYTE).stream, MP3);
    for (let round = 0; round < 20; round++) {
      const found = await files.get("large/b.mp3");
      const reader = found?.body.getReader();
      await reader?.read();
      await reader?.cancel();
    }
    expect(await files.stat("large/b.mp3")).toMatchObject({ bytes: 3 * MEBIBYTE });
  });

  it("many puts of one key at once leave one of the bodies, whole", async () => {
    const bodies = Array.from({ length: 8 }, (_, index) => String(index).repeat(1000));
    await Promise.all(bodies.map((body) => files.put("race/a.mp3", text(body), MP3)));
    expect(bodies).toContain(await read(files, "race/a.mp3"));
  });

  it("a slow put does not mix with a quick one of the same key, and the last to finish stays", async () => {
    const pause = Promise.withResolvers<void>();
    const slow = files.put("race/b.mp3", pausedInTheMiddle("s", 9 * MEBIBYTE, pause.promise), MP3);
    await files.put("race/b.mp3", pausedInTheMiddle("q", 9 * MEBIBYTE, Promise.resolve()), MP3);
    expect(await lettersOf(files, "race/b.mp3")).toBe("q");
    pause.resolve();
    await slow;
    expect(await lettersOf(files, "race/b.mp3")).toBe("s");
  });
});

/** The different letters in a file. */
async function lettersOf(files: Files, key: string): Promise<string> {
  return [...new Set(await read(files, key))].join("");
}
