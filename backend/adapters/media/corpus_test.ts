import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "../../testing/chromium.ts";
import { CORPUS, forgetCorpus, type Sample } from "./test_corpus.ts";
import { ffmpeg } from "./ffmpeg.ts";
import { createMedia } from "./mod.ts";
import { PCM_OUTPUT, PcmReader } from "./pcm_reader.ts";
import { type Media, MediaRefusal } from "./types.ts";

/** What of a page is used: the service's types have no browser. */
interface InBrowser {
  readonly Audio: new (address: string) => {
    readonly duration: number;
    readonly error: { readonly message: string } | null;
    onerror: (() => void) | null;
    onended: (() => void) | null;
    play(): Promise<void>;
  };
}

let media: Media;
let browser: Browser;
const logged: string[] = [];
/** What a listener's player gets, of the first recording of each container and codec: behind the decoder all are alike. */
const renditions = new Map<string, { readonly name: string; readonly durationMs: number; sound: string }>();

beforeAll(async () => {
  const workDir = await Deno.makeTempDir({ prefix: "orin-media-" });
  media = createMedia({ workDir, workers: 2, log: (line) => logged.push(line) });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await media.close();
  await Deno.remove(media.workDir, { recursive: true });
  await forgetCorpus();
});

/** How long FFmpeg decodes when it is left alone. */
async function decodedMs(input: string): Promise<number> {
  const pcm = new PcmReader(() => {});
  const take = (bytes: Uint8Array) => pcm.take(bytes);
  await ffmpeg(["-i", "input", "-map", "0:a:0", "-ar", "48000", "-ac", "1", ...PCM_OUTPUT], { input, take });
  return pcm.seconds * 1000;
}

async function writeSample({ make }: Sample): Promise<string> {
  const path = `${media.workDir}/${crypto.randomUUID()}`;
  await Deno.writeFile(path, await make());
  return path;
}

describe.concurrent("a recording as creators have it is taken, and measured as long as it is:", () => {
  it.each(CORPUS.filter(({ verdict }) => verdict === "taken"))("$name", async (sample) => {
    const path = await writeSample(sample);
    const { durationMs, loudness, container, codec } = await media.inspect(path);
    if (sample.sound) await Deno.writeFile(path, await sample.sound());
    const own = await decodedMs(path);
    expect(Math.abs(durationMs - own), `${durationMs} ms, decoded ${own} ms`).toBeLessThanOrEqual(50);
    const kind = `${container} ${codec}${sample.name.includes("goes on") ? " that changes" : ""}`;
    if (renditions.has(kind)) return;
    const rendition = { name: sample.name, durationMs, sound: "" };
    renditions.set(kind, rendition);
    const made = await media.rendition(path, `${path}.m4a`, { codec: "aac", kbps: 96, loudness });
    expect(Math.abs(made.durationMs - own), `made ${made.durationMs} ms of ${own} ms`).toBeLessThanOrEqual(50);
    rendition.sound = Buffer.from(await Deno.readFile(`${path}.m4a`)).toString("base64");
  });
});

describe.concurrent("what Orin does not take is refused for what it is:", () => {
  it.each(CORPUS.filter(({ verdict }) => verdict !== "taken"))("$name", async (sample) => {
    const path = await writeSample(sample);
    const refusal: unknown = await media.inspect(path).catch((error) => error);
    expect(refusal).toBeInstanceOf(MediaRefusal);
    expect(refusal).toMatchObject({ code: sample.verdict, found: sample.found });
  });
});

describe("all of them", () => {
  it("are at least 120, and each refusal is in the log in words", () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(120);
    expect(logged.length).toBe(CORPUS.filter(({ verdict }) => verdict !== "taken").length);
    expect(logged.join("\n")).not.toContain("[object Object]");
    expect(logged).toContain('media: refused a file for "inspect" as not_audio, it is an AMR recording');
  });

  it("play in Chromium where they are taken", async () => {
    expect(renditions.size).toBeGreaterThan(40);
    const songs = [...renditions.values()];
    const page = await browser.newPage();
    // A player each, all at the same time.
    const played = await page.evaluate(async (songs) => {
      const { Audio } = globalThis as unknown as InBrowser;
      return await Promise.all(songs.map(async ({ name, sound }) => {
        const audio = new Audio(`data:audio/mp4;base64,${sound}`);
        const heard = new Promise<string>((resolve) => {
          audio.onerror = () => resolve(audio.error?.message ?? "an error");
          audio.onended = () => resolve("to its end");
        });
        await audio.play().catch(() => {});
        return { name, plays: await heard, durationMs: audio.duration * 1000 };
      }));
    }, songs);
    for (const [index, { name, plays, durationMs }] of played.entries()) {
      expect([name, plays]).toEqual([name, "to its end"]);
      expect(Math.abs(durationMs - (songs[index]?.durationMs ?? 0)), name).toBeLessThanOrEqual(50);
    }
  });
});
