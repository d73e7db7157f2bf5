import "../../testing/indexed_db.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeDevice, FakeFetch } from "./testing/fake_device.ts";
import type { FakeService } from "./testing/fake_service.ts";
import { ADA, BOLA, givenSession, givenTab, listen, PLAY, settle, storedIn } from "./testing/given.ts";
import { givenPhone } from "./testing/given_phone.ts";

const MINUTE = 60_000;

let device: FakeDevice;
let service: FakeService;
let reach: FakeFetch;
let loseNetwork: () => void;

beforeEach(() =>
  void ({ device, service, reach, loseNetwork } = givenPhone({ "token-ada": "ada", "token-bola": "bola" }))
);

describe("the outbox and who is logged in", () => {
  it("stops at a 401 and sends again once the same user has a new token", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    service.tokens.delete("token-ada");
    await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ waiting: 1, blocked: 1 });
    device.advance(60 * MINUTE);
    await settle(tab);
    expect(service.requests).toHaveLength(1);
    service.tokens.set("token-ada-2", "ada");
    await tab.outbox.setReporter({ userId: "ada", reportToken: "token-ada-2" });
    expect(await settle(tab)).toMatchObject({ waiting: 0, blocked: 0, earnedSince: 0.2 });
  });

  it("does not block rows that got a new token while the old one was being refused", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    service.tokens.set("token-ada-2", "ada");
    service.tokens.delete("token-ada");
    device.fetch = async (url, init) => {
      device.fetch = reach;
      await tab.outbox.setReporter({ userId: "ada", reportToken: "token-ada-2" });
      return reach(url, init);
    };
    await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ waiting: 0, blocked: 0 });
  });

  it("sends the plays of a user who has logged out, under that user's own token", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    loseNetwork();
    const adasPlay = await listen(tab, device);
    await tab.outbox.setReporter(undefined);
    expect(await settle(tab)).toMatchObject({ userId: undefined, waiting: 0, othersWaiting: 1 });
    await tab.outbox.setReporter(BOLA);
    const bolasPlay = await listen(tab, device);
    expect(await settle(tab)).toMatchObject({ userId: "bola", waiting: 1, othersWaiting: 1 });
    device.fetch = reach;
    device.advance(15 * MINUTE);
    expect(await settle(tab)).toMatchObject({ waiting: 0, othersWaiting: 0, earnedSince: 0.2 });
    expect(service.plays.get(adasPlay)?.userId).toBe("ada");
    expect(service.plays.get(bolasPlay)?.userId).toBe("bola");
    expect(service.requests.every(({ plays }) => plays.length === 1)).toBe(true);
    expect(service.faults).toEqual([]);
  });

  it("keeps an open session for its own user when another logs in", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: MINUTE });
    await tab.outbox.setReporter(BOLA);
    await session.end();
    await settle(tab);
    expect(service.plays.get(session.row.playId)?.userId).toBe("ada");
  });

  it("goes on showing what waits when the same user gets a new token, and nothing of it to another", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    loseNetwork();
    await listen(tab, device);
    await settle(tab);
    const again = tab.outbox.setReporter({ ...ADA, reportToken: "token-ada-2" });
    expect(tab.outbox.snapshot().waiting).toBe(1);
    await again;
    const other = tab.outbox.setReporter(BOLA);
    expect(tab.outbox.snapshot()).toMatchObject({ userId: "bola", waiting: 0 });
    await other;
  });

  it("shows nobody the refused plays of another user", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    service.unknownTracks.add(PLAY.trackId);
    await listen(tab, device);
    expect((await settle(tab)).dead).toHaveLength(1);
    await tab.outbox.setReporter(BOLA);
    expect((await settle(tab)).dead).toEqual([]);
  });

  it("forgets the token of a user who is gone once nothing of theirs waits", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    loseNetwork();
    await listen(tab, device);
    await tab.outbox.setReporter(undefined);
    expect(await storedTokens()).toEqual(["token-ada"]);
    device.fetch = reach;
    device.advance(15 * MINUTE);
    await settle(tab);
    await tab.outbox.setReporter(undefined);
    expect(await storedTokens()).toEqual([]);
  });

  it("keeps nothing of what a user who is gone has heard and earned once all of it was sent", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    await listen(tab, device);
    loseNetwork();
    await listen(tab, device);
    expect(await storedIn("receipts")).toHaveLength(1);
    await tab.outbox.setReporter(undefined);
    await settle(tab);
    expect(await storedIn("receipts")).toHaveLength(1);
    device.fetch = reach;
    device.advance(15 * MINUTE);
    await settle(tab);
    await tab.outbox.setReporter(undefined);
    expect(JSON.stringify([await storedIn("receipts"), await storedIn("meta")])).not.toMatch(/\bada\b/);
  });

  it("keeps nothing of a play that the log-out itself has ended and sent", async () => {
    const tab = await givenTab(device, { reporter: ADA });
    const session = givenSession(tab, { device, ms: MINUTE });
    const ended = session.end();
    await tab.outbox.setReporter(undefined);
    await ended;
    await settle(tab);
    await expect.poll(() => storedIn("receipts")).toEqual([]);
    expect(service.plays.get(session.row.playId)?.userId).toBe("ada");
    await tab.outbox.setReporter(ADA);
    expect(await settle(tab)).toMatchObject({ waiting: 0, earnedSince: 0.2 });
  });

  it("opens no session for a visitor", async () => {
    const tab = await givenTab(device);
    expect(tab.outbox.sessions.begin(PLAY)).toBeUndefined();
  });
});

async function storedTokens(): Promise<string[]> {
  return (await storedIn("meta")).flatMap((row) => row.kind === "reporter" ? [row.reportToken] : []);
}
