import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeWav } from "../../testing/wav.ts";
import { createMedia } from "./mod.ts";
import { MediaRefusal } from "./types.ts";
import { melody, RATE } from "./test_sounds.ts";
import { WorkerProcess } from "./worker_process.ts";

let dir: string;

beforeAll(async () => {
  dir = await Deno.realPath(await Deno.makeTempDir({ prefix: "orin-media-" }));
  await Deno.writeFile(`${dir}/song.wav`, encodeWav(melody(2), RATE));
});

afterAll(() => Deno.remove(dir, { recursive: true }));

describe("the decoding process", () => {
  it("may not read or write outside its work directory", async () => {
    const worker = await WorkerProcess.start(dir);
    try {
      const read = await worker.ask({ kind: "inspect", input: "/etc/passwd" }, 10_000);
      expect(read).toMatchObject({ status: "failed", message: expect.stringContaining("Requires read access") });
      const write = await worker.ask({ kind: "cover", input: `${dir}/song.wav`, outputPrefix: "/tmp/x" }, 10_000);
      expect(write).toMatchObject({ status: "refused", code: "not_an_image" });
    } finally {
      await worker.kill();
    }
  });

  it("survives a bad file and does the next job", async () => {
    await using media = disposable({ workDir: dir });
    await Deno.writeTextFile(`${dir}/bad.mp3`, "no sound");
    await expect(media.inspect(`${dir}/bad.mp3`)).rejects.toBeInstanceOf(MediaRefusal);
    expect((await media.inspect(`${dir}/song.wav`)).durationMs).toBe(2000);
  });

  it("is killed when a job takes too long, and the file is refused", async () => {
    await using media = disposable({ workDir: dir, jobTimeoutMs: 1 });
    await expect(media.inspect(`${dir}/song.wav`)).rejects.toMatchObject({ name: "MediaRefusal", code: "unreadable" });
  });

  it("takes jobs in turn when more are waiting than processes may run", async () => {
    await using media = disposable({ workDir: dir, workers: 1 });
    const all = await Promise.all([1, 2, 3].map(() => media.inspect(`${dir}/song.wav`)));
    expect(all.map(({ durationMs }) => durationMs)).toEqual([2000, 2000, 2000]);
  });

  it("gets no path outside the work directory from its own side", async () => {
    await using media = disposable({ workDir: dir });
    await expect(media.inspect("/etc/passwd")).rejects.toThrow('Not in the work directory: "/etc/passwd"');
    await expect(media.inspect(`${dir}/../passwd`)).rejects.toThrow("Not in the work directory");
  });

  it("ends at close(), with the jobs that wait for it", async () => {
    const media = createMedia({ workDir: dir });
    const jobs = Promise.allSettled([1, 2].map(() => media.inspect(`${dir}/song.wav`)));
    await media.close();
    expect((await jobs).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(media.inspect(`${dir}/song.wav`)).rejects.toThrow("Media is closed");
  });
});

function disposable(options: Parameters<typeof createMedia>[0]) {
  const media = createMedia(options);
  return { ...media, [Symbol.asyncDispose]: () => media.close() };
}
