import "../../testing/indexed_db.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeDevice, FakeFetch } from "./testing/fake_device.ts";
import type { FakeService } from "./testing/fake_service.ts";
import { ADA, givenSession, givenTab, hear, PLAY, settle } from "./testing/given.ts";
import { givenPhone } from "./testing/given_phone.ts";

const MINUTE = 60_000;

let device: FakeDevice;
let service: FakeService;
let reach: FakeFetch;
let loseNetwork: () => void;

beforeEach(() => void ({ device, service, reach, loseNetwork } = givenPhone()));

describe("the outbox and a play that grows", () => {
  it("keeps the newer sum when the answer is about the older one", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 30_000 });
    let ended: Promise<void> | undefined;
    device.fetch = async (url, init) => {
      device.fetch = reach;
      const response = await reach(url, init);
      hear(session, { device, ms: 30_000 });
      ended = session.end();
      await ended;
      return response;
    };
    await session.report();
    await settle(tab);
    await ended;
    expect(await settle(tab)).toMatchObject({ waiting: 0, earnedSince: 0.2 });
    expect(service.plays.get(session.row.playId)).toMatchObject({ listenedMs: MINUTE, reports: 2 });
  });

  it("replaces the payload of a row that waits, so that it travels once", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    device.online = false;
    const session = givenSession(tab, { device, ms: 30_000 });
    await session.report();
    hear(session, { device, ms: 30_000 });
    await session.end();
    expect(await settle(tab)).toMatchObject({ waiting: 1, waitingMs: MINUTE });
    device.online = true;
    device.wake();
    await settle(tab);
    expect(service.requests.flatMap(({ plays }) => plays.map((play) => play.listenedMs))).toEqual([MINUTE]);
  });

  it("gives a refused row another chance when it has grown", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    service.unknownTracks.add(PLAY.trackId);
    const session = givenSession(tab, { device, ms: 30_000 });
    await session.report();
    expect((await settle(tab)).dead).toHaveLength(1);
    service.unknownTracks.clear();
    hear(session, { device, ms: 30_000 });
    await session.end();
    expect(await settle(tab)).toMatchObject({ waiting: 0, dead: [] });
    expect(service.plays.get(session.row.playId)?.listenedMs).toBe(MINUTE);
  });

  it("says how much of it the service has not heard of yet", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 30_000 });
    await session.report();
    await settle(tab);
    loseNetwork();
    hear(session, { device, ms: 15_000 });
    await session.end();
    expect(await settle(tab)).toMatchObject({ waiting: 1, waitingMs: 15_000 });
  });
});
