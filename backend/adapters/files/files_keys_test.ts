import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileRefused, type Files } from "./types.ts";
import { MP3, text } from "./test_bodies.ts";
import { keysOf, openTestStore, read, type TestStore } from "./test_store.ts";

describe.each(["disk", "s3"] as const)("keys and content types on %s", (kind) => {
  let files: Files;
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore(kind);
    files = store.files;
  });

  afterAll(() => store[Symbol.asyncDispose]());

  it("a key and a longer key that goes on with a slash do not meet", async () => {
    await files.put("both/a", text("file"), { contentType: "application/octet-stream" });
    await files.put("both/a/b.mp3", text("deeper"), MP3);
    expect(await read(files, "both/a")).toBe("file");
    expect(await read(files, "both/a/b.mp3")).toBe("deeper");
    expect(await files.stat("both")).toBeUndefined();
    expect(await keysOf(files, "both/")).toEqual(["both/a", "both/a/b.mp3"]);
  });

  it.each(
    ["", "/etc/passwd", "../a.mp3", "a/../b.mp3", "a/..", "a//b.mp3", "a/", ".hidden", "a/.b.mp3", "A.mp3"].concat(
      ["a b.mp3", "a\\b.mp3", "a%2e.mp3", "a\0.mp3", "ọ̀rin.mp3", "v1.2/a.mp3", "a..mp3", "a.mp3.", "a".repeat(600)],
    ),
  )("every call refuses the key %j", async (key) => {
    await expect(files.put(key, text("x"), MP3)).rejects.toBeInstanceOf(FileRefused);
    await expect(files.get(key)).rejects.toBeInstanceOf(FileRefused);
    await expect(files.stat(key)).rejects.toBeInstanceOf(FileRefused);
    await expect(files.delete(key)).rejects.toBeInstanceOf(FileRefused);
  });

  it.each(["../", "/", "a/../", ".", "..", "A"])("list() refuses the prefix %j", async (prefix) => {
    await expect(keysOf(files, prefix)).rejects.toBeInstanceOf(FileRefused);
  });

  it.each(["text/html", "audio/mp4", "", "audio/mpeg; name=ọ̀rin", "audio/mpeg\r\nset-cookie: a=b"])(
    "put() refuses the content type %j for an .mp3",
    async (contentType) => {
      await expect(files.put("types/a.mp3", text("x"), { contentType })).rejects.toBeInstanceOf(FileRefused);
      expect(await files.stat("types/a.mp3")).toBeUndefined();
    },
  );

  it("the content type with its parameters comes back from get(), stat() and list()", async () => {
    const contentType = "text/csv; charset=utf-8";
    await files.put("types/report.csv", text("a,b"), { contentType });
    const found = await files.get("types/report.csv");
    await found?.body.cancel();
    expect(found?.file.contentType).toBe(contentType);
    expect((await files.stat("types/report.csv"))?.contentType).toBe(contentType);
    expect((await Array.fromAsync(files.list("types/report")))[0]?.contentType).toBe(contentType);
  });
});
