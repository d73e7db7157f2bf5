import "../../testing/indexed_db.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ADA, BOLA } from "../outbox/testing/given.ts";
import { keepOneSound, OneSound } from "./one_sound.ts";
import { FakeLocks } from "./testing/fake_locks.ts";
import { QUEUE } from "./testing/given.ts";
import { GivenPage } from "./testing/given_page.ts";

let page: GivenPage;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  globalThis.indexedDB = new IDBFactory();
  page = await GivenPage.open(ADA);
});

afterEach(() => vi.useRealTimers());

describe("listening counts", () => {
  it("what was heard of a track, when the next is chosen", async () => {
    page.player.playTrack(QUEUE, 0, "songs");
    await page.hear(42);
    page.player.next();
    expect(await page.credited()).toEqual([42_000]);
    const [report] = page.service.requests.at(-1)?.plays ?? [];
    expect(report).toMatchObject({ trackId: "one", source: "songs", quality: "normal", offline: false });
    expect(report?.heard).toEqual([[0, 42]]);
  });

  it("a track to its end, and the next as a play of its own", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(200);
    page.player.close();
    expect(await page.credited()).toEqual([180_000, 20_000]);
  });

  it("at every speed no more than the clock, and of a fast song no more than it took", async () => {
    page.player.setSpeed(2);
    page.player.playTrack(QUEUE, 0);
    await page.hear(30);
    expect(page.player.position.get()).toBeCloseTo(60);
    page.player.setSpeed(0.5);
    await page.hear(20);
    page.player.setSpeed(2);
    await page.hear(60);
    page.player.close();
    // 30 s at 2 and 20 s at 0.5 leave 110 s of the song, which take 55 s; the next one began on a fresh clock.
    expect(await page.credited()).toEqual([105_000, 5_000]);
    expect(page.given.asked.slice(0, 1)).toEqual(["one normal 2×"]);
  });

  it("every round of a repeated track as a play of its own", async () => {
    page.player.changeRepeat();
    page.player.playTrack(QUEUE, 0);
    await page.hear(200);
    page.player.close();
    expect(await page.credited()).toEqual([180_000, 20_000]);
  });

  it("one play of what was heard before and after another tab played", async () => {
    const locks = new FakeLocks();
    keepOneSound(page.player, locks);
    const other = new OneSound(locks, { taken() {}, free() {} });
    page.player.playTrack(QUEUE, 0);
    await page.hear(20);
    other.take();
    await page.hear(600);
    page.player.play();
    await page.hear(15);
    page.player.close();
    expect(await page.credited()).toEqual([35_000]);
  });

  it("no pause and no seek", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(10);
    page.player.seek(100);
    await page.hear(10);
    page.player.pause();
    await page.hear(600);
    page.player.play();
    await page.hear(10);
    page.player.close();
    expect(await page.credited()).toEqual([30_000]);
  });

  it("what is heard after half an hour of silence as a play of its own", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(10);
    page.player.pause();
    await page.hear(29 * 60);
    page.player.play();
    await page.hear(10);
    page.player.pause();
    await page.hear(31 * 60);
    page.player.play();
    await page.hear(15);
    page.player.close();
    expect(await page.credited()).toEqual([20_000, 15_000]);
  });

  it("no time before a seek by the browser that nobody has looked at", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(10);
    page.device.advance(60_000);
    page.given.audio.currentTime = 100;
    await page.hear(10);
    page.player.close();
    expect(await page.credited()).toEqual([20_000]);
  });

  it("what is muted: how loud it is, is the listener's choice", async () => {
    page.player.setVolume(0);
    page.player.playTrack(QUEUE, 0);
    await page.hear(10);
    page.player.close();
    expect(await page.credited()).toEqual([10_000]);
  });

  it("one play over a failure of the network, and nothing of the silence", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(20);
    page.given.audio.fail(2);
    await page.hear(20);
    page.player.close();
    const [heard] = await page.credited();
    expect(page.service.plays.size).toBe(1);
    expect(heard).toBeGreaterThan(39_000);
    expect(heard).toBeLessThanOrEqual(40_000);
  });

  it("a saved copy as offline", async () => {
    page.given.saved.set("one", "/saved/one");
    page.player.playTrack(QUEUE, 0);
    await page.hear(10);
    page.player.close();
    await page.rest();
    expect(page.service.requests.at(-1)?.plays).toMatchObject([{ offline: true }]);
  });

  it("under a label that the service takes, whatever the screen was called", async () => {
    page.player.playTrack(QUEUE, 0, `search?q=Ìfẹ́ ${"x".repeat(90)}`);
    await page.hear(10);
    page.player.close();
    await page.rest();
    expect(page.service.requests.at(-1)?.plays[0]?.source).toMatch(/^search-q[\w.:-]{1,56}$/);
  });

  it("nothing for a visitor, and from the log-in on for who logs in", async () => {
    await page.outbox.setReporter(undefined);
    page.player.playTrack(QUEUE, 0);
    await page.hear(20);
    await page.outbox.setReporter(ADA);
    await page.hear(15);
    page.player.close();
    expect(await page.credited()).toEqual([15_000]);
  });

  it("for each of two users what that one heard of the same track", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(20);
    await page.outbox.setReporter(BOLA);
    await page.hear(15);
    page.player.close();
    expect(await page.credited()).toEqual([20_000, 15_000]);
    expect([...page.service.plays.values()].map((play) => play.userId)).toEqual(["ada", "bola"]);
  });
});
