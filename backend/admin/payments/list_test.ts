import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { ListedPayment } from "../../contract/admin_payments.ts";
import type { WorkItem } from "../../contract/work.ts";
import { type Call, callerOf } from "../../testing/call.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { fillPayments } from "../../testing/payouts.ts";
import { Rounds } from "../../testing/rounds.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";

const asked = new Rounds();
let test: TestWallet;
let call: Call;
let admin: TestPerson;

beforeAll(async () => {
  test = await openTestWallet();
  call = callerOf(test.world.another({ asked: asked.heard }).app);
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const get = async (path: string) => (await call("GET", `/api/v1/${path}`, { token: admin.token })).body;

it("the list of what waits asks for the risk of one more row with 38 statements at most", async () => {
  const ofList = async () => (await asked.of(() => get("pending-payments"))).statements;
  await test.longAgo(() => fillPayments(test, 1));
  await test.world.settle();
  await ofList();
  const one = await ofList();
  await test.longAgo(() => fillPayments(test, 2));
  await test.world.settle();
  expect((await ofList()) - one).toBeLessThanOrEqual(2 * 38);
});

it("says before a press what holds a payout, and until when", async () => {
  const held = await test.person({ tokens: 100 });
  const bankDetails = { accountNumber: "0987654321", bankCode: "058" };
  const { body: { withdrawalId } } = await test.call(held, "POST", "/api/v1/withdraw", {
    ...{ body: { amount: 100, bankDetails }, key: newId() },
  });
  await test.world.settle();
  const words = /^The person's bank account has just changed: payouts wait until \d/;
  const { pendingPayments } = await get("pending-payments");
  const { payments } = await get("admin/payments?status=pending");
  const { items } = await get("admin/work");
  const [listed, found] = [pendingPayments, payments].map((rows: ListedPayment[]) =>
    rows.find(({ _id }) => _id === withdrawalId)
  );
  const row = (items as WorkItem[]).find(({ id }) => id === withdrawalId);
  expect([listed?.held, found?.held, row?.held]).toEqual(Array(3).fill(expect.stringMatching(words)));
  expect((payments as ListedPayment[]).filter((one) => one.held === undefined)).toHaveLength(3);
  expect((items as WorkItem[]).filter((one) => one.held === undefined)).toHaveLength(3);
});
