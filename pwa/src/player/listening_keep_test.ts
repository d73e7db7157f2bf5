import "../../testing/indexed_db.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ADA, storedIn } from "../outbox/testing/given.ts";
import { QUEUE } from "./testing/given.ts";
import { GivenPage } from "./testing/given_page.ts";

let page: GivenPage;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  globalThis.indexedDB = new IDBFactory();
  page = await GivenPage.open(ADA);
});

afterEach(() => vi.useRealTimers());

describe("listening keeps on the device", () => {
  it("what was heard, at least every 5 s and at once when it stops", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(14);
    await page.rest();
    expect((await storedIn("sessions"))[0]?.listenedMs).toBeGreaterThanOrEqual(9_000);
    page.player.pause();
    await page.hear(0.25);
    await page.rest();
    expect(await storedIn("sessions")).toMatchObject([{ listenedMs: 14_000 }]);
  });

  it("one play over a reload, from the place where it was", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(20);
    page.player.pause();
    await page.hear(0.25);
    await page.rest();
    page.context.kill();
    page = await GivenPage.open(ADA, page);
    page.player.restore({
      queue: QUEUE,
      index: 0,
      volume: 80,
      repeat: false,
      unshuffled: null,
      source: "songs",
      position: 20,
    });
    await page.listening.resume();
    page.player.play();
    await page.hear(15);
    page.player.close();
    expect(await page.credited()).toEqual([35_000]);
    const segments = page.service.requests.at(-1)?.plays[0]?.segments ?? [];
    expect(segments.reduce((sum, [, length]) => sum + length, 0)).toBe(35_000);
  });

  it.each<[string, () => void, number[]]>([
    ["not gone on with half an hour later", () => page.device.advance(31 * 60_000), [20_000, 15_000]],
    ["gone on with by a clock that was set back", () => page.device.wall -= 3_600_000, [35_000]],
  ])("a play that is %s", async (_name, happen, credited) => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(20);
    page.player.pause();
    await page.hear(0.25);
    await page.rest();
    page.context.kill();
    happen();
    page = await GivenPage.open(ADA, page);
    page.player.restore({
      queue: QUEUE,
      index: 0,
      volume: 80,
      repeat: false,
      unshuffled: null,
      source: "",
      position: 20,
    });
    await page.listening.resume();
    page.player.play();
    await page.hear(15);
    page.player.close();
    expect(await page.credited()).toEqual(credited);
  });

  it("a play whose track does not come back after a reload, as one that has ended", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(20);
    page.player.pause();
    await page.hear(0.25);
    await page.rest();
    page.context.kill();
    page = await GivenPage.open(ADA, page);
    await page.listening.resume();
    expect(await page.credited()).toEqual([20_000]);
  });
});

describe("listening reports before the end", () => {
  it("after 6 s, by the documented call, and once when the play counts", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(5.75);
    expect(await page.credited()).toEqual([]);
    await page.hear(0.25);
    expect(await page.credited()).toEqual([6_000]);
    expect(page.service.requests.map(({ url }) => url)).toEqual(["/api/v1/play/one"]);
    await page.hear(94);
    expect(await page.credited()).toEqual([30_000]);
    expect([...page.service.plays.values()]).toMatchObject([{ reports: 2 }]);
  });

  it("not after 6 s without a network: nothing waits then that would be sent short", async () => {
    page.device.online = false;
    page.player.playTrack(QUEUE, 0);
    await page.hear(10);
    await page.rest();
    expect(page.outbox.snapshot().waiting).toBe(0);
    page.device.online = true;
    await page.hear(0.25);
    expect(await page.credited()).toEqual([10_250]);
  });

  it("at most four times, the last of them at the end", async () => {
    page.player.playTrack(QUEUE, 0);
    for (let part = 0; part < 6; part++) {
      await page.hear(6);
      await page.rest();
      await page.hear(4);
      page.player.pause();
      await page.hear(0.25);
      await vi.advanceTimersByTimeAsync(300_000);
      await page.rest();
      page.player.play();
    }
    page.player.close();
    expect(await page.credited()).toEqual([60_000]);
    expect([...page.service.plays.values()]).toMatchObject([{ reports: 4 }]);
  });

  it("after a minute's pause, once", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(12);
    page.player.pause();
    await page.hear(0.25);
    expect(await page.credited()).toEqual([6_000]);
    await vi.advanceTimersByTimeAsync(300_000);
    expect(await page.credited()).toEqual([12_000]);
    expect([...page.service.plays.values()]).toMatchObject([{ reports: 2 }]);
  });

  it("when the page may end, by a request that outlives it", async () => {
    page.player.playTrack(QUEUE, 0);
    await page.hear(12);
    page.end();
    expect(page.context.keepalives).toHaveLength(1);
    page.end();
    expect(page.context.keepalives).toHaveLength(1);
    expect(await page.credited()).toEqual([12_000]);
  });

  it("so that the last report is always possible, however often the page is hidden", async () => {
    page.player.playTrack(QUEUE, 0);
    for (let hiding = 0; hiding < 12; hiding++) {
      await page.hear(6);
      await page.rest();
      await page.hear(6);
      page.end();
      await page.rest();
    }
    page.player.close();
    expect(await page.credited()).toEqual([144_000]);
    expect([...page.service.plays.values()]).toMatchObject([{ reports: 4 }]);
  });
});
