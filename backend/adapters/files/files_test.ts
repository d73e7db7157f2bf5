import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileRefused, type Files, RangeNotSatisfiable } from "./types.ts";
import { MP3, text, textOf } from "./test_bodies.ts";
import { keysOf, openTestStore, read, type TestStore } from "./test_store.ts";

describe.each(["disk", "s3"] as const)("files on %s", (kind) => {
  let files: Files;
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore(kind);
    files = store.files;
  });

  afterAll(() => store[Symbol.asyncDispose]());

  it("put() stores bytes that get() returns with everything known about the file", async () => {
    const stored = await files.put("tracks/1/96.mp3", text("first song"), MP3);
    expect(stored).toMatchObject({ key: "tracks/1/96.mp3", bytes: 10, contentType: "audio/mpeg" });
    expect(stored.etag).toMatch(/^[^"]+$/);
    const found = await files.get("tracks/1/96.mp3");
    expect(found).toMatchObject({ file: stored, start: 0, end: 9 });
    expect(await textOf(found?.body)).toBe("first song");
    expect(await files.stat("tracks/1/96.mp3")).toEqual(stored);
  });

  it("get() and stat() answer undefined for a key that is not there", async () => {
    expect(await files.get("tracks/none.mp3")).toBeUndefined();
    expect(await files.get("tracks/none.mp3", { start: 5 })).toBeUndefined();
    expect(await files.stat("tracks/none.mp3")).toBeUndefined();
  });

  it("delete() removes a file, and does not mind one that is missing", async () => {
    await files.put("gone/a.mp3", text("a"), MP3);
    await files.delete("gone/a.mp3");
    expect(await files.stat("gone/a.mp3")).toBeUndefined();
    await files.delete("gone/a.mp3");
    await files.delete("never/was.mp3");
  });

  it("put() replaces what was there, and its etag changes even when its length does not", async () => {
    const first = await files.put("again/a.mp3", text("one"), MP3);
    const second = await files.put("again/a.mp3", text("two"), MP3);
    expect(second.etag).not.toBe(first.etag);
    expect(await read(files, "again/a.mp3")).toBe("two");
  });

  it.each([
    ["the first bytes", { start: 0, end: 3 }, "0123", 3],
    ["bytes in the middle", { start: 3, end: 5 }, "345", 5],
    ["one byte", { start: 4, end: 4 }, "4", 4],
    ["the last byte", { start: 9, end: 9 }, "9", 9],
    ["an open end", { start: 7 }, "789", 9],
    ["an end beyond the file, which is cut", { start: 8, end: 500 }, "89", 9],
    ["everything", { start: 0 }, "0123456789", 9],
  ])("get() serves %s", async (_name, range, expected, end) => {
    await files.put("ranges/a.mp3", text("0123456789"), MP3);
    const found = await files.get("ranges/a.mp3", range);
    expect(found).toMatchObject({ start: range.start, end, file: { bytes: 10 } });
    expect(await textOf(found?.body)).toBe(expected);
  });

  it("get() refuses a range that begins at or beyond the end, and says how long the file is", async () => {
    await files.put("ranges/b.mp3", text("0123456789"), MP3);
    for (const start of [10, 11, 1_000_000]) {
      const error = await files.get("ranges/b.mp3", { start }).catch((reason) => reason);
      expect(error).toBeInstanceOf(RangeNotSatisfiable);
      expect(error).toMatchObject({ bytes: 10 });
    }
  });

  it.each([{ start: -1 }, { start: 1.5 }, { start: NaN }, { start: 5, end: 4 }])(
    "get() refuses the range %o",
    async (range) => {
      await files.put("ranges/c.mp3", text("0123456789"), MP3);
      await expect(files.get("ranges/c.mp3", range)).rejects.toBeInstanceOf(FileRefused);
    },
  );

  it("list() finds the files below a prefix, which need not be a whole folder", async () => {
    for (const key of ["list/1/a.mp3", "list/1/b.mp3", "list/12/c.mp3", "list/2/d.mp3", "listing/e.mp3"]) {
      await files.put(key, text(key), MP3);
    }
    expect(await keysOf(files, "list/1")).toEqual(["list/1/a.mp3", "list/1/b.mp3", "list/12/c.mp3"]);
    expect(await keysOf(files, "list/1/")).toEqual(["list/1/a.mp3", "list/1/b.mp3"]);
    expect(await keysOf(files, "list/1/b.mp3")).toEqual(["list/1/b.mp3"]);
    expect(await keysOf(files, "list")).toHaveLength(5);
    expect(await keysOf(files, "nothing/here")).toEqual([]);
    const [first] = await Array.fromAsync(files.list("list/1/a"));
    expect(first).toEqual(await files.stat("list/1/a.mp3"));
  });
});
