import "../../testing/indexed_db.ts";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeDevice } from "./testing/fake_device.ts";
import { FakeService } from "./testing/fake_service.ts";
import { problem } from "./testing/problem.ts";
import { ADA, givenSession, givenTab, listen, PLAY, settle, storedIn, type Tab } from "./testing/given.ts";

const MINUTE = 60_000;

let device: FakeDevice;
let service: FakeService;
let calls: number;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  device = new FakeDevice();
  service = new FakeService();
  device.fetch = reach;
  calls = 0;
});

afterEach(() => {
  for (const context of [...device.contexts]) context.kill();
});

function reach(url: string, init: RequestInit): Promise<Response> {
  calls++;
  return Promise.resolve(service.answer(init, { now: device.wall, url }));
}

/** Every request is answered with this. */
function answerWith(response: () => Response): void {
  device.fetch = () => {
    calls++;
    return Promise.resolve(response());
  };
}

function loseNetwork(): void {
  device.fetch = () => {
    calls++;
    return Promise.reject(new TypeError("Failed to fetch"));
  };
}

/** A tab with `count` plays that could not be sent, because there was surely no network. */
async function givenWaiting(count: number): Promise<Tab> {
  const tab = await givenTab(device, { reporter: ADA });
  device.online = false;
  for (let play = 0; play < count; play++) {
    const session = givenSession(tab, { device, ms: 2_000 });
    // As long as the segments below take.
    device.advance(17_101);
    session.take({ listenedMs: 2_020, segments: Array.from({ length: 20 }, (_, index) => [index * 1_000, 101]) });
    await session.end();
  }
  await settle(tab);
  expect(calls).toBe(0);
  device.online = true;
  return tab;
}

describe("the flusher", () => {
  it("sends what waits from before the clock was set back as something past, also from a new page", async () => {
    const tab = await givenWaiting(1);
    tab.context.kill();
    device.wall -= 10 * MINUTE;
    await settle(await givenTab(device, { reporter: ADA }));
    const waited = service.requests.map(({ sentAt, plays: [play] }) => sentAt - (play?.startedAt ?? 0));
    expect(waited).toEqual([19_101]);
  });

  it("sends at most 100 rows and 32 KB at once, the oldest first", async () => {
    const tab = await givenWaiting(130);
    await tab.outbox.flush();
    expect(service.plays.size).toBe(130);
    const sizes = service.requests.map(({ plays }) => plays.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(Math.max(...service.requests.map(({ bytes }) => bytes))).toBeLessThanOrEqual(33 * 1024);
    const starts = service.requests.flatMap(({ plays }) => plays.map((play) => play.startedAt));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
  });

  it("sends one row alone by the documented call, and takes its whole answer over", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const playId = await listen(tab, device, 60_000);
    expect(service.requests.map(({ url }) => url)).toEqual([`/api/v1/play/${PLAY.trackId}`]);
    expect(service.faults).toEqual([]);
    const { receipts: [receipt] } = await settle(tab);
    expect(receipt).toMatchObject({ playId, status: "accepted", tokens: 0.2, listenedMs: 60_000 });
  });

  it("sends one row alone as a batch when its own call refuses it", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    for (const status of [400, 404, 413, 422]) {
      device.fetch = (url, init) => url.includes("/play/") ? Promise.resolve(problem(status)) : reach(url, init);
      await listen(tab, device);
      expect(await storedIn("outbox")).toEqual([]);
    }
    expect(service.plays.size).toBe(4);
  });

  it("blocks one row alone when its token is not taken, and asks again when the service is busy", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    device.fetch = () => Promise.resolve(problem(401));
    await listen(tab, device);
    expect(await storedIn("outbox")).toMatchObject([{ state: "blocked", lastError: "http_401" }]);
    await tab.outbox.setReporter({ ...ADA, reportToken: "token-ada-2" });
    device.fetch = () => Promise.resolve(problem(503));
    await settle(tab);
    expect(await storedIn("outbox")).toMatchObject([{ state: "waiting", lastError: "http_503" }]);
  });

  it("halves a batch that is too much until it passes", async () => {
    const tab = await givenWaiting(20);
    device.fetch = (url, init) =>
      JSON.parse(String(init.body)).plays.length > 3 ? Promise.resolve(problem(413)) : reach(url, init);
    await tab.outbox.flush();
    expect(service.plays.size).toBe(20);
    expect(await storedIn("outbox")).toEqual([]);
  });

  it("lets one row that nobody takes hold up no other", async () => {
    const tab = await givenWaiting(9);
    const poisoned = (await storedIn("outbox"))[4]?.id ?? "";
    device.fetch = (url, init) =>
      String(init.body).includes(poisoned) ? Promise.resolve(problem(400)) : reach(url, init);
    await tab.outbox.flush();
    expect(await storedIn("outbox")).toMatchObject([{ id: poisoned, state: "waiting", lastError: "http_400" }]);
  });

  it("works in one tab or worker at a time", async () => {
    const tab = await givenWaiting(5);
    const other = await givenTab(device, { reporter: ADA });
    let open = 0;
    let most = 0;
    device.fetch = async (url, init) => {
      most = Math.max(most, ++open);
      for (let tick = 0; tick < 20; tick++) await new Promise((resolve) => setImmediate(resolve));
      open--;
      return reach(url, init);
    };
    await Promise.all([tab.outbox.flush(), other.outbox.flush(), tab.outbox.flush()]);
    expect(most).toBe(1);
    expect(calls).toBe(1);
  });

  it("goes on in another tab when the one that holds the lock crashes", async () => {
    const tab = await givenWaiting(3);
    await new Promise<void>((isAsked) => {
      device.fetch = () => {
        isAsked();
        return new Promise(() => {});
      };
      void tab.outbox.flush();
    });
    device.fetch = reach;
    const other = await givenTab(device, { reporter: ADA });
    expect(await storedIn("outbox")).toHaveLength(3);
    tab.context.kill();
    await other.outbox.flush();
    expect(await storedIn("outbox")).toEqual([]);
  });

  it("does not ask a network that is surely not there", async () => {
    const tab = await givenWaiting(1);
    device.online = false;
    await tab.outbox.flush();
    expect(calls).toBe(0);
    device.online = true;
    device.advance(MINUTE);
    await tab.outbox.flush();
    expect(calls).toBe(1);
  });

  it("asks for a background sync while something waits", async () => {
    const tab = await givenWaiting(1);
    expect(device.syncs).toBeGreaterThan(0);
    await tab.outbox.flush();
    device.syncs = 0;
    await tab.outbox.flush();
    expect(device.syncs).toBe(0);
  });
});

describe("the flusher's patience", () => {
  it("doubles with every failure up to 15 minutes, and never ends", async () => {
    device.random = () => 1;
    const tab = await givenWaiting(1);
    loseNetwork();
    const waits: number[] = [];
    for (let failure = 0; failure < 14; failure++) {
      await tab.outbox.flush();
      const [row] = await storedIn("outbox");
      waits.push((row?.nextAttemptAt ?? 0) - device.wall);
      device.advance(waits.at(-1) ?? 0);
    }
    expect(waits.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(waits.slice(-4)).toEqual([15, 15, 15, 15].map((minutes) => minutes * MINUTE));
  });

  it("waits as long as the service asks, whatever else happens", async () => {
    const tab = await givenWaiting(1);
    answerWith(() => problem(503, { "retry-after": "120" }));
    await tab.outbox.flush();
    device.fetch = reach;
    device.advance(100_000);
    device.wake();
    tab.outbox.nudge();
    await listen(tab, device, 2_000);
    expect(calls).toBe(1);
    device.advance(20_000);
    await tab.outbox.flush();
    expect(await storedIn("outbox")).toEqual([]);
  });

  it("does not try every batch in turn when the service is down", async () => {
    const tab = await givenWaiting(130);
    answerWith(() => problem(500));
    await tab.outbox.flush();
    await tab.outbox.flush();
    expect(calls).toBe(1);
  });

  it("wakes by itself when the next row has its turn", async () => {
    const tab = await givenWaiting(1);
    loseNetwork();
    await tab.outbox.flush();
    device.fetch = reach;
    device.advance(1_000);
    await settle(tab);
    expect(calls).toBe(2);
    expect(await storedIn("outbox")).toEqual([]);
  });

  it("ends at once when another call got through, but not more often than every 10 s", async () => {
    device.random = () => 1;
    const tab = await givenWaiting(1);
    loseNetwork();
    for (let failure = 0; failure < 8; failure++) {
      await tab.outbox.flush();
      device.advance(2_000 * 2 ** failure);
    }
    await tab.outbox.flush();
    await settle(tab);
    const before = calls;
    device.fetch = reach;
    tab.outbox.nudge();
    await tab.outbox.flush();
    expect(calls).toBe(before);
    device.advance(10_000);
    await settle(tab);
    expect(calls).toBe(before + 1);
    expect(await storedIn("outbox")).toEqual([]);
  });
});
