import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import { deliver, type TestPerson } from "../../backend/testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../backend/testing/listeners.ts";
import { readEarned } from "../../backend/ledger/days.ts";
import { settlingAccount } from "../../backend/ledger/chart.ts";
import {
  countUnproven,
  devicesOf,
  devicesOfMany,
  evidenceByDay,
  evidenceByTrack,
  hoursIn,
  type Listener,
  type WholeEvidence,
  wholeEvidenceOf,
} from "./listening_evidence.ts";
import type { Report } from "../listening/plays.ts";

const MINUTE = 60_000;
const LOOP = { plays: 6, limit: 5 };
let test: TestListeners;
let trackId: string;
let otherId: string;

beforeAll(async () => {
  test = await openTestListeners();
  const { userId: ownerId } = await test.addArtist("Sikiru");
  ({ trackId } = await test.addTrack({ ownerId, durationMs: 10 * MINUTE }));
  ({ trackId: otherId } = await test.addTrack({ ownerId, durationMs: 10 * MINUTE }));
});
afterAll(() => test[Symbol.asyncDispose]());

async function report(who: TestPerson, plays: readonly object[]) {
  const rows = plays.map((play) => ({ playId: newId(), trackId, listenedMs: MINUTE, deviceId: "phone-1", ...play }));
  const body = { sentAt: test.now(), plays: rows };
  await deliver(test.world.deps, who.userId, [trackId, otherId]);
  const answer = await test.call("POST", "/api/v1/plays", { token: who.token, body });
  expect(answer.status).toBe(200);
  await test.world.settle();
  return rows;
}

it("does not follow a play to an end that no play can have", () => {
  const startedAt = Date.parse("2026-03-10T11:30:00Z");
  const said = { shard: 0, listenerId: "ada", startedAt, listenedMs: Number.MAX_SAFE_INTEGER } as Report;
  const days = hoursIn([said]);
  expect(days).toHaveLength(15);
  expect(days[0]).toMatchObject({ day: "2026-03-10", hours: (1 << 24) - (1 << 12) });
});

async function heardBy(listener: Listener, loop: typeof LOOP): Promise<WholeEvidence> {
  const whole = (await wholeEvidenceOf(test.world.deps.store.sql, [listener], loop)).get(listener.listenerId);
  if (!whole) throw new Error("The listener is missing");
  return whole;
}

it("adds up a listener's rewards by day, track and device, to the last unit of the books", async () => {
  const who = await test.addPerson();
  test.pass(3 * 60 * MINUTE);
  const from = test.now() - 150 * MINUTE;
  await report(who, [
    { startedAt: from },
    { startedAt: from + 5 * MINUTE, trackId: otherId, deviceId: "phone-2" },
    { startedAt: from + 65 * MINUTE, listenedMs: 2 * MINUTE },
    // Side by side with the one before: nothing of it is credited.
    { startedAt: from + 65 * MINUTE, trackId: otherId },
  ]);
  const { sql } = test.world.deps.store;
  const listener = { shard: 0, listenerId: who.userId };
  const units = await readEarned(sql, 0, { accounts: [settlingAccount(who.userId)], codes: ["reward"] });
  expect(units).toBeGreaterThan(0);
  const [days, tracks, devices] = [
    await evidenceByDay(sql, listener),
    await evidenceByTrack(sql, listener),
    await devicesOf(sql, listener),
  ];
  expect(await heardBy(listener, LOOP)).toMatchObject({
    days,
    tracks,
    proof: await countUnproven(sql, listener),
  });
  for (const rows of [days, tracks, devices]) expect(rows.reduce((sum, row) => sum + row.units, 0)).toBe(units);
  expect(days).toMatchObject([{
    day: lagosDay(from),
    plays: 4,
    claimedMs: 5 * MINUTE,
    creditedMs: 4 * MINUTE,
    hours: 2,
  }]);
  expect(tracks.map((row) => [row.trackId, row.plays])).toEqual([[trackId, 2], [otherId, 2]]);
  expect(devices.map((row) => [row.deviceId, row.plays])).toEqual([["phone-1", 3], ["phone-2", 1]]);
  expect((await heardBy(listener, LOOP)).reasons).toEqual([{
    reason: "overlap",
    plays: 1,
    lostMs: MINUTE,
  }]);
  expect(await countUnproven(sql, listener)).toEqual({ counted: 4, offline: 0, unproven: 4 });
});

it("counts a play once, however often it is reported, under the reason of its last report", async () => {
  const who = await test.addPerson();
  test.pass(30 * MINUTE);
  const startedAt = test.now() - 20 * MINUTE;
  const [play] = await report(who, [{ startedAt }]);
  await report(who, [{ startedAt: startedAt + MINUTE, trackId: otherId }]);
  await report(who, [{ ...play, listenedMs: 3 * MINUTE }]);
  const { sql } = test.world.deps.store;
  const listener = { shard: 0, listenerId: who.userId };
  expect((await evidenceByTrack(sql, listener)).find((row) => row.trackId === trackId))
    .toMatchObject({ plays: 1, claimedMs: 3 * MINUTE, creditedMs: 2 * MINUTE });
  expect((await heardBy(listener, LOOP)).reasons).toEqual([{
    reason: "overlap",
    plays: 1,
    lostMs: MINUTE,
  }]);
});

it("finds loops, and who else listens on a device", async () => {
  const [who, other] = [await test.addPerson(), await test.addPerson()];
  test.pass(60 * MINUTE);
  const times = Array.from({ length: 6 }, (_, index) => ({ startedAt: test.now() - (50 - 5 * index) * MINUTE }));
  await report(who, times.map((time) => ({ ...time, deviceId: "tablet-shared" })));
  await report(other, [{ startedAt: test.now() - 5 * MINUTE, deviceId: "tablet-shared" }]);
  const { sql } = test.world.deps.store;
  const listener = { shard: 0, listenerId: who.userId };
  expect((await heardBy(listener, LOOP)).loops).toMatchObject([{ trackId, plays: 6 }]);
  expect((await heardBy(listener, { ...LOOP, plays: 7 })).loops).toEqual([]);
  expect((await devicesOf(sql, listener)).map(({ deviceId, others }) => [deviceId, others]))
    .toEqual([["tablet-shared", [other.userId]]]);
  const both = [listener, { shard: 0, listenerId: other.userId }];
  const devices = await devicesOfMany(sql, both);
  const whole = await wholeEvidenceOf(sql, both, LOOP);
  for (const [one, shares] of [[who, other], [other, who]] as const) {
    const own = { shard: 0, listenerId: one.userId };
    expect(whole.get(one.userId)).toEqual(await heardBy(own, LOOP));
    expect(devices.get(one.userId)?.map(({ others }) => others)).toEqual([[shares.userId]]);
  }
});
