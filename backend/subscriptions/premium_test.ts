import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { readBalances } from "../ledger/accounts.ts";
import { callerOf } from "../testing/call.ts";
import { addPerson, addTrack, deliver, type TestPerson } from "../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { eventually } from "../testing/wait.ts";
import { workMoney } from "../wallet/withdrawal/reactions.ts";
import { settleCharge, sweepCharges } from "../payments/charge.ts";
import { premiumCharges, startPremiumPayment } from "./pay.ts";
import { addMonths } from "./state.ts";

const DAY_MS = 24 * 3_600_000;
let test: TestWallet;
let money: { stop(): Promise<void> };

beforeAll(async () => {
  test = await openTestWallet();
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
});
afterEach(() => test.sandbox.faults.clear());
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

const initialize = (who: TestPerson, more: object = {}) =>
  test.call(who, "POST", "/api/v1/paystack/initialize", { body: { email: who.email, amount: 100_000, ...more } });
const verify = (who: TestPerson, reference: string) =>
  test.call(who, "POST", "/api/v1/paystack/verify", { body: { reference } });
const historyOf = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/history")).body;
const isActive = async (who: TestPerson) => (await historyOf(who)).subscription.isActive;

/** A person at the checkout. */
async function checkout(person?: TestPerson) {
  const who = person ?? await test.person();
  const { body } = await initialize(who);
  return { who, reference: String(body.data.reference) };
}

async function premium(person?: TestPerson) {
  const { who, reference } = await checkout(person);
  test.sandbox.faults.set({ webhooksLost: true });
  test.sandbox.checkout(reference, "pay");
  const { body } = await verify(who, reference);
  test.sandbox.faults.clear();
  return { who, reference, until: Date.parse(body.subscription.expiryDate) };
}

describe("paying for Premium", () => {
  it("leads to the checkout and, after the payment, to a month of it", async () => {
    const who = await test.person();
    const { status, body } = await initialize(who);
    expect(status).toBe(200);
    expect(body.data.authorization_url).toMatch(/^http/);
    expect(await verify(who, body.data.reference)).toMatchObject({ status: 402, body: { code: "payment_unpaid" } });
    test.sandbox.checkout(body.data.reference, "pay");
    const answer = await verify(who, body.data.reference);
    expect(answer).toMatchObject({ status: 200, body: { message: "Subscription activated successfully!" } });
    const until = Date.parse(answer.body.subscription.expiryDate);
    expect(until).toBeGreaterThan(addMonths(test.world.deps.now(), 1) - 60_000);
    expect((await test.call(who, "GET", "/api/v1/free-plays")).body.isSubscribed).toBe(true);
  });

  it("says what it has been worth, to its owner, and nothing to who never had it", async () => {
    const none = await test.call(await test.person(), "GET", "/api/v1/premium-use");
    expect(none.body).toEqual({
      ...{ since: null, plays: 0, extraPlays: 0, savedTokens: 0, offlinePlays: 0, savedBytes: 0 },
    });
    const { who } = await premium();
    const { body } = await test.call(who, "GET", "/api/v1/premium-use");
    expect(Math.abs(Date.parse(body.since) - test.world.deps.now())).toBeLessThan(60_000);
    expect(body.savedTokens).toBe(0);
  });

  it("counts plays from the payment on, not those of the same day before it", async () => {
    const { deps, app } = test.world;
    const artist = await addPerson(deps, { role: "creator" });
    const { trackId } = await addTrack(deps, { ownerId: artist.userId, durationMs: 60_000 });
    const who = await test.person();
    await deliver(deps, who.userId, [trackId]);
    const call = callerOf(app);
    const hear = async () => {
      const play = { playId: newId(), trackId, startedAt: deps.now() - 45_000, listenedMs: 45_000 };
      await call("POST", "/api/v1/plays", { token: who.token, body: { sentAt: deps.now(), plays: [play] } });
      await test.world.settle();
      test.pass(60_000);
    };
    const plays = async () => (await test.call(who, "GET", "/api/v1/premium-use")).body.plays;
    await hear();
    await premium(who);
    expect(await plays()).toBe(0);
    test.pass(60_000);
    await hear();
    expect(await plays()).toBe(1);
  });

  it("asks for the service's price and email, and comes back to Orin only", async () => {
    const who = await test.person();
    expect(await initialize(who, { email: "" })).toMatchObject({
      status: 400,
      body: { error: "Email is required for payment" },
    });
    expect(await initialize(who, { amount: 100 })).toMatchObject({ status: 409, body: { code: "price_changed" } });
    expect((await initialize(who, { callbackUrl: "https://evil.example/subscriptions" })).status).toBe(400);
    const { body } = await initialize(who, { email: "someone@else.example" });
    const charge = test.sandbox.state().charges.find(({ key }) => key === body.data.reference);
    expect(charge).toMatchObject({ email: who.email, requested: 100_000 });
  });

  it("works without the return: the notice activates, and without the notice the sweeper", async () => {
    const { who, reference } = await checkout();
    test.sandbox.checkout(reference, "pay");
    await eventually("the notice to activate Premium", () => isActive(who)).toBe(true);

    const lost = await checkout();
    test.sandbox.faults.set({ webhooksLost: true });
    test.sandbox.checkout(lost.reference, "leave");
    await sweepCharges(test.world.deps, [premiumCharges]);
    test.sandbox.checkout(lost.reference, "pay");
    test.pass(3 * 60_000);
    expect(await isActive(lost.who)).toBe(false);
    await sweepCharges(test.world.deps, [premiumCharges]);
    expect(await isActive(lost.who)).toBe(true);
  });

  it("gives one month for one payment, whoever says how often that it was made", async () => {
    const { who, reference } = await checkout();
    test.sandbox.faults.set({ webhooksDoubled: true });
    test.sandbox.checkout(reference, "pay");
    const other = test.world.another().deps;
    await Promise.all([
      ...Array.from({ length: 5 }, () => verify(who, reference)),
      ...Array.from({ length: 5 }, () => settleCharge(other, premiumCharges, reference)),
    ]);
    await test.world.deps.jobs.drain();
    const { history } = await historyOf(who);
    expect(history).toHaveLength(1);
    expect(await test.total()).toBe(0);
  });

  it("belongs to who began it: nobody else can verify it for themselves", async () => {
    const { who, reference } = await checkout();
    test.sandbox.faults.set({ webhooksLost: true });
    test.sandbox.checkout(reference, "pay");
    const thief = await test.person();
    expect((await verify(thief, reference)).status).toBe(404);
    expect(await isActive(thief)).toBe(false);
    expect((await verify(who, reference)).status).toBe(200);
  });

  it("is the sum that was asked for, also where the payer bears the fee", async () => {
    const before = await revenue();
    const { who, reference } = await checkout();
    test.sandbox.faults.set({ payerBearsFee: true });
    test.sandbox.checkout(reference, "pay");
    expect((await verify(who, reference)).status).toBe(200);
    expect(await revenue() - before).toBe(100_000);
  });

  it("stacks: a second month begins where the first ends", async () => {
    const { who, until } = await premium();
    const second = await premium(who);
    expect(second.until).toBe(addMonths(until, 1));
  });

  it.each(["commit-then-500", "timeout", "429", "html"] as const)(
    "says so when the provider answers %s",
    async (fault) => {
      const who = await test.person();
      const other = { ...test.world.deps, payments: test.hurried, log: () => {} };
      test.sandbox.faults.set({ answers: [{ fault, path: "/transaction/initialize" }] });
      const start = {
        userId: who.userId,
        callbackUrl: "http://localhost:8000/subscriptions",
        metadata: { actor: "test" },
      };
      await expect(startPremiumPayment(other, start)).rejects.toMatchObject({
        message: "Failed to initialize payment",
      });
      expect((await initialize(who)).status).toBe(200);
    },
  );
});

describe("what happens to Premium afterwards", () => {
  it("cancelled: access stays to the end, and the history's first entry says so", async () => {
    const { who, until } = await premium();
    expect(await test.call(who, "POST", "/api/v1/subscription/cancel")).toMatchObject({
      status: 200,
      body: {
        message: "Subscription canceled successfully. You will have access until the end of your billing period.",
      },
    });
    const { history, subscription } = await historyOf(who);
    expect(history.map((entry: { action: string }) => entry.action)).toEqual(["subscribe", "cancel"]);
    expect(Date.parse(history[0].endDate)).toBe(until);
    expect(subscription).toMatchObject({ isActive: true, isCancelled: true });
    const nobody = await test.person();
    expect((await test.call(nobody, "POST", "/api/v1/subscription/cancel")).status).toBe(409);
  });

  it("disputed: suspended with a trace; decided for Orin: given back", async () => {
    const { who, reference, until } = await premium();
    test.sandbox.dispute(reference, "create");
    await eventually("Premium to stop", () => isActive(who)).toBe(false);
    // Asking again does not bring it back while the dispute is open.
    await settleCharge(test.world.deps, premiumCharges, reference);
    expect(await isActive(who)).toBe(false);
    const { history } = await historyOf(who);
    expect(history.map((entry: { action: string }) => entry.action)).toEqual(["suspend", "subscribe"]);
    test.sandbox.dispute(reference, "decline");
    await eventually("Premium to come back", () => isActive(who)).toBe(true);
    expect(Math.abs(Date.parse((await historyOf(who)).subscription.expiryDate) - until)).toBeLessThan(60_000);
  });

  it("given back after a dispute: suspended once, and the money is booked back", async () => {
    const before = await revenue();
    const { who, reference } = await premium();
    expect(await revenue()).toBe(before + 100_000);
    test.sandbox.dispute(reference, "create");
    await eventually("Premium to stop", () => isActive(who)).toBe(false);
    test.sandbox.dispute(reference, "resolve");
    await eventually("the money to be booked back", revenue).toBe(before);
    expect(await isActive(who)).toBe(false);
    expect(await test.total()).toBe(0);
  });

  it("won after it was lost: the money and what was left of the months come back once, also a second time", async () => {
    const before = await revenue();
    const { who, reference } = await premium();
    test.sandbox.dispute(reference, "create");
    await eventually("Premium to stop", () => isActive(who)).toBe(false);
    test.sandbox.dispute(reference, "resolve");
    await eventually("the money to be booked back", revenue).toBe(before);
    for (let round = 0; round < 2; round++) {
      test.sandbox.decideDispute(reference, "declined");
      await eventually("the money to come back", revenue).toBe(before + 100_000);
      expect(await isActive(who)).toBe(true);
      test.sandbox.decideDispute(reference, "merchant-accepted");
      await eventually("the money to be booked back again", revenue).toBe(before);
      expect(await test.total()).toBe(0);
    }
  });

  it("refunded: only the months of that payment go", async () => {
    const { who, until } = await premium();
    const second = await premium(who);
    const { payments } = test.world.deps;
    const refund = await payments.refundCharge({ reference: second.reference, refundReference: `refund-${newId()}` });
    test.sandbox.settleRefund(refund.refundId, "processed");
    const expiry = async () => Date.parse((await historyOf(who)).subscription.expiryDate);
    await eventually("the months of the refunded payment to go", expiry).toBe(until);
  });

  it("ending: mails 3 days and 1 day before, not to those who paid again, cancelled or want none", async () => {
    const [stays, leaves, pays, quiet] = [await premium(), await premium(), await premium(), await premium()];
    await test.call(quiet.who, "PUT", "/api/v1/settings", { body: { notifications: false } });
    await test.call(leaves.who, "POST", "/api/v1/subscription/cancel");
    await premium(pays.who);
    const mails = async (who: TestPerson) => {
      await test.world.settle();
      return test.world.outbox.newest(200).filter(({ to }) => to === who.email).map(({ subject }) => subject);
    };
    await test.world.settle();
    test.pass(stays.until - test.world.deps.now() - 3 * DAY_MS + 60_000);
    expect((await mails(stays.who))[0]).toBe("Your Premium ends in 3 days");
    test.pass(2 * DAY_MS);
    expect((await mails(stays.who))[0]).toBe("Your Premium ends tomorrow");
    for (const { who } of [leaves, pays, quiet]) expect(await mails(who)).not.toContain("Your Premium ends tomorrow");
    expect(await mails(quiet.who)).toContain("Welcome to Premium");
  });
});

async function revenue(): Promise<number> {
  const balances = await readBalances(test.world.deps.store.sql, 0, ["revenue:subscriptions"]);
  return balances.get("revenue:subscriptions") ?? 0;
}
