import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { FIRST_POLICY, type Policy } from "../../contract/policy_rules.ts";
import { ledgerAccounts, readBalances, readTotal } from "../../ledger/accounts.ts";
import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { ledgerCheck } from "../../ledger/verify.ts";
import { verify } from "../../store/chain/verify.ts";
import { KeptReads } from "../../store/projections/kept_reads.ts";
import type { Store } from "../../store/store.ts";
import { sized } from "../../testing/proof.ts";
import { openTestStore, type TestStore } from "../../testing/store.ts";
import { plays } from "../../../projections/listening/plays.ts";
import { policies } from "../../../projections/admin/policies.ts";
import { settling, settlingQueue } from "../../../projections/wallet/settling.ts";
import { repayments } from "../../../projections/wallet/debts.ts";
import { disputes } from "../../../projections/payments/disputes.ts";
import { lostPayouts } from "../../../projections/wallet/lost_payouts.ts";
import { gifts } from "../../../projections/gifts/gifts.ts";
import { takenRoyalties } from "../../../projections/royalties/taken_royalties.ts";
import { withdrawals } from "../../../projections/wallet/withdrawals.ts";
import { freeze, release } from "./freeze.ts";
import { whatSettles } from "./reads.ts";
import { settleDue } from "./settle.ts";
import { voidRewards } from "./void.ts";

const HOUR_MS = 3_600_000;
const SETTLING_MS = FIRST_POLICY.settlingMs;
const START = Date.UTC(2026, 5, 10, 12);
const by = "user:00000000-0000-7000-8000-000000000001";
const projections = [
  ledgerAccounts,
  policies,
  plays,
  settling,
  settlingQueue,
  gifts,
  withdrawals,
  repayments,
  takenRoyalties,
  disputes,
  lostPayouts,
];

let now = START;
let test: TestStore;
let other: Store;
beforeAll(async () => {
  test = await openTestStore({ projections, now: () => now });
  other = test.another();
  await changePolicy(FIRST_POLICY);
});
afterAll(() => test[Symbol.asyncDispose]());

const depsOn = (store: Store) => (
  { store, shardOf: () => 0, now: () => now, kept: new KeptReads(store.sql, [policies]) }
);

/** A reward as plays book it: each play with its units. */
async function reward(userId: string, units: Readonly<Record<string, number>>): Promise<void> {
  const amount = Object.values(units).reduce((sum, one) => sum + one, 0);
  const transfer = {
    ...{ transferId: newId(), code: "reward" },
    entries: [{ account: REWARD_POOL, amount: -amount }, { account: settlingAccount(userId), amount }],
    detail: { plays: Object.entries(units).map(([playId, one]) => [playId, one, 1]) },
  };
  await test.store.execute(postTransfer, { shard: 0, transfer }, {
    logs: ["ledger/0"],
    metadata: { actor: "system:test" },
  });
}

async function settle(): Promise<void> {
  await test.store.settle();
  await settleDue(depsOn(test.store));
}

async function moneyOf(userId: string): Promise<number[]> {
  const accounts = [settlingAccount(userId), availableAccount(userId)];
  return [...(await readBalances(test.store.sql, 0, accounts)).values()];
}

async function setSettlingMs(settlingMs: number): Promise<void> {
  const { length } = await test.store.readStream("social", "policy");
  await changePolicy({ ...FIRST_POLICY, version: length + 1, effectiveFrom: new Date(now).toISOString(), settlingMs });
}

async function changePolicy(policy: Policy): Promise<void> {
  const changed = { type: "PolicyChanged" as const, data: { policy, reason: "A test" } };
  await test.store.appendToStream("social", "policy", [changed], { metadata: { actor: by } });
}

describe("rewards", () => {
  it("settle when their time is over, in one transfer, and not before", async () => {
    const userId = newId();
    await reward(userId, { [newId()]: 5 });
    now += HOUR_MS;
    await reward(userId, { [newId()]: 7 });
    now += SETTLING_MS - HOUR_MS - 1;
    await settle();
    expect(await moneyOf(userId)).toEqual([12, 0]);
    now += 1;
    await settle();
    expect(await moneyOf(userId)).toEqual([7, 5]);
    expect(await whatSettles(depsOn(test.store), userId)).toMatchObject({ units: 7, nextAt: now + HOUR_MS });
    now += HOUR_MS;
    await settle();
    expect(await moneyOf(userId)).toEqual([0, 12]);
    const events = await test.store.readStream("ledger/0", `settling/${userId}`);
    expect(events).toHaveLength(2);
  });

  it("settle once, by two processes at the same moment", async () => {
    const people = Array.from({ length: 8 }, () => newId());
    for (const userId of people) for (let index = 0; index < 3; index++) await reward(userId, { [newId()]: 3 });
    now += SETTLING_MS;
    await test.store.settle();
    await Promise.all([test.store, other, test.store, other].map((store) => settleDue(depsOn(store))));
    for (const userId of people) {
      expect(await moneyOf(userId)).toEqual([0, 9]);
      expect(await test.store.readStream("ledger/0", `settling/${userId}`)).toHaveLength(1);
    }
  });

  it("of a frozen listener wait, and settle after the release", async () => {
    const userId = newId();
    await freeze(depsOn(test.store), { userId, reason: "We check", by });
    await reward(userId, { [newId()]: 5 });
    now += 2 * SETTLING_MS;
    await settle();
    expect(await moneyOf(userId)).toEqual([5, 0]);
    expect(await whatSettles(depsOn(test.store), userId)).toMatchObject({ units: 5, frozen: { reason: "We check" } });
    await release(depsOn(test.store), { userId, reason: "All is well", by });
    await settle();
    expect(await moneyOf(userId)).toEqual([0, 5]);
  });

  it("are voided by play, by day and up to a moment, each once", async () => {
    const userId = newId();
    const [one, two, three] = [newId(), newId(), newId()];
    const deps = depsOn(test.store);
    const asked = { userId, reason: "Not heard", by };
    await reward(userId, { [one]: 5, [two]: 7 });
    const at = now;
    now += 24 * HOUR_MS;
    await reward(userId, { [three]: 11 });
    expect(await voidRewards(deps, { ...asked, what: { plays: [one] } })).toEqual({ units: 5 });
    expect(await voidRewards(deps, { ...asked, what: { plays: [one] } })).toEqual({ units: 0 });
    expect(await voidRewards(deps, { ...asked, what: { through: at } })).toEqual({ units: 7 });
    expect(await moneyOf(userId)).toEqual([11, 0]);
    now += SETTLING_MS;
    await settle();
    expect(await moneyOf(userId)).toEqual([0, 11]);
    expect(await voidRewards(deps, { ...asked, what: {} })).toEqual({ units: 0 });
  });

  it("are either settled or voided when both come at once", async () => {
    for (let round = 0; round < 10; round++) {
      const userId = newId();
      await reward(userId, { [newId()]: 5 });
      now += SETTLING_MS;
      await test.store.settle();
      const [, { units }] = await Promise.all([
        settleDue(depsOn(test.store)),
        voidRewards(depsOn(other), { userId, reason: "Not heard", by, what: {} }),
      ]);
      await settle();
      expect(await moneyOf(userId)).toEqual([0, 5 - units]);
    }
  });

  it("keep the settling time under which they were recorded", async () => {
    const userId = newId();
    await reward(userId, { [newId()]: 5 });
    now += HOUR_MS;
    await setSettlingMs(0);
    await reward(userId, { [newId()]: 7 });
    await settle();
    expect(await moneyOf(userId)).toEqual([5, 7]);
    await setSettlingMs(SETTLING_MS);
    now += HOUR_MS;
    await reward(userId, { [newId()]: 11 });
    now += SETTLING_MS - 2 * HOUR_MS;
    await settle();
    expect(await moneyOf(userId)).toEqual([11, 12]);
    now += 2 * HOUR_MS;
    await settle();
    expect(await moneyOf(userId)).toEqual([0, 23]);
  });
});

const step = fc.record({
  kind: fc.constantFrom("reward", "pass", "settle", "void", "freeze", "release"),
  user: fc.nat(2),
  units: fc.integer({ min: 1, max: 50 }),
  hours: fc.integer({ min: 0, max: 60 }),
});

it("agree with a simple model after any history, and the books prove themselves", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
      const people = [newId(), newId(), newId()].map((userId) => ({
        ...{ userId, isFrozen: false, available: 0 },
        rewards: [] as { at: number; units: number }[],
      }));
      const deps = depsOn(test.store);
      for (const { kind, user, units, hours } of steps) {
        const person = people[user] ?? expect.fail("nobody");
        const { userId } = person;
        const asked = { userId, reason: "A test", by };
        if (kind === "pass") now += hours * HOUR_MS;
        if (kind === "reward") {
          await reward(userId, { [newId()]: units });
          person.rewards.push({ at: now, units });
        }
        if (kind === "freeze" || kind === "release") {
          await (kind === "freeze" ? freeze : release)(deps, asked);
          person.isFrozen = kind === "freeze";
        }
        if (kind === "void") {
          const through = now - hours * HOUR_MS;
          const gone = person.rewards.filter(({ at }) => at <= through);
          const sum = gone.reduce((all, one) => all + one.units, 0);
          expect(await voidRewards(deps, { ...asked, what: { through } })).toEqual({ units: sum });
          person.rewards = person.rewards.filter(({ at }) => at > through);
        }
        if (kind !== "settle") continue;
        await settle();
        for (const one of people.filter(({ isFrozen }) => !isFrozen)) {
          const due = one.rewards.filter(({ at }) => at + SETTLING_MS <= now);
          one.available += due.reduce((all, { units }) => all + units, 0);
          one.rewards = one.rewards.filter((reward) => !due.includes(reward));
        }
      }
      for (const { userId, available, rewards } of people) {
        expect(await moneyOf(userId)).toEqual([rewards.reduce((all, { units }) => all + units, 0), available]);
      }
    }),
    {
      numRuns: sized(5, 40),
      interruptAfterTimeLimit: 20_000,
      ...(Deno.env.get("ORIN_SEED") ? { seed: Number(Deno.env.get("ORIN_SEED")) } : {}),
    },
  );
  expect(await readTotal(test.store.sql)).toBe(0);
  const proof = await verify({ url: test.serviceUrl, projections, checks: [ledgerCheck], full: true });
  expect(proof.problems).toEqual([]);
});
