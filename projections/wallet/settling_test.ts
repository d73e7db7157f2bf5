import { afterAll, describe, expect, it } from "vitest";
import { FIRST_POLICY } from "../../backend/contract/policy_rules.ts";
import { newId } from "../../backend/contract/ids.ts";
import type { EventKind } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import type { Sql } from "../../backend/store/sql.ts";
import { ledgerAccounts } from "../../backend/ledger/accounts.ts";
import { REWARD_POOL, settlingAccount } from "../../backend/ledger/chart.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { NOTHING_SETTLES } from "../../backend/wallet/settling/state.ts";
import type { RewardPart } from "../../backend/wallet/settling/events.ts";
import {
  dueListeners,
  hasVoided,
  readSettling,
  settling,
  settlingQueue,
  voidedOf,
  voidedOfEach,
  voidedOfPlays,
} from "./settling.ts";

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 5, 1, 12);
const [userId, other, play, second] = [newId(), newId(), newId(), newId()];
const ofUser = (type: string, data: object): EventKind => ({ type, data: { userId, ...data } }) as EventKind;
const frozen = ofUser("RewardsFrozen", { reason: "one phone" });
const released = ofUser("RewardsReleased", { reason: "a family" });
const part = (position: number, playId: string, units: number): RewardPart => [position, playId, units];
const voided = (...parts: RewardPart[]) =>
  ofUser("RewardsVoided", { units: 1, transferId: newId(), reason: "no sound", parts });
const back = (...parts: RewardPart[]) =>
  ofUser("RewardsGivenBack", { units: 1, transferId: newId(), appealId: newId(), parts });
const settled = (through: number, more: object = {}) =>
  ofUser("RewardsSettled", { units: 1, rewards: 1, transferId: newId(), through, beyond: [], seen: through, ...more });
/** A reward of so many units, as the ledger posts it. */
function reward(units: number, { code = "reward", of = userId } = {}): EventKind {
  const entries = [
    { account: REWARD_POOL, amount: -units, balance: -units },
    { account: settlingAccount(of), amount: units, balance: units },
  ];
  return { type: "TransferPosted", data: { transferId: newId(), code, entries, detail: {} } };
}

describe("settling", async () => {
  const test = await openTestProjection(settling as Projection, [ledgerAccounts as Projection]);
  afterAll(() => test[Symbol.asyncDispose]());
  const state = (events: (EventKind & { at?: number })[], shard = 0) =>
    test.given(events, async (tx) => (await readSettling(tx, shard, [userId, userId])).get(userId));

  it("has the rewards behind what has settled, with those of them that settled before their turn", async () => {
    const rewards = [reward(10), reward(20), reward(30, { code: "gift" }), reward(40), reward(50, { of: other })];
    const found = await state([...rewards, settled(1, { beyond: [4] })]);
    expect(found).toMatchObject({ through: 1, beyond: [4], frozen: undefined, voided: [] });
    expect(found?.rewards.map(({ position, units }) => [position, units])).toEqual([[2, 20], [4, 40]]);
    expect((await state([...rewards, settled(1, { beyond: [4] }), settled(4)]))?.rewards).toEqual([]);
    expect(await state([])).toEqual(NOTHING_SETTLES);
    expect(await state(rewards, 1)).toEqual(NOTHING_SETTLES);
  });

  it("freezes whether or not anything has settled, and settling moves no freeze", async () => {
    expect(await state([{ ...frozen, at: NOON }])).toMatchObject({
      through: 0,
      frozen: { since: NOON, reason: "one phone" },
    });
    expect(await state([settled(3), { ...frozen, at: NOON }, settled(5)])).toMatchObject({
      through: 5,
      frozen: { since: NOON },
    });
    expect((await state([frozen, released]))?.frozen).toBeUndefined();
    expect((await state([released]))?.frozen).toBeUndefined();
  });

  it("keeps what was voided behind what has settled, for the decision, and all of it for people", async () => {
    const [one, two] = [part(1, play, 5), part(2, second, 7)];
    const events = [voided(one, two), settled(1)];
    expect((await state(events))?.voided).toEqual([two]);
    const all = await test.given(events, (tx) => voidedOf(tx, 0, userId));
    expect(all).toMatchObject([
      { part: one, playId: play, units: 5, reason: "no sound", at: 0, givenBackAt: undefined },
      { part: two, playId: second },
    ]);
    expect(await test.given(events, (tx) => voidedOf(tx, 1, userId))).toEqual([]);
    expect([...(await test.given(events, (tx) => voidedOfEach(tx, 0, [userId, other]))).keys()]).toEqual([userId]);
  });

  it("marks what came back, and that alone", async () => {
    const [one, two] = [part(1, play, 5), part(2, play, 7)];
    const events = [voided(one, two), back(one)];
    expect((await test.given(events, (tx) => voidedOf(tx, 0, userId))).map(({ givenBackAt }) => givenBackAt))
      .toEqual([1, undefined]);
    expect(await test.given(events, (tx) => voidedOfPlays(tx, 0, [play, second]))).toEqual(
      [{ playId: play, units: 7, reason: "no sound", at: 0 }],
    );
    expect(await test.given(events, (tx) => voidedOfPlays(tx, 0, []))).toEqual([]);
    expect(await test.given(events, (tx) => hasVoided(tx, 0, userId))).toBe(true);
    expect(await test.given([...events, back(two)], (tx) => hasVoided(tx, 0, userId))).toBe(false);
  });

  it("refuses to void the same part of a reward twice", async () => {
    await expect(state([voided(part(1, play, 5)), voided(part(1, play, 5))])).rejects.toThrow("voided_rewards_pkey");
  });
});

describe("settlingQueue", async () => {
  const test = await openTestProjection(settlingQueue as Projection);
  afterAll(() => test[Symbol.asyncDispose]());
  const policy = (version: number, from: number, hours: number) => (
    { ...FIRST_POLICY, version, effectiveFrom: new Date(from).toISOString(), settlingMs: hours * HOUR_MS }
  );
  const policies = [policy(1, 0, 72)];
  const due = (events: (EventKind & { at?: number })[], now: number, more: object = {}) =>
    test.given(events, async (tx) => {
      const asked = { now, policies, after: undefined, limit: 5, ...more };
      return (await dueListeners(tx as Sql, asked)).map((one) => one.userId);
    });
  const at = (event: EventKind, hours: number) => ({ ...event, at: NOON + hours * HOUR_MS });
  const after = (hours: number) => NOON + hours * HOUR_MS;

  it.each<[string, (EventKind & { at?: number })[], number, boolean]>([
    ["not before the time is over", [at(reward(5), 0)], after(72) - 1, false],
    ["when the time is over", [at(reward(5), 0)], after(72), true],
    ["by the first reward", [at(reward(5), 0), at(reward(5), 50)], after(72), true],
    ["not by anything but a reward", [at(reward(5, { code: "gift" }), 0)], after(90), false],
    ["not when all has settled", [at(reward(5), 0), at(settled(1), 72)], after(900), false],
    [
      "by the next one that settles",
      [at(reward(5), 0), at(reward(5), 10), at(settled(1, { seen: 2, nextAt: after(10) }), 72)],
      after(82),
      true,
    ],
    [
      "not before that one",
      [at(reward(5), 0), at(reward(5), 10), at(settled(1, { seen: 2, nextAt: after(10) }), 72)],
      after(82) - 1,
      false,
    ],
    [
      "by one that came while the others were settled",
      [at(reward(5), 0), at(reward(5), 72), at(settled(1, { seen: 1 }), 72)],
      after(144),
      true,
    ],
    ["not while frozen", [at(reward(5), 0), at(frozen, 1)], after(90), false],
    ["once released", [at(reward(5), 0), at(frozen, 1), at(released, 2)], after(90), true],
    ["frozen before the first reward, not", [at(frozen, 0), at(reward(5), 1)], after(90), false],
  ])("finds who is due: %s", async (_when, events, now, isDue) => {
    expect(await due(events, now)).toEqual(isDue ? [userId] : []);
  });

  it("goes by the policy under which each reward was recorded", async () => {
    const two = [policy(2, after(10), 1), policy(1, 0, 72)];
    expect(await due([at(reward(5), 10)], after(11), { policies: two })).toEqual([userId]);
    expect(await due([at(reward(5), 9)], after(11), { policies: two })).toEqual([]);
    // One recorded later that settles sooner is due before the first.
    expect(await due([at(reward(5), 9), at(reward(5), 10)], after(11), { policies: two })).toEqual([userId]);
  });

  it("pages listeners of all shards, and keeps no row of one for whom nothing waits", async () => {
    const people = [newId(), newId(), newId()].sort();
    const there = (of: string) => ({ ...at(reward(5, { of }), 0), log: "ledger/1" as const });
    const events = [at(reward(5, { of: people[0] ?? "" }), 0), ...people.slice(1).map(there)];
    const first = await due(events, after(80), { limit: 2 });
    expect(first).toEqual(people.slice(0, 2));
    expect(await due(events, after(80), { after: { shard: 1, userId: people[1] } })).toEqual(people.slice(2));
    const rows = await test.given([reward(5), settled(1), frozen, released], (tx) => tx`select from settling_queue`);
    expect(rows).toEqual([]);
  });
});
