import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createApp } from "../../app.ts";
import type { Deps } from "../../deps.ts";
import { requestPayout, type TestRequest } from "../../testing/payouts.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";

const CONFIRMED = { status: 200, body: { message: "Payment automatically processed through Paystack" } };
const UNCONFIRMED = {
  status: 202,
  body: {
    message: expect.stringMatching(/^Paystack has the payment and has not confirmed it yet/),
    status: "processing",
  },
};
/** More than enough for the busiest machine: the answer comes when the provider has confirmed. */
const PATIENT_MS = 60_000;

let test: TestWallet;
let admin: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  test = await openTestWallet({ openingBalanceKobo: 5_000_000_000 });
  [admin, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterEach(() => test.sandbox.faults.clear());
afterAll(() => test[Symbol.asyncDispose]());

async function approve(by: TestPerson, { id }: TestRequest, { patienceMs = PATIENT_MS, deps = test.world.deps } = {}) {
  await call(deps, 0, `/api/v1/admin/payments/${id}/case`, by);
  return await call(deps, patienceMs, `/api/v1/approve-payment-automatic/${id}`, by, "POST");
}

async function call(deps: Deps, payoutPatienceMs: number, path: string, by: TestPerson, method = "GET") {
  const app = createApp({ ...deps, payoutPatienceMs }, { isReady: () => true, pagesDirectory: "" });
  const response = await app.request(path, { method, headers: { authorization: `Bearer ${by.token}` } });
  return { status: response.status, body: await response.json() };
}

const outcome = (by: TestPerson, { id }: TestRequest) =>
  call(test.world.deps, 0, `/api/v1/admin/payments/${id}/outcome`, by);
const transfersOf = ({ reference }: TestRequest) =>
  test.sandbox.state().transfers.filter(({ key }) => key === reference);

it("an approval is answered as paid when the provider confirms while it waits, by asking or by notice", async () => {
  for (const webhooksLost of [true, false]) {
    test.sandbox.faults.set({ settleAfterMs: 600, webhooksLost });
    const request = await requestPayout(test);
    expect(await approve(admin, request)).toMatchObject({
      ...CONFIRMED,
      body: { transactionReference: request.reference },
    });
    expect(transfersOf(request)).toHaveLength(1);
    expect(await test.moneyOf(request.who)).toEqual({ available: 0, reserved: 0 });
  }
});

it("the sandbox confirms by itself within the time that an admin waits", async () => {
  test.sandbox.faults.set({ settleAfterMs: 2_000 });
  expect(await approve(admin, await requestPayout(test))).toMatchObject(CONFIRMED);
});

it("a payment that is confirmed later is said to be on its way, and its outcome can be asked for", async () => {
  const request = await requestPayout(test);
  expect(await approve(admin, request, { patienceMs: 700 })).toMatchObject(UNCONFIRMED);
  expect(await outcome(other, request)).toMatchObject({ status: 200, body: UNCONFIRMED.body });
  test.sandbox.settle(request.reference, "success");
  expect(await approve(admin, request)).toMatchObject(CONFIRMED);
  expect(await outcome(other, request)).toMatchObject({
    status: 200,
    body: { ...CONFIRMED.body, status: "completed" },
  });
  expect((await outcome(request.who, request)).status).toBe(403);
});

it("a payment that fails while the admin waits is answered as failed, with the funds back", async () => {
  test.sandbox.faults.set({ settleAfterMs: 600, settleAs: "failed" });
  const request = await requestPayout(test);
  const text = "Payment processing failed: the funds were returned to the user.";
  expect(await approve(admin, request)).toMatchObject({ status: 409, body: { message: text } });
  expect(await test.moneyOf(request.who)).toEqual({ available: 10_000, reserved: 0 });
  expect(await outcome(admin, request)).toMatchObject({ status: 200, body: { message: text, status: "failed" } });
});

it("an answer that Orin does not understand is said to be unclear, and nobody waits for more", async () => {
  test.sandbox.faults.set({ settleAfterMs: 300, settleAs: "on_holiday" });
  expect(await approve(admin, await requestPayout(test))).toMatchObject({
    status: 202,
    body: { status: "uncertain", message: expect.stringMatching(/^Paystack's answer is unclear/) },
  });
});

it("the second approver waits for the provider, the first is told at once what is missing", async () => {
  test.sandbox.faults.set({ settleAfterMs: 600 });
  const request = await requestPayout(test, 50_001);
  expect(await approve(admin, request)).toMatchObject({ status: 202, body: { status: "awaiting_second_approval" } });
  expect(await approve(other, request)).toMatchObject(CONFIRMED);
});

it("of two admins at once one waits and is told that it is paid, the other that it was decided; it is paid once", async () => {
  test.sandbox.faults.set({ settleAfterMs: 900 });
  const request = await requestPayout(test);
  const answers = await Promise.all([approve(admin, request), approve(other, request)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(transfersOf(request)).toHaveLength(1);
  expect(await test.total()).toBe(0);
});

it("a process that stops while an admin waits leaves the payment to the next one, and it is paid once", async () => {
  const request = await requestPayout(test);
  // What it says while it breaks off is of no interest.
  const deps: Deps = { ...test.world.another().deps, log: () => {} };
  const asked = approve(admin, request, { deps });
  await eventually("the transfer at the provider", () => transfersOf(request)).toHaveLength(1);
  await deps.store.close();
  expect((await asked).status).toBeGreaterThanOrEqual(500);
  test.sandbox.settle(request.reference, "success");
  expect(await approve(admin, request)).toMatchObject(CONFIRMED);
  expect(transfersOf(request)).toHaveLength(1);
  expect(await test.moneyOf(request.who)).toEqual({ available: 0, reserved: 0 });
  expect(await test.total()).toBe(0);
});
