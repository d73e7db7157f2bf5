import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFiles } from "./mod.ts";
import { type Files, FilesUnavailable } from "./types.ts";
import { MEBIBYTE, MP3, noise, pausedInTheMiddle, text } from "./test_bodies.ts";
import { keysOf, read } from "./test_store.ts";
import { eventually } from "../../testing/wait.ts";

describe("files on disk", () => {
  let directory: string;
  let files: Files;

  beforeEach(async () => {
    directory = await Deno.makeTempDir({ prefix: "orin_disk_" });
    files = createFiles({ kind: "disk", directory });
  });

  afterEach(() => Deno.remove(directory, { recursive: true }));

  it("a file lies in the folder as it is, under its key", async () => {
    await files.put("tracks/1/96.mp3", text("song"), MP3);
    expect(await Deno.readTextFile(join(directory, "tracks/1/96.mp3"))).toBe("song");
  });

  it("a file that is kept open is read by many at their places, and is the one that any process has put there last", async () => {
    const other = createFiles({ kind: "disk", directory });
    await files.put("tracks/1.mp3", text("abcdefghij"), MP3);
    const readFrom = async (start: number) =>
      await new Response((await files.get("tracks/1.mp3", { start }))?.body).text();
    const parts = await Promise.all(Array.from({ length: 10 }, (_, start) => readFrom(start)));
    expect(parts).toEqual(Array.from({ length: 10 }, (_, start) => "abcdefghij".slice(start)));

    const begun = await files.get("tracks/1.mp3");
    await other.put("tracks/1.mp3", text("ABCDEFGHIJ"), MP3);
    expect(await read(files, "tracks/1.mp3")).toBe("ABCDEFGHIJ");
    expect(await new Response(begun?.body).text()).toBe("abcdefghij");
    const now = await files.get("tracks/1.mp3");
    expect(now?.file.etag).toBe((await other.stat("tracks/1.mp3"))?.etag);
    await now?.body.cancel();

    await other.delete("tracks/1.mp3");
    expect(await files.get("tracks/1.mp3")).toBeUndefined();
  });

  it("closes the files that were read longest ago once there are many, and what is read goes on", async () => {
    const keys = Array.from({ length: 150 }, (_, at) => `tracks/${at}.mp3`);
    for (const key of keys) await files.put(key, text(key), MP3);
    const begun = await files.get(keys[0] ?? "");
    for (const key of keys) expect(await read(files, key)).toBe(key);
    expect(await new Response(begun?.body).text()).toBe(keys[0]);
    const open = Array.from(Deno.readDirSync("/proc/self/fd"), ({ name }) => linkOf(`/proc/self/fd/${name}`));
    expect(open.filter((path) => path.startsWith(directory)).length).toBeLessThanOrEqual(128);
  });

  it("a process killed in the middle of a put leaves the file before, and nothing that is listed", async () => {
    await files.put("tracks/1.mp3", text("old"), MP3);
    await putAndDie(directory, "tracks/1.mp3");
    expect(await draftsIn(directory)).toHaveLength(1);
    expect(await read(files, "tracks/1.mp3")).toBe("old");
    expect(await keysOf(files, "")).toEqual(["tracks/1.mp3"]);
  });

  it("what a crash left behind is removed a day later, and younger drafts are not", async () => {
    await files.put("a.mp3", text("a"), MP3);
    const drafts = join(directory, ".drafts");
    await Deno.writeTextFile(join(drafts, "old"), "half");
    await Deno.writeTextFile(join(drafts, "young"), "half");
    const twoDaysAgo = new Date(Date.now() - 48 * 60 * 60 * 1000);
    await Deno.utime(join(drafts, "old"), twoDaysAgo, twoDaysAgo);
    await createFiles({ kind: "disk", directory }).put("b.mp3", text("b"), MP3);
    expect(await draftsIn(directory)).toEqual(["young"]);
  });

  it("put() writes while the body is still coming", async () => {
    const pause = Promise.withResolvers<void>();
    const put = files.put("a.mp3", pausedInTheMiddle("a", 8 * MEBIBYTE, pause.promise), MP3);
    await eventually("the first half to be on the disk", () => draftBytes(directory)).toBe(4 * MEBIBYTE);
    expect(await files.stat("a.mp3")).toBeUndefined();
    pause.resolve();
    expect(await put).toMatchObject({ bytes: 8 * MEBIBYTE });
  });

  it("a body begun before an overwrite reads on what it began", async () => {
    await files.put("a.mp3", noise(2 * MEBIBYTE).stream, MP3);
    const found = await files.get("a.mp3");
    await files.put("a.mp3", text("new"), MP3);
    const bytes = await new Response(found?.body.pipeThrough(new TransformStream())).arrayBuffer();
    expect(bytes.byteLength).toBe(2 * MEBIBYTE);
  });

  it("a place that cannot be written to is unavailable, and works as soon as it can", async () => {
    const place = join(directory, "media");
    await Deno.writeTextFile(place, "in the way");
    const blocked = createFiles({ kind: "disk", directory: place });
    await expect(blocked.put("a.mp3", text("a"), MP3)).rejects.toBeInstanceOf(FilesUnavailable);
    await expect(keysOf(blocked, "")).rejects.toBeInstanceOf(FilesUnavailable);
    await Deno.remove(place);
    await blocked.put("a.mp3", text("a"), MP3);
    expect(await read(blocked, "a.mp3")).toBe("a");
  });

  it("a failed rename leaves no draft", async () => {
    await Deno.mkdir(join(directory, "a.mp3"));
    await expect(files.put("a.mp3", text("a"), MP3)).rejects.toBeInstanceOf(FilesUnavailable);
    expect(await draftsIn(directory)).toEqual([]);
  });
});

/** Puts half a body in a process of its own and kills that without warning. */
async function putAndDie(directory: string, key: string): Promise<void> {
  const script = `
    const { createFiles } = await import(${JSON.stringify(new URL("./mod.ts", import.meta.url).href)});
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(100_000)),
      pull: () => new Promise((resolve) => setTimeout(resolve, 60_000)),
    });
    const files = createFiles({ kind: "disk", directory: ${JSON.stringify(directory)} });
    await files.put(${JSON.stringify(key)}, body, { contentType: "audio/mpeg" });`;
  const process = new Deno.Command(Deno.execPath(), { args: ["eval", script], stdin: "null" }).spawn();
  await eventually("the half body to be on the disk", () => draftBytes(directory)).toBe(100_000);
  process.kill("SIGKILL");
  await process.status;
}

async function draftsIn(directory: string): Promise<string[]> {
  return await Array.fromAsync(Deno.readDir(join(directory, ".drafts")), (entry) => entry.name);
}

async function draftBytes(directory: string): Promise<number> {
  const drafts = await draftsIn(directory).catch(() => []);
  const sizes = drafts.map(async (name) => (await Deno.stat(join(directory, ".drafts", name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** What is open may be closed meanwhile. */
function linkOf(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return "";
  }
}
