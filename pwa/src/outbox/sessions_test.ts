import "../../testing/indexed_db.ts";
import { MAX_REPORTS_PER_PLAY } from "@contract/policy.ts";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeDevice } from "./testing/fake_device.ts";
import { FakeService } from "./testing/fake_service.ts";
import { ADA, givenSession, givenTab, hear, settle, storedIn } from "./testing/given.ts";

let device: FakeDevice;
let service: FakeService;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  device = new FakeDevice();
  service = new FakeService();
  device.fetch = (url, init) => Promise.resolve(service.answer(init, { now: device.wall, url }));
});

describe("a session whose tab", () => {
  it("crashes is paid up to its last checkpoint, at the next start", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    await session.checkpoint();
    hear(session, { device, ms: 4_000 });
    tab.context.kill();
    await settle(await givenTab(device));
    expect(service.plays.get(session.row.playId)).toMatchObject({ userId: "ada", listenedMs: 40_000 });
    expect(await storedIn("sessions")).toEqual([]);
  });

  it("crashes is also paid by the worker", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    await session.checkpoint();
    tab.context.kill();
    const { openOutbox } = await import("./outbox.ts");
    const worker = await openOutbox(device.start("worker").effects);
    await worker.flush();
    expect(service.plays.get(session.row.playId)?.listenedMs).toBe(40_000);
  });

  it("still lives is left alone by others", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    await session.checkpoint();
    await settle(await givenTab(device, { reporter: ADA }));
    expect(service.requests).toEqual([]);
    expect(await storedIn("sessions")).toHaveLength(1);
  });

  it("is reloaded goes on under the same play", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    await session.checkpoint();
    tab.context.kill();
    const reloaded = await givenTab(device, { reporter: ADA, memory: tab.memory });
    const [resumed] = await reloaded.outbox.sessions.resumable();
    if (!resumed) throw new Error("Nothing to resume");
    expect(resumed.row).toMatchObject({ playId: session.row.playId, listenedMs: 40_000 });
    expect(await reloaded.outbox.sessions.resumable()).toEqual([]);
    hear(resumed, { device, ms: 20_000 });
    await resumed.end();
    await settle(reloaded);
    expect([...service.plays.values()]).toMatchObject([{ listenedMs: 60_000, reports: 1 }]);
  });

  it("was duplicated belongs to the first of the two", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    await session.checkpoint();
    const twin = await givenTab(device, { reporter: ADA, memory: { ...tab.memory } });
    expect(await twin.outbox.sessions.resumable()).toEqual([]);
    await settle(twin);
    expect(await storedIn("sessions")).toHaveLength(1);
  });
});

describe("a session", () => {
  it("of less than a second is dropped", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    await givenSession(tab, { device, ms: 999 }).end();
    expect(await settle(tab)).toMatchObject({ waiting: 0 });
    expect(service.requests).toEqual([]);
    expect(await storedIn("sessions")).toEqual([]);
  });

  it("never says less than before, and nothing after its end", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    session.take({ listenedMs: 30_000, segments: [[0, 30_000]] });
    expect(session.row.listenedMs).toBe(40_000);
    await session.end();
    hear(session, { device, ms: 10_000 });
    await Promise.all([session.checkpoint(), session.report(), session.part(), session.end()]);
    await settle(tab);
    expect([...service.plays.values()]).toMatchObject([{ listenedMs: 40_000, reports: 1 }]);
    expect(await storedIn("sessions")).toEqual([]);
  });

  it("reports at most four times, its last report among them, over any number of reloads", async () => {
    let tab = await givenTab(device, { reporter: ADA });
    let session = givenSession(tab, { device, ms: 10_000 });
    for (let reload = 0; reload < 6; reload++) {
      hear(session, { device, ms: 10_000 });
      await session.report();
      await settle(tab);
      tab.context.kill();
      tab = await givenTab(device, { reporter: ADA, memory: tab.memory });
      session = (await tab.outbox.sessions.resumable())[0] ?? session;
    }
    await session.end();
    await settle(tab);
    expect([...service.plays.values()]).toMatchObject([{ listenedMs: 70_000, reports: MAX_REPORTS_PER_PLAY }]);
    expect(service.faults).toEqual([]);
  });

  it("spends no report on less than a second more", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 30_000 });
    await session.report();
    hear(session, { device, ms: 900 });
    await session.report();
    expect(session.row.reports).toBe(1);
  });

  it("that the device could not store at its end is stored when it can again", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 30_000 });
    await session.checkpoint();
    const working = globalThis.indexedDB;
    tab.context.handle?.close();
    globalThis.indexedDB = brokenFactory();
    await session.end();
    await tab.outbox.flush();
    expect(tab.outbox.snapshot().storageFailed).toBe(true);
    globalThis.indexedDB = working;
    device.advance(60_000);
    await settle(tab);
    expect(tab.outbox.snapshot().storageFailed).toBe(false);
    expect(service.plays.get(session.row.playId)?.listenedMs).toBe(30_000);
  });
});

describe("a session at the end of its page", () => {
  it("is checkpointed and sent before anything is awaited", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    await session.checkpoint();
    hear(session, { device, ms: 4_000 });
    void session.part();
    const [request] = tab.context.keepalives;
    expect(JSON.parse(String(request?.body))).toMatchObject({ listenedMs: 44_000 });
    expect(new Headers(request?.headers).get("authorization")).toBe("Bearer token-ada");
  });

  it("keeps its row until the answer is there, and settles it if the page lives on", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    await settle(tab);
    const session = givenSession(tab, { device, ms: 40_000 });
    let isOpen = false;
    device.fetch = async (url, init) => {
      while (!isOpen) await new Promise((resolve) => setImmediate(resolve));
      return service.answer(init, { now: device.wall, url });
    };
    const parted = session.part();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await storedIn("outbox")).toHaveLength(1);
    isOpen = true;
    await parted;
    await settle(tab);
    expect(await storedIn("outbox")).toEqual([]);
    expect(await storedIn("sessions")).toHaveLength(1);
    expect(service.requests).toHaveLength(1);
  });

  it("only checkpoints when its reports are used up, so that one is left for the end", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 10_000 });
    for (let hiding = 0; hiding < 6; hiding++) {
      hear(session, { device, ms: 10_000 });
      await session.part();
      await settle(tab);
    }
    expect(tab.context.keepalives).toHaveLength(MAX_REPORTS_PER_PLAY - 1);
    expect((await storedIn("sessions"))[0]?.listenedMs).toBe(70_000);
  });

  it("is never sent under another user's token", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: 40_000 });
    await tab.outbox.setReporter({ userId: "bola", reportToken: "token-bola" });
    await session.part();
    await settle(tab);
    expect(tab.context.keepalives).toEqual([]);
    expect(service.plays.get(session.row.playId)?.userId).toBe("ada");
    expect(service.faults).toEqual([]);
  });
});

/** A browser whose database does not open. */
function brokenFactory(): IDBFactory {
  const factory = new IDBFactory();
  factory.open = () => {
    throw new DOMException("Backing store error", "UnknownError");
  };
  return factory;
}
