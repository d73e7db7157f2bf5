import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeAccount, reopenAccount } from "../../accounts/closing/close.ts";
import { suspend, unsuspend } from "../../accounts/account/suspend.ts";
import { newId } from "../../contract/ids.ts";
import type { PlayBatchAnswer } from "../../contract/listening.ts";
import { deliver, type TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";

const DAY_MS = 86_400_000;
const LATEST = 253_402_300_799_999;

describe("play reports of somebody who means harm", () => {
  let test: TestListeners;
  let trackId: string;
  beforeAll(async () => {
    test = await openTestListeners();
    const { userId: ownerId } = await test.addArtist("Sikiru");
    ({ trackId } = await test.addTrack({ ownerId, durationMs: 60_000 }));
  });
  afterAll(() => test[Symbol.asyncDispose]());

  const play = (more: object = {}) => ({
    ...{ playId: newId(), trackId, startedAt: test.now() - 50_000, listenedMs: 45_000 },
    ...more,
  });
  const addListener = async () => {
    const who = await test.addPerson();
    test.pass(20 * DAY_MS);
    await deliver(test.world.deps, who.userId, [trackId]);
    return await test.logIn(who);
  };
  const report = (who: Pick<TestPerson, "token">, plays: readonly object[], sentAt = test.now()) =>
    test.call("POST", "/api/v1/plays", { token: who.token, body: { sentAt, plays } });

  it("are refused alone where their times are impossible, wherever the device's clock stands", async () => {
    const who = await addListener();
    const ancient = test.now() - 300 * DAY_MS;
    const rows = [
      play(),
      play({ startedAt: Number.MAX_SAFE_INTEGER }),
      play({ startedAt: LATEST }),
      play({ startedAt: 0 }),
      play({ listenedMs: Number.MAX_SAFE_INTEGER }),
      play({ startedAt: ancient, segments: [[test.now() - 300_000 - ancient, 45_000]] }),
      play({ startedAt: test.now() - 200_000, segments: [[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]] }),
    ];
    // Extreme clocks are believed as they are; one more row begins right now.
    for (const [sentAt, refused] of [[test.now(), 6], [0, 5], [LATEST, 4]]) {
      const { status, body } = await report(who, rows, sentAt);
      const { results, newBalance } = body as PlayBatchAnswer;
      expect(status).toBe(200);
      expect(results.filter((result) => result.status === "refused")).toHaveLength(refused ?? 0);
      expect(newBalance).toBe(0.15);
    }
    await test.world.settle();
  });

  it("earn no more than a day's cap by naming days that were long ago, or before the account", async () => {
    const who = await test.addPerson();
    test.pass(3 * 3_600_000);
    await deliver(test.world.deps, who.userId, [trackId]);
    const { token } = await test.logIn(who);
    const rowsOf = (lastsMs: (index: number) => number) =>
      Array.from({ length: 30 }, (_, index) => {
        const heardAt = test.now() - (index + 2) * 120_000;
        return play({ startedAt: heardAt - lastsMs(index), segments: [[lastsMs(index), 60_000]], listenedMs: 60_000 });
      });
    // No play lasts for days.
    expect((await report({ token }, rowsOf((index) => (index + 1) * DAY_MS))).body).toMatchObject({ newBalance: 0 });
    // One track on the one day that the account has seen: its length, 60 s.
    expect((await report({ token }, rowsOf(() => 3_600_000))).body).toMatchObject({ newBalance: 0.2 });
  });

  it("spend no caps of past days on a day whose own are used up", async () => {
    const who = await addListener();
    const heard = (heardAt: number, lastsMs: number) =>
      play({ startedAt: heardAt - lastsMs, segments: [[lastsMs, 60_000]], listenedMs: 60_000 });
    expect((await report(who, [heard(test.now() - 100_000, 0)])).body).toMatchObject({ newBalance: 0.2 });
    test.pass(10 * 60_000);
    const again = [0, 3, 10].map((days) => heard(test.now() - (days + 2) * 120_000, days * DAY_MS));
    const { results, newBalance } = (await report(who, again)).body as PlayBatchAnswer;
    expect([results.map(({ reason }) => reason), newBalance]).toEqual([["already_earned", "invalid", "invalid"], 0.2]);
  });

  it("may tell their time in fractions, and get 400 where it is none", async () => {
    const { token } = await addListener();
    const said = { startedAt: test.now() - 40_000.5, listenedMs: 30_000.4, sentAt: test.now() - 9_999.5 };
    const single = (body: object) => test.call("POST", `/api/v1/play/${trackId}`, { token, body });
    expect(await single(said)).toMatchObject({ status: 200, body: { status: "accepted" } });
    for (const sentAt of [1e300, -1e15, Number.MAX_SAFE_INTEGER]) {
      expect((await single({ ...said, sentAt })).status).toBe(400);
    }
  });

  it("are not taken of who is shut out or has left, although the report token goes on, and are afterwards", async () => {
    const { userId } = await addListener();
    const { deps } = test.world;
    const { token } = await deps.tokens.signReport(userId);
    const metadata = { actor: "system:test" };
    const answer = async () => {
      test.pass(10_000);
      const { status, body: { code } } = await report({ token }, [play()]);
      return [status, code];
    };
    const suspension = { userId, adminId: newId(), reason: "Bots" };
    expect(await answer()).toEqual([200, undefined]);
    await suspend(deps, suspension, { metadata });
    expect(await answer()).toEqual([403, "account_suspended"]);
    await unsuspend(deps, suspension, { metadata });
    expect(await answer()).toEqual([200, undefined]);
    await closeAccount(deps, { userId, by: "owner", metadata });
    expect(await answer()).toEqual([403, "account_closed"]);
    await reopenAccount(deps, { userId, by: "owner", metadata });
    expect(await answer()).toEqual([200, undefined]);
  });
});
