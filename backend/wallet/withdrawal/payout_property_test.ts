import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sized } from "../../testing/proof.ts";
import { dyingAt, foldWithdrawal, passUnclear, TEST_BANK } from "../../testing/payouts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import type { AnswerFaultName } from "../../adapters/payments/sandbox/faults.ts";
import { withdrawalsOf } from "../../../projections/wallet/withdrawals.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { lagosDay } from "../../contract/policy.ts";
import { advancePayout, sweepPayouts } from "./payout.ts";
import { reconcile } from "../reconciliation/reconcile.ts";
import { cancel } from "./review.ts";
import { workMoney } from "./reactions.ts";

const FUNDED = 400;
const AT_REST = ["completed", "failed", "rejected", "cancelled", "reversed"];
const FAULTS = ["commit-then-500", "commit-then-html", "commit-then-cut", "500", "429", "html"] as const;
const STATUSES = ["pending", "success", "failed", "reversed", "on-the-moon", "otp"] as const;

/** One step of a person. The numbers choose among what there is. */
type Step =
  | { readonly who: "user"; readonly does: "withdraw" | "cancel" }
  | { readonly who: "admin"; readonly does: "approve" | "reject"; readonly which: 0 | 1 }
  | { readonly who: "provider"; readonly says: typeof STATUSES[number] }
  | { readonly who: "network"; readonly breaks: AnswerFaultName; readonly path: string }
  | { readonly who: "service"; readonly does: "sweep" | "wait" | "restart" }
  | { readonly who: "killed"; readonly at: number }
  | { readonly who: "balance"; readonly is: "short" | "full" };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: fc.constant("user"), does: fc.constantFrom("withdraw", "cancel") }) },
  {
    weight: 5,
    arbitrary: fc.record({
      who: fc.constant("admin"),
      does: fc.constantFrom("approve", "approve", "approve", "reject"),
      which: fc.constantFrom(0, 1),
    }),
  },
  { weight: 4, arbitrary: fc.record({ who: fc.constant("provider"), says: fc.constantFrom(...STATUSES) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      who: fc.constant("network"),
      breaks: fc.constantFrom(...FAULTS),
      path: fc.constantFrom("/transfer", "/transfer/verify/*", "/transferrecipient"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ who: fc.constant("service"), does: fc.constantFrom("sweep", "sweep", "wait", "restart") }),
  },
  { weight: 2, arbitrary: fc.record({ who: fc.constant("killed"), at: fc.integer({ min: 1, max: 14 }) }) },
  { weight: 1, arbitrary: fc.record({ who: fc.constant("balance"), is: fc.constantFrom("short", "full") }) },
) as fc.Arbitrary<Step>;

let test: TestWallet;
let money: { stop(): Promise<void> };
beforeAll(async () => {
  // Notices come doubled and out of order all the time.
  test = await openTestWallet({ faults: { webhooksDoubled: true, webhooksReordered: true } });
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
});
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

describe("users, admins, the provider, its notices, the sweeper and the network in any order", () => {
  it("conserve all money, pay nobody twice, and everything ends", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 14 }), run),
      { numRuns: sized(3, 12), endOnFailure: true },
    );
  });
});

/** Steps of one group happen at the same time. */
async function run(groups: readonly (readonly Step[])[]): Promise<void> {
  const who = await test.person({ tokens: FUNDED });
  const admins = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  test.sandbox.topUp(50_000_000 - test.sandbox.state().balanceKobo);
  for (const group of groups) await Promise.all(group.map((one) => take(one, who, admins)));
  await bringToAnEnd(who);
  await checkBooks(who);
}

async function take(step: Step, who: TestPerson, admins: readonly TestPerson[]): Promise<void> {
  const [newest] = await withdrawalsOf(test.world.deps.store.sql, who.userId, 1);
  switch (step.who) {
    case "user": {
      const body = { amount: 100, bankDetails: TEST_BANK };
      if (step.does === "withdraw") await test.call(who, "POST", "/api/v1/withdraw", { body });
      else if (newest) await test.call(who, "POST", `/api/v1/withdrawals/${newest.withdrawalId}/cancel`);
      return;
    }
    case "admin": {
      const path = step.does === "approve" ? "approve-payment-automatic" : "reject-payment";
      const admin = admins[step.which];
      if (newest && admin) await test.call(admin, "GET", `/api/v1/admin/payments/${newest.withdrawalId}/case`);
      if (newest && admin) await test.call(admin, "POST", `/api/v1/${path}/${newest.withdrawalId}`);
      return;
    }
    case "provider": {
      const transfer = test.sandbox.state().transfers.find(({ key }) => key === newest?.reference);
      // What was paid can be reversed; it cannot have failed.
      const isPossible = transfer?.status !== "success" || step.says !== "failed";
      if (transfer?.key && isPossible) test.sandbox.settle(transfer.key, step.says);
      return;
    }
    case "network":
      return test.sandbox.faults.set({ answers: [{ fault: step.breaks, path: step.path }] });
    case "service":
      if (step.does === "wait") return passUnclear(test);
      return await sweepPayouts(step.does === "restart" ? test.world.another().deps : test.world.deps);
    case "killed":
      if (newest) {
        await advancePayout(dyingAt(test.world.deps, step.at).deps, newest.withdrawalId).catch(() => undefined);
      }
      return;
    case "balance": {
      const { balanceKobo } = test.sandbox.state();
      return test.sandbox.topUp((step.is === "short" ? 5_000 : 50_000_000) - balanceKobo);
    }
  }
}

/** The provider makes up its mind, the sweeper continues, the user cancels what was not decided. */
async function bringToAnEnd(who: TestPerson): Promise<void> {
  test.sandbox.faults.clear();
  test.sandbox.topUp(50_000_000 - test.sandbox.state().balanceKobo);
  const { deps } = test.world;
  for (let round = 0; round < 4; round++) {
    passUnclear(test);
    await test.world.settle();
    await sweepPayouts(deps);
    for (const row of await withdrawalsOf(deps.store.sql, who.userId, 100)) {
      const transfer = test.sandbox.state().transfers.find(({ key }) => key === row.reference);
      const isOpen = transfer && ["pending", "received", "otp", "on-the-moon"].includes(transfer.status);
      if (transfer?.key && isOpen) test.sandbox.settle(transfer.key, "success");
      // Also what came to an end before the provider changed its mind is heard of: by its notice, or at night.
      if (row.reference !== undefined) await advancePayout(deps, row.withdrawalId);
      if (row.status === "pending_review" || row.status === "awaiting_second_approval") {
        // A session lasts a day; this takes its owner's place.
        const { withdrawalId } = row;
        await cancel(deps, { withdrawalId, userId: who.userId, metadata: { actor: "user:owner" } }).catch(() =>
          undefined
        );
      }
    }
  }
}

async function checkBooks(who: TestPerson): Promise<void> {
  const { sql } = test.world.deps.store;
  const rows = await withdrawalsOf(sql, who.userId, 100);
  const states = await Promise.all(rows.map((row) => foldWithdrawal(test, row.withdrawalId)));
  const owed = states.filter((state) => state?.funds === "owed").length * 10_000;
  for (const state of states) {
    if (state?.funds !== "owed") expect(AT_REST).toContain(state?.status);
  }
  const references = new Set(rows.map((row) => row.reference));
  const transfers = test.sandbox.state().transfers.filter(({ key }) => key !== null && references.has(key));
  expect(new Set(transfers.map(({ key }) => key)).size).toBe(transfers.length);
  const paid = transfers.filter(({ status }) => status === "success").reduce((sum, { amount }) => sum + amount, 0);
  const { available, reserved } = await test.moneyOf(who);
  expect(reserved).toBe(0);
  expect(available + paid).toBe(FUNDED * 100 + owed);
  expect(await test.total()).toBe(0);
  const differences = await reconcile({ ...test.world.deps, log: () => {} }, lagosDay(test.world.deps.now()));
  expect(differences).toEqual([]);
  const claims = (await readBalances(sql, 0, ["receivable:payouts"])).get("receivable:payouts") ?? 0;
  expect(claims).toBeLessThanOrEqual(0);
}
