import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { readBalances, readTotal } from "../../ledger/accounts.ts";
import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { runScript } from "../../testing/kills.ts";
import { openTestStore, TEST_KEY, TEST_SECRET, type TestStore } from "../../testing/store.ts";
import type { PayerOrder, PayerTask } from "../../testing/faults/payer.ts";
import { projections } from "../../../projections/mod.ts";
import { undoDecisions } from "./give_back.ts";
import { settleDue } from "./settle.ts";
import { voidRewards } from "./void.ts";

const SCRIPT = new URL("../../testing/faults/payer.ts", import.meta.url);
const NOBODY = { baseUrl: "http://127.0.0.1:9", secretKey: "sk_test_nobody" };
const UNITS = 7;
/** Before, while and after its one call. */
const BOUNDARIES = [1, 2, 3];

let ahead = 0;
let test: TestStore;
beforeAll(async () => void (test = await openTestStore({ projections, now: () => Date.now() + ahead })));
afterAll(() => test[Symbol.asyncDispose]());

/** A process of its own that does a task after the settling time, and is killed with -9 at a boundary of it. */
async function live(task: PayerTask, boundary: number): Promise<void> {
  const order: PayerOrder = {
    ...{ url: test.serviceUrl, secret: TEST_SECRET, fingerprintKey: [...TEST_KEY], boundary, task, provider: NOBODY },
    aheadMs: task.does === "settleRewards" ? FIRST_POLICY.settlingMs : ahead,
  };
  expect((await runScript(SCRIPT, order)).wasKilled).toBe(true);
}

async function rewarded(): Promise<string> {
  const userId = newId();
  const transfer = {
    ...{ transferId: newId(), code: "reward" },
    entries: [{ account: REWARD_POOL, amount: -UNITS }, { account: settlingAccount(userId), amount: UNITS }],
  };
  const options = { logs: ["ledger/0"] as const, metadata: { actor: "system:test" } };
  await test.store.execute(postTransfer, { shard: 0, transfer }, options);
  return userId;
}

/** Nothing is returned to people who are erased, so these have accounts. */
async function registered(userId: string): Promise<void> {
  const person = { firstName: "", lastName: "", email: "", phone: "", address: "", passwordHash: "" };
  const data = { ...person, userId, role: "listener" as const, emailHash: userId };
  const event = { type: "UserRegistered" as const, data };
  await test.store.appendToStream("social", `user/${userId}`, [event], { metadata: { actor: "system:test" } });
}

async function moneyOf(userId: string): Promise<number[]> {
  return [...(await readBalances(test.store.sql, 0, [settlingAccount(userId), availableAccount(userId)])).values()];
}

it("settles each reward once, or voids it once, over a kill -9 at every step", async () => {
  const voided = await Promise.all(BOUNDARIES.map(rewarded));
  for (const [index, userId] of voided.entries()) await live({ does: "voidRewards", userId }, BOUNDARIES[index] ?? 0);
  const [before, , after] = await Promise.all(voided.map(moneyOf));
  expect([before, after]).toEqual([[UNITS, 0], [0, 0]]);

  const settled = await Promise.all(BOUNDARIES.map(rewarded));
  await test.store.settle();
  for (const boundary of BOUNDARIES) await live({ does: "settleRewards", userId: "" }, boundary);
  ahead = FIRST_POLICY.settlingMs;
  for (let round = 0; round < 2; round++) {
    await test.store.settle();
    await settleDue({ store: test.store, now: () => Date.now() + ahead });
  }
  for (const userId of settled) {
    expect(await moneyOf(userId)).toEqual([0, UNITS]);
    expect(await test.store.readStream("ledger/0", `settling/${userId}`)).toHaveLength(1);
  }
  for (const userId of voided) expect((await moneyOf(userId))[0]).toBe(0);
  expect(await readTotal(test.store.sql)).toBe(0);
});

it("returns what was voided once, over a kill -9 at every step", async () => {
  const people = await Promise.all(BOUNDARIES.map(rewarded));
  await Promise.all(people.map(registered));
  const task = people.map((userId) => ({ does: "returnRewards" as const, userId, appealId: newId() }));
  const deps = { store: test.store, shardOf: () => 0 };
  for (const userId of people) await voidRewards(deps, { userId, what: {}, reason: "Not heard", by: "system:test" });
  for (const [index, boundary] of BOUNDARIES.entries()) await live(task[index] ?? expect.fail(), boundary);
  const [before, , after] = await Promise.all(people.map(moneyOf));
  expect([before, after]).toEqual([[0, 0], [0, UNITS]]);
  for (const { userId, appealId } of task) {
    const through = Date.now() + ahead;
    await undoDecisions(deps, { userId, appealId, through, reason: "They listened", by: "system:test" });
    expect(await moneyOf(userId)).toEqual([0, UNITS]);
  }
  expect(await readTotal(test.store.sql)).toBe(0);
});
