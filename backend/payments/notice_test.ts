import { afterAll, beforeAll, expect, it } from "vitest";
import type { Notice } from "../adapters/payments/types.ts";
import { newId } from "../contract/ids.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { approvePayout, requestPayout, type TestRequest } from "../testing/payouts.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { findWithdrawal } from "../../projections/wallet/withdrawals.ts";
import { workMoney } from "../wallet/withdrawal/reactions.ts";
import { keepNotice } from "./notice.ts";

const MINUTE_MS = 60_000;
let test: TestWallet;
let admin: TestPerson;
let money: { stop(): Promise<void> };

beforeAll(async () => {
  // The test is the one who sends notices.
  test = await openTestWallet({ faults: { webhooksLost: true } });
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
  admin = await test.person({ isAdmin: true });
});
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

async function tell(notice: Pick<Notice, "kind" | "reference" | "status">): Promise<void> {
  await keepNotice(test.world.deps, { key: newId(), event: "told", ...notice });
  await test.world.settle();
}
async function pass(minutes: number): Promise<void> {
  test.pass(minutes * MINUTE_MS);
  await test.world.settle();
}
const statusOf = async ({ id }: TestRequest) => (await findWithdrawal(test.world.deps.store.sql, id))?.status;
const waiting = async () => {
  const [row] = await test.world.deps.store.sql`
    select count(*)::int as count from jobs where kind = 'payment_notice' and state = 'waiting'`;
  return row?.["count"];
};

it("a notice that comes before the provider's own look-up knows of it is asked about again, until both agree", async () => {
  const request = await requestPayout(test);
  await approvePayout(test, admin, request.id);
  await tell({ kind: "payout", reference: request.reference, status: "success" });
  expect([await statusOf(request), await waiting()]).toEqual(["processing", 1]);
  await pass(1.1);
  expect([await statusOf(request), await waiting()]).toEqual(["processing", 1]);
  test.sandbox.settle(request.reference, "success");
  await pass(5.1);
  expect([await statusOf(request), await waiting()]).toEqual(["completed", 0]);
});

it("a payment that is reversed later than its notice says comes back by itself", async () => {
  const request = await requestPayout(test);
  await approvePayout(test, admin, request.id);
  test.sandbox.settle(request.reference, "success");
  await tell({ kind: "payout", reference: request.reference, status: "success" });
  await tell({ kind: "payout", reference: request.reference, status: "reversed" });
  expect([await statusOf(request), await waiting()]).toEqual(["completed", 1]);
  test.sandbox.settle(request.reference, "reversed");
  await pass(1.1);
  expect([await statusOf(request), await waiting()]).toEqual(["reversed", 0]);
  expect(await test.moneyOf(request.who)).toEqual({ available: 10_000, reserved: 0 });
});

it("a notice that the provider never bears out is asked about for two days, moves nothing and ends", async () => {
  const request = await requestPayout(test);
  await approvePayout(test, admin, request.id);
  await tell({ kind: "payout", reference: request.reference, status: "success" });
  for (const minutes of [1, 5, 15, 60, 240, 720, 1_440]) {
    expect(await waiting()).toBe(1);
    await pass(minutes + 0.1);
  }
  expect([await statusOf(request), await waiting()]).toEqual(["processing", 0]);
  test.sandbox.settle(request.reference, "failed");
});

it("a card payment that is told of too early arrives when the provider confirms it", async () => {
  const [giver, artist] = [await test.person(), await test.person({ role: "creator" })];
  const body = { artistId: artist.userId, amount: 1, method: "card" };
  const { reference } = (await test.call(giver, "POST", "/api/v1/gifts", { body })).body.data;
  await tell({ kind: "charge", reference, status: "success" });
  expect(await waiting()).toBe(1);
  test.sandbox.checkout(reference, "pay");
  await pass(1.1);
  expect(await waiting()).toBe(0);
  const [sent] = (await test.call(giver, "GET", "/api/v1/gifts/sent")).body.gifts;
  expect(sent).toMatchObject({ status: "sent" });
});
