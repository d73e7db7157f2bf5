import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { owedBy } from "../../../projections/wallet/debts.ts";
import { newId } from "../../contract/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import { sized } from "../../testing/proof.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { payUnknown } from "../../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";
import { answerProposal } from "../../testing/waiting_proposals.ts";
import { collectDebts } from "../debt/debts.ts";
import { checkProvider } from "../pause/watch.ts";
import { reconcile } from "../reconciliation/reconcile.ts";
import { workMoney } from "../withdrawal/reactions.ts";
import { bookLost } from "./book.ts";

let test: TestWallet;
let ada: TestPerson;
let bola: TestPerson;
let money: { stop(): Promise<void> };
beforeAll(async () => {
  test = await openTestWallet({ faults: { webhooksLost: true, settleAfterMs: 0 }, openingBalanceKobo: 500_000_000 });
  [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
});
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

/** The provider has it, and Orin paid no one: nothing books it, and the reconciliation still names it. */
let unpaid = "";

const owes = ({ userId }: TestPerson) =>
  owedBy(test.world.deps.store.sql, { shard: test.world.deps.shardOf(userId), userId });
const available = async (who: TestPerson) => (await test.moneyOf(who)).available;
async function differences() {
  const found = await reconcile({ ...test.world.deps, log: () => {} }, lagosDay(test.world.deps.now()));
  return found.map(({ kind, subject }) => `${kind} ${subject}`);
}

it("what two sides settled is taken from whom it paid, the rest is owed, and the books agree again", async () => {
  const who = await test.person({ tokens: 60 });
  const reference = await payUnknown(test, 10_000);
  await checkProvider(test.world.deps);
  expect(await differences()).toEqual([`payout_unknown ${reference}`]);
  const settle = (by: TestPerson, body: object = {}) =>
    test.call(by, "POST", "/api/v1/admin/payouts/lost", {
      body: { reference, reason: "We saw the bank slip", ...body },
    });
  expect((await settle(ada, { userId: newId() })).status).toBe(404);
  const proposed = await settle(ada, { userId: who.userId });
  expect(proposed.body.lostPayouts).toMatchObject([{ reference, isProposed: true }]);
  expect([await available(who), await owes(who)]).toEqual([6_000, 0]);
  const answer = await answerProposal(
    (method, path, body) => test.call(bola, method, path, { body }),
    { kind: "lost_payout", subject: reference },
    "confirm",
  );
  expect(answer.status).toBe(200);
  await test.world.settle();
  await eventually("the lost payout to be booked", async () => [await available(who), await owes(who)])
    .toEqual([0, 4_000]);
  expect(await differences()).toEqual([]);
  expect(await test.total()).toBe(0);
});

it("what the provider did not pay is not taken, and what is in progress is asked about again", async () => {
  const who = await test.person({ tokens: 100 });
  const deps = { ...test.world.deps, log: () => {} };
  const failed = await payUnknown(test, 10_000);
  unpaid = failed;
  test.sandbox.settle(failed, "failed");
  await bookLost(deps, { reference: failed, userId: who.userId });
  expect(await available(who)).toBe(10_000);
  test.sandbox.faults.set({ settleAfterMs: null });
  const slow = await payUnknown(test, 10_000);
  await expect(bookLost(deps, { reference: slow, userId: who.userId })).rejects.toThrow("in progress");
  test.sandbox.settle(slow, "success");
  await bookLost(deps, { reference: slow, userId: who.userId });
  expect(await available(who)).toBe(0);
  test.sandbox.faults.clear();
});

it("lost payouts of any sum, booked in any order and twice, keep every sum", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(700),
      fc.array(fc.integer({ min: 100, max: 250 }), { minLength: 1, maxLength: 4 }),
      async (tokens, payouts) => {
        const who = await test.person({ tokens });
        const references = [];
        for (const one of payouts) references.push(await payUnknown(test, one * 100));
        const { deps } = test.world;
        const book = (reference: string) => bookLost(deps, { reference, userId: who.userId });
        await Promise.all([...references, ...references.toReversed()].map(book));
        await collectDebts(deps);
        const paid = payouts.reduce((sum, one) => sum + one * 100, 0);
        const left = await available(who);
        expect(left).toBe(Math.max(0, tokens * 100 - paid));
        expect(left - await owes(who)).toBe(tokens * 100 - paid);
        expect(await test.total()).toBe(0);
      },
    ),
    { numRuns: sized(3, 12) },
  );
  expect((await differences()).filter((one) => one !== `payout_unknown ${unpaid}`)).toEqual([]);
});
