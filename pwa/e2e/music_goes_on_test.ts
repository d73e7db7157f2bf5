import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setCreatorProfile } from "../../backend/catalogue/artist/change_profile.ts";
import { runRendition } from "../../backend/catalogue/rendition/reactions.ts";
import { importTrack } from "../../backend/catalogue/upload/import_track.ts";
import { newId } from "../../backend/contract/ids.ts";
import { encodeWav } from "../../backend/testing/wav.ts";
import { launchBrowser } from "../../backend/testing/browser.ts";
import type { TestServer } from "../../backend/testing/server.ts";
import { openWorld, type World } from "../../backend/testing/world.ts";
import { givePerson, keepSession, logInAt } from "./given_people.ts";
import { closeAll, serveApp } from "./e2e_server.ts";

const RATE = 44_100;
const SECONDS = 7;
let world: World;
let server: TestServer;
let browser: Browser;
let session: Record<string, unknown>;
let first: string;

beforeAll(async () => {
  world = await openWorld();
  first = await publishTones(world, ["Tone One", "Tone Two", "Tone Three"]);
  const person = await givePerson(world, "Ada", "listener");
  await world.deps.store.settle();
  server = await serveApp(world);
  session = await logInAt(server.url, person);
  browser = await launchBrowser();
});

afterAll(() => closeAll(browser, server, world));

it("goes on from a single song with songs near it, without silence between songs of an album, until switched off", async () => {
  await using context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: "block" });
  await context.addInitScript(keepSession, session);
  await context.addInitScript(hearSilence);
  const page = await context.newPage();
  await page.goto(`${server.url}/track/${first}`);
  await page.getByRole("button", { name: /^Play Tone One/ }).first().click();
  const bar = page.getByRole("region", { name: "Player" });
  await bar.getByRole("button", { name: /Open Now Playing/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Queue" }).click();
  const queue = page.getByRole("dialog", { name: "Queue" });
  await queue.getByRole("heading", { name: "Next from Orin" }).waitFor();
  await expect.poll(() => queue.getByText("Same artist").count()).toBe(2);

  // Of the first song all was heard, and of the second a second.
  await expect.poll(async () => (await heard(page)).soundMs).toBeGreaterThan(
    (SECONDS + 1) * 1_000,
  );
  await expect.poll(() => nowPlaying(page)).not.toBe("Tone One");
  expect((await heard(page)).longestSilenceMs).toBeLessThanOrEqual(20);

  await queue.getByRole("checkbox", { name: "Next from Orin" }).click();
  await expect.poll(() => queue.getByText("Same artist").count()).toBe(1);
  await expect.poll(() => page.evaluate(() => navigator.mediaSession.playbackState)).toBe(
    "paused",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Now Playing" }).getByText("0:00").first().waitFor();
});

function nowPlaying(page: Page): Promise<string | undefined> {
  return page.evaluate(() => navigator.mediaSession.metadata?.title);
}

/** What `hearSilence` has measured. */
function heard(page: Page): Promise<{ soundMs: number; longestSilenceMs: number }> {
  return page.evaluate(() => (globalThis as unknown as { heard: { soundMs: number; longestSilenceMs: number } }).heard);
}

/**
 * Runs in the page, before its scripts: measures the longest silence between the first and the last sound. What a busy
 * machine leaves out while a song begins, or in the middle of one, is none of the player's making.
 */
function hearSilence(): void {
  const context = new AudioContext();
  const listener = context.createScriptProcessor(256, 1, 1);
  listener.connect(context.destination);
  const [heard, msOfSample] = [{ soundMs: 0, longestSilenceMs: 0 }, 1_000 / context.sampleRate];
  Object.assign(globalThis, { heard });
  let quiet = 0;
  const audios: HTMLAudioElement[] = [];
  const isWithin = ({ paused, currentTime, duration }: HTMLAudioElement) =>
    !paused && currentTime > 1 && duration - currentTime > 1;
  listener.onaudioprocess = ({ inputBuffer }) => {
    const isWithinSong = audios.some(isWithin);
    for (const sample of inputBuffer.getChannelData(0)) {
      if (Math.abs(sample) < 1e-3) quiet += isWithinSong ? 0 : 1;
      else {
        if (heard.soundMs > 1_000) heard.longestSilenceMs = Math.max(heard.longestSilenceMs, quiet * msOfSample);
        heard.soundMs += msOfSample;
        quiet = 0;
      }
    }
  };
  const Original = globalThis.Audio;
  globalThis.Audio = new Proxy(Original, {
    construct(target, given) {
      const audio = Reflect.construct(target, given);
      audios.push(audio);
      context.createMediaElementSource(audio).connect(listener);
      audio.addEventListener("play", () => void context.resume());
      return audio;
    },
  });
}

/** An artist's album of tones without a silent sample; the id of the first. */
async function publishTones({ deps }: World, titles: readonly string[]): Promise<string> {
  const ownerId = newId();
  const profile = { creatorId: ownerId, name: "Tones", bio: "", city: "Jos", stateProvince: "", country: "Nigeria" };
  const metadata = { actor: "system:test" };
  await deps.store.execute(setCreatorProfile, profile, { logs: ["social"], metadata });
  await Deno.mkdir(deps.media.workDir, { recursive: true });
  const ids: string[] = [];
  for (const [index, title] of titles.entries()) {
    const audioPath = join(deps.media.workDir, `tone-${index}.wav`);
    const samples = Float32Array.from({ length: 2 * RATE * SECONDS }, (_, at) => {
      return 0.4 * Math.sin(2 * Math.PI * (220 + 110 * index) * Math.floor(at / 2) / RATE);
    });
    await Deno.writeFile(audioPath, encodeWav(samples, RATE));
    const track = { trackId: newId(), ownerId, title, artist: "Tones", genre: "jazz" as const, album: "Tones" };
    const upload = await importTrack(deps, { ...track, downloadable: false, audioPath }, metadata);
    await runRendition(deps, { ...upload, quality: "normal" });
    ids.push(track.trackId);
  }
  return ids[0] ?? "";
}
