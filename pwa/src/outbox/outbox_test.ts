import "../../testing/indexed_db.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeDevice, FakeFetch } from "./testing/fake_device.ts";
import type { FakeService } from "./testing/fake_service.ts";
import { problem } from "./testing/problem.ts";
import { ADA, BOLA, changeRows, givenSession, givenTab, listen, PLAY, settle } from "./testing/given.ts";
import { givenPhone } from "./testing/given_phone.ts";

const MINUTE = 60_000;

let device: FakeDevice;
let service: FakeService;
let reach: FakeFetch;
let loseNetwork: () => void;

beforeEach(() => void ({ device, service, reach, loseNetwork } = givenPhone()));

describe("the outbox keeps a play when", () => {
  it("the network is lost before the request arrives", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    loseNetwork();
    const playId = await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ waiting: 1, waitingMs: MINUTE, earnedSince: 0 });
    device.fetch = reach;
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 0, earnedSince: 0.2 });
    expect(service.plays.get(playId)?.listenedMs).toBe(MINUTE);
  });

  it("the answer is lost after the service has credited it, and counts it once", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    device.fetch = async (url, init) => {
      await reach(url, init);
      throw new TypeError("Failed to fetch");
    };
    await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ waiting: 1 });
    device.fetch = reach;
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 0, earnedSince: 0.2 });
    expect(service.requests).toHaveLength(2);
    expect(service.tokensOf("ada")).toBe(0.2);
  });

  it.each([
    ["cut short", () => new Response('{"results":[{"playId')],
    ["the page of a hotspot's log-in", () => new Response("<html>Welcome</html>")],
    ["JSON of somebody else", () => Response.json({ ok: true })],
    ["null", () => Response.json(null)],
    ["silent about the play", () => Response.json({ results: [], newBalance: 1 })],
    ["in words of a newer service", (init: RequestInit) => {
      const [play] = JSON.parse(String(init.body)).plays;
      return Response.json({ results: [{ playId: play.playId, status: "postponed", tokens: 0 }], newBalance: 0 });
    }],
  ])("the answer is %s", async (_name, answer) => {
    const tab = await givenTab(device, { reporter: ADA });
    device.fetch = (_url, init) => Promise.resolve(answer(init));
    await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ waiting: 1, dead: [] });
    device.fetch = reach;
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 0 });
  });

  it.each([400, 404, 408, 409, 413, 422, 425, 429, 500, 502, 503, 504])("the service answers %i", async (status) => {
    const tab = await givenTab(device, { reporter: ADA });
    device.fetch = () => Promise.resolve(problem(status));
    await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ waiting: 1, blocked: 0, dead: [] });
    device.fetch = reach;
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 0 });
  });

  it("the request hangs: it is given up after 15 s", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    device.fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    await givenSession(tab, { device, ms: MINUTE }).end();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(tab.outbox.snapshot().waiting).toBe(1);
    device.fetch = reach;
    device.advance(15_000);
    await settle(tab);
    device.advance(2_000);
    expect(await settle(tab)).toMatchObject({ waiting: 0 });
  });

  it("its kind belongs to a newer version of the app", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    loseNetwork();
    await listen(tab, device);
    await changeRows((row) => ({ ...row, kind: "applause" }));
    device.fetch = reach;
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 1 });
    expect(service.requests).toHaveLength(0);
  });

  it("the device's clock is set back by a year", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    loseNetwork();
    await listen(tab, device);
    device.fetch = reach;
    device.wall -= 365 * 24 * 60 * MINUTE;
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 0 });
  });
});

describe("the outbox, when the service refuses a play", () => {
  it("moves it to the list that the user can see, with the reason, and does not send it again", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    service.unknownTracks.add(PLAY.trackId);
    const playId = await listen(tab, device);
    const { waiting, dead } = await settle(tab);
    expect(waiting).toBe(0);
    expect(dead).toMatchObject([{ id: playId, lastError: "unknown_track", track: PLAY.track }]);
    device.advance(60 * MINUTE);
    await settle(tab);
    // The call for one play knows no such track; the batch says why.
    expect(service.requests.map(({ url }) => url)).toEqual([`/api/v1/play/${PLAY.trackId}`, "/api/v1/plays"]);
  });

  it("keeps it visible for 30 days, over a restart", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    service.unknownTracks.add(PLAY.trackId);
    await listen(tab, device);
    tab.context.kill();
    device.advance(29 * 24 * 60 * MINUTE);
    const later = await givenTab(device, { reporter: ADA });
    expect((await settle(later)).dead).toHaveLength(1);
    later.context.kill();
    device.advance(2 * 24 * 60 * MINUTE);
    expect((await settle(await givenTab(device, { reporter: ADA }))).dead).toEqual([]);
  });

  it("leaves its neighbours in the batch alone", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    loseNetwork();
    await listen(tab, device);
    const other = givenSession(tab, { device, ms: MINUTE, play: { ...PLAY, trackId: "another" } });
    await other.end();
    await settle(tab);
    device.fetch = reach;
    service.unknownTracks.add(PLAY.trackId);
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 0, dead: [{ lastError: "unknown_track" }] });
    expect(service.plays.get(other.row.playId)?.listenedMs).toBe(MINUTE);
  });
});

describe("the outbox tells", () => {
  it("other tabs what has been earned, but only what came since they were opened", async () => {
    const first = await givenTab(device, { reporter: ADA });
    await listen(first, device);
    const second = await givenTab(device, { reporter: ADA });
    expect(second.outbox.snapshot().earnedSince).toBe(0);
    await listen(first, device);
    await settle(second);
    expect(second.outbox.snapshot()).toMatchObject({ earnedSince: 0.2, lastFlush: { userId: "ada" } });
    expect((await settle(first)).earnedSince).toBe(0.4);
  });

  it("a user the answers about the own plays, newest first, with their tracks", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    await listen(tab, device);
    const newest = await listen(tab, device);
    const { receipts } = await settle(tab);
    expect(receipts.map((receipt) => receipt.track.title)).toEqual([PLAY.track.title, PLAY.track.title]);
    expect(receipts[0]).toMatchObject({ playId: newest, status: "accepted", tokens: 0.2 });
    await tab.outbox.setReporter(BOLA);
    expect((await settle(tab)).receipts).toEqual([]);
  });

  it("its listeners, until they stop listening", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    let calls = 0;
    const stop = tab.outbox.subscribe(() => calls++);
    await listen(tab, device);
    expect(calls).toBeGreaterThan(0);
    stop();
    calls = 0;
    await listen(tab, device);
    expect(calls).toBe(0);
  });

  it("how far the device's clock is off", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    device.fetch = (url, init) => Promise.resolve(service.answer(init, { now: device.wall + 3_600_000, url }));
    await listen(tab, device);
    expect(tab.outbox.snapshot().clockOffsetMs).toBe(3_600_000);
  });
});
