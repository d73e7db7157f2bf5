import { afterAll, beforeAll, expect, it } from "vitest";
import { owedBy } from "../../../projections/wallet/debts.ts";
import { knownLostPayouts, lostPayoutSum } from "../../../projections/wallet/lost_payouts.ts";
import { newId } from "../../contract/ids.ts";
import { interceptCalls } from "../../testing/intercept_calls.ts";
import { payUnknown } from "../../testing/payouts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";
import { answerProposal } from "../../testing/waiting_proposals.ts";
import { workLostPayouts } from "../pause/reactions.ts";
import { checkProvider } from "../pause/watch.ts";
import { bookLost } from "./book.ts";

const PAYOUTS = "/api/v1/admin/payouts";

let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ shards: 3, faults: { webhooksLost: true, settleAfterMs: 0 } });
  workLostPayouts(test.world.deps);
  [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterAll(() => test[Symbol.asyncDispose]());

/** Two people with 100 tokens each, of different shards. */
async function ofTwoShards(): Promise<[TestPerson, TestPerson]> {
  const { shardOf } = test.world.deps;
  const [one, other] = [newId(), newId()];
  if (shardOf(one) === shardOf(other)) return await ofTwoShards();
  return [await test.person({ userId: one, tokens: 100 }), await test.person({ userId: other, tokens: 100 })];
}

/** What someone has left, and what they owe, in units. */
async function accountOf(who: TestPerson): Promise<[available: number, owed: number]> {
  const { store: { sql }, shardOf } = test.world.deps;
  const owed = await owedBy(sql, { shard: shardOf(who.userId), userId: who.userId });
  return [(await test.moneyOf(who)).available, owed];
}

const settle = (by: TestPerson, reference: string, whom?: TestPerson) =>
  test.call(by, "POST", `${PAYOUTS}/lost`, {
    body: { reference, reason: "We saw the bank slip", ...(whom && { userId: whom.userId }) },
  });

async function resume(): Promise<void> {
  const reason = "We looked at it";
  await test.call(ada, "POST", `${PAYOUTS}/reconcile`);
  await test.call(ada, "POST", `${PAYOUTS}/resume`, { body: { reason } });
  expect((await confirm(bola, { kind: "payout_resume", subject: "payouts" })).status).toBe(200);
}

function confirm(who: TestPerson, about: { kind: string; subject: string }) {
  return answerProposal((method, path, body) => test.call(who, method, path, { body }), about, "confirm");
}

it("a lost payout that was settled with one person is never settled with another, of another shard", async () => {
  const [who, other] = await ofTwoShards();
  const reference = await payUnknown(test, 10_000);
  const { deps } = test.world;
  // Another process has its lists before the payout is settled, and comes to its end after it was.
  const [listed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = interceptCalls(deps.store, ["execute"], async (call) => {
    listed.resolve();
    await ended.promise;
    return await call();
  });
  const slow = checkProvider({ ...deps, log: () => {}, store, restore: { ...deps.restore, away: new Set() } });
  await listed.promise;

  await checkProvider({ ...deps, log: () => {} });
  expect((await settle(ada, reference, who)).status).toBe(200);
  expect((await confirm(bola, { kind: "lost_payout", subject: reference })).status).toBe(200);
  await resume();
  await test.world.settle();
  await eventually("the lost payout to be booked", () => accountOf(who)).toEqual([0, 0]);

  ended.resolve();
  await slow;
  expect((await test.call(ada, "GET", `${PAYOUTS}/pause`)).body).toMatchObject({ status: "running", lostPayouts: [] });
  expect((await settle(ada, reference, other)).status).toBe(404);
  expect((await settle(bola, reference, other)).status).toBe(404);
  await test.world.settle();
  expect(await accountOf(other)).toEqual([10_000, 0]);
  expect(await test.total()).toBe(0);
});

it("a lost payout that is in the books of one person is not booked against another, of another shard", async () => {
  const [who, other] = await ofTwoShards();
  const said: string[] = [];
  const deps = { ...test.world.deps, log: (line: string) => void said.push(line) };
  const before = await lostPayoutSum(deps.store.sql);
  const reference = await payUnknown(test, 12_000);
  await bookLost(deps, { reference, userId: who.userId });
  // As after a restore that has the ledger of the one and not what was settled.
  await bookLost(deps, { reference, userId: other.userId });
  expect([await accountOf(who), await accountOf(other)]).toEqual([[0, 2_000], [10_000, 0]]);
  expect(said).toEqual([expect.stringContaining(`${reference} is in the books already`)]);
  expect(await knownLostPayouts(deps.store.sql, [reference])).toEqual([reference]);
  expect(await lostPayoutSum(deps.store.sql) - before).toBeLessThan(24_000);
});
