import "../../testing/indexed_db.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ADA } from "../outbox/testing/given.ts";
import { FakeAudio } from "./testing/fake_audio.ts";
import { GivenPlayer, QUEUE } from "./testing/given.ts";
import { GivenPage } from "./testing/given_page.ts";

let other: FakeAudio;
let page: GivenPage;
/** Seconds in which each of them made sound. */
let sounded: [number, number];

beforeEach(async () => {
  const toFake = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
  globalThis.indexedDB = new IDBFactory();
  other = new FakeAudio();
  page = await GivenPage.open(ADA, undefined, new GivenPlayer(other));
  sounded = [0, 0];
});
afterEach(() => vi.useRealTimers());

/** So much time passes for both elements. */
async function hear(seconds: number) {
  const one = page.given.audio;
  other.onPass = () => {};
  for (let left = seconds; left > 0; left -= 0.25) {
    const step = Math.min(0.25, left);
    const before = [one.currentTime, other.currentTime] as const;
    await Promise.all([one.hear(step), other.hear(step)]);
    if (one.currentTime > before[0]) sounded[0] += step;
    if (other.currentTime > before[1]) sounded[1] += step;
    await vi.advanceTimersByTimeAsync(step * 1_000);
  }
}
const total = async () => (await page.credited()).reduce((sum, ms) => sum + ms, 0);

describe("two elements", () => {
  it("lead from one song into the next without silence, and count each moment once", async () => {
    page.player.playTrack(QUEUE, 0);
    await hear(178);
    expect([other.src, other.paused]).toEqual(["/fresh/two/normal?ahead=10", true]);
    await hear(12);
    expect(page.given.state).toMatchObject({ index: 1, playing: true, waiting: false });
    expect([page.given.audio.paused, other.paused]).toEqual([true, false]);
    page.player.close();
    const [first = 0, second = 0] = await page.credited();
    expect(first).toBeGreaterThan(179_000);
    expect(second).toBeGreaterThan(9_000);
    expect(await total()).toBeLessThanOrEqual(190_000);
  });

  it("fade into each other, and the time of the fade is credited once", async () => {
    page.given.crossfade = 6;
    page.player.playTrack(QUEUE, 0);
    await hear(176);
    expect([page.given.audio.paused, other.paused, page.given.state.index]).toEqual([false, false, 1]);
    const volumes = [page.given.audio.volume, other.volume];
    expect(volumes.every((volume) => volume > 0.1 && volume < 0.8)).toBe(true);
    await hear(24);
    expect([page.given.audio.paused, other.volume]).toEqual([true, 0.8]);
    page.player.close();
    expect(sounded[0] + sounded[1]).toBeGreaterThan(204);
    expect(await total()).toBeGreaterThan(199_000);
    expect(await total()).toBeLessThanOrEqual(200_000);
  });

  it("make songs equally loud as far as the volume has room, each its own while they fade", async () => {
    page.given.crossfade = 6;
    const gains = [-6, 12, undefined];
    page.player.playTrack(QUEUE.map((track, index) => ({ ...track, gainDb: gains[index] })), 0);
    await hear(170);
    // 6 dB less are half of it.
    expect(page.given.audio.volume).toBeCloseTo(0.8 * 0.501, 3);
    page.player.fade(0.5);
    expect(page.given.audio.volume).toBeCloseTo(0.4 * 0.501, 3);
    page.player.fade(1);
    await hear(7);
    expect(page.given.state.index).toBe(1);
    const [falling, rising] = [page.given.audio.volume, other.volume];
    expect(falling ** 2 / (0.8 * 0.501) ** 2 + rising ** 2).toBeCloseTo(1, 1);
    await hear(10);
    // Nothing is ever louder than the whole: 12 dB more have room for 1.25 times 0.8.
    expect(other.volume).toBe(1);
    page.player.setVolume(20);
    expect(other.volume).toBeCloseTo(0.2 * 3.981, 3);
    page.given.levelsSongs = false;
    page.player.level();
    expect(other.volume).toBeCloseTo(0.2, 6);
    page.given.levelsSongs = true;
    page.player.next();
    await hear(1);
    expect([page.given.audio, other].find(({ paused }) => !paused)?.volume).toBeCloseTo(0.2, 6);
  });

  it("do not fade within an album, nor where the phone has one volume for both", async () => {
    page.given.crossfade = 6;
    page.player.playTrack(QUEUE.map((track) => ({ ...track, album: "One" })), 0);
    await hear(178);
    expect(page.given.state.index).toBe(0);
    page.player.playTrack(QUEUE, 0);
    Object.defineProperty(other, "volume", { get: () => 1, set() {} });
    await hear(178);
    expect(page.given.state.index).toBe(0);
  });

  it("stop both at a pause and at a press on Next, and the meter with them", async () => {
    page.given.crossfade = 6;
    page.player.playTrack(QUEUE, 0);
    await hear(176);
    page.player.pause();
    await hear(20);
    expect([page.given.audio.paused, other.paused]).toEqual([true, true]);
    page.player.play();
    await hear(5);
    page.player.next();
    await hear(1);
    expect([page.given.audio, other].filter(({ paused }) => !paused)).toHaveLength(1);
    page.player.close();
    expect(await total()).toBeLessThanOrEqual(182_000);
  });

  it("leave a song that repeats, and one at whose end the listener sleeps, to end by itself", async () => {
    page.player.changeRepeat();
    page.player.playTrack(QUEUE, 0);
    await hear(178);
    expect(other.src).toBe("");
    page.player.changeRepeat();
    page.player.changeRepeat();
    page.player.choose({ stopsAfterTrack: true });
    await hear(5);
    expect([page.given.state.playing, other.src]).toEqual([false, ""]);
  });

  it("become one where the browser wants a tap for the second", async () => {
    page.player.playTrack(QUEUE, 0);
    other.needsTap = true;
    await hear(185);
    expect(page.given.state).toMatchObject({ index: 1, playing: true, error: null });
    expect([page.given.audio.src, page.given.audio.paused]).toEqual(["/fresh/two/normal?ahead=10", false]);
    await hear(180);
    expect(page.given.state).toMatchObject({ index: 2, playing: true, error: null });
  });
});
