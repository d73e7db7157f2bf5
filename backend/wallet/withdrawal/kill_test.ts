import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClearances } from "../../../projections/wallet/clearances.ts";
import type { PayerOrder, PayerTask } from "../../testing/faults/payer.ts";
import { atEveryStep, type Life, runScript } from "../../testing/kills.ts";
import { IS_PROOF } from "../../testing/proof.ts";
import { approvePayout, foldWithdrawal, requestPayout, type TestRequest } from "../../testing/payouts.ts";
import { TEST_KEY, TEST_SECRET } from "../../testing/store.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, SECRET_KEY, type TestWallet } from "../../testing/wallet.ts";
import { lagosDay } from "../../contract/policy.ts";
import { UNCLEAR_FOR_MS } from "./payout.ts";
import { reconcile } from "../reconciliation/reconcile.ts";

const SCRIPT = new URL("../../testing/faults/payer.ts", import.meta.url);
/** After so long calls whose outcome was unclear are asked about, and payments whose payer did not come back. */
const LATER_MS = Math.max(UNCLEAR_FOR_MS, 120_000) + 60_000;

let test: TestWallet;
let admin: TestPerson;
beforeAll(async () => {
  // No notices: the next process finishes what was not finished.
  test = await openTestWallet({ faults: { webhooksLost: true, settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

/** A process of its own that does a task, and is killed with -9 at a boundary of it. */
async function live(task: PayerTask, boundary = 0): Promise<Life> {
  const order: PayerOrder = {
    ...{ url: test.world.test.serviceUrl, secret: TEST_SECRET, fingerprintKey: [...TEST_KEY], boundary, task },
    provider: { baseUrl: test.sandbox.url, secretKey: SECRET_KEY },
  };
  return await runScript(SCRIPT, order);
}

const goOn = () => live({ does: "goOn", laterMs: LATER_MS });
const differences = () => reconcile({ ...test.world.deps, log: () => {} }, lagosDay(test.world.deps.now()));

async function expectSoundBooks(): Promise<void> {
  expect(await differences()).toEqual([]);
  expect(await test.total()).toBe(0);
}

describe("a service that is killed with -9 and started again", () => {
  it("at every step of a withdrawal has paid exactly once in the end", async () => {
    const requests: TestRequest[] = [];
    const { last: boundaries } = await atEveryStep(async (boundary) => {
      const request = await requestPayout(test);
      requests.push(request);
      const { who: { userId }, id: withdrawalId } = request;
      return await live({ does: "payOut", userId, withdrawalId, adminId: admin.userId }, boundary);
    });
    // Approval, reading, recipient, attempt, transfer, look-up and note, each with a before, a midst and an after.
    if (IS_PROOF) expect(boundaries).toBeGreaterThanOrEqual(21);
    await goOn();
    const { transfers } = test.sandbox.state();
    for (const { who, id, reference } of requests) {
      const isDecided = (await foldWithdrawal(test, id))?.status !== "pending_review";
      // Killed before the approval was stored: the admin presses again.
      if (!isDecided) await approvePayout(test, admin, id);
      expect(await foldWithdrawal(test, id)).toMatchObject({ status: "completed" });
      expect(transfersOf(reference)).toHaveLength(1);
      expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
    }
    expect(new Set(transfers.map(({ key }) => key)).size).toBe(transfers.length);
    // What was cleared and not stored no longer counts against anyone.
    expect(await openClearances(test.world.deps.store.sql, Date.now() + LATER_MS)).toEqual([]);
    await expectSoundBooks();
  });

  it("at every step of a payment for Premium has given one month for one payment", async () => {
    const people: TestPerson[] = [];
    const { last: started } = await atEveryStep(async (boundary) => {
      const who = await test.person();
      people.push(who);
      const life = await live({ does: "startPremium", userId: who.userId }, boundary);
      await payFor(who, life, { path: "/api/v1/paystack/initialize", body: { email: who.email } });
      return life;
    });
    const { last: settled } = await atEveryStep(async (boundary) => {
      const who = await test.person();
      people.push(who);
      const { said: reference } = await live({ does: "startPremium", userId: who.userId });
      test.sandbox.checkout(reference, "pay");
      return await live({ does: "settlePremium", reference }, boundary);
    });
    if (IS_PROOF) expect([started, settled]).toEqual([6, 6]);
    await goOn();
    for (const { userId } of people) {
      const events = await test.world.deps.store.readStream("ledger/0", `subscription/${userId}`);
      expect(events.map(({ type }) => type)).toEqual(["SubscriptionGranted"]);
    }
    await expectSoundBooks();
  });

  it("at every step of taking Premium that another paid for has given its month once", async () => {
    const takers: { who: TestPerson; token: string }[] = [];
    const { last: boundaries } = await atEveryStep(async (boundary) => {
      const [giver, who] = [await test.person(), await test.person()];
      const { reference, token } = await paidSeat(giver);
      takers.push({ who, token });
      const order = { giverId: giver.userId, reference, claimerId: who.userId };
      return await live({ does: "claimPremium", ...order }, boundary);
    });
    // The claim in the giver's shard and the month in the taker's, each with a before, a midst and an after.
    if (IS_PROOF) expect(boundaries).toBe(6);
    await test.world.settle();
    const thief = await test.person();
    for (const { who, token } of takers) {
      const path = `/api/v1/premium-gifts/claim/${token}`;
      const before = (await test.call(who, "GET", path)).body.status;
      // Killed before the claim was stored: they press again. So does who was answered nothing.
      expect((await test.call(who, "POST", path)).status).toBe(200);
      expect(["yours", "open"]).toContain(before);
      expect((await test.call(thief, "POST", path)).status).toBe(409);
      const events = await test.world.deps.store.readStream("ledger/0", `subscription/${who.userId}`);
      expect(events.map(({ type }) => type)).toEqual(["SubscriptionGranted"]);
    }
    await expectSoundBooks();
  });

  it("at every step of a gift by card has given it once", async () => {
    const givers: TestPerson[] = [];
    const artist = await test.person({ role: "creator" });
    const startGift = (userId: string) => ({ does: "startGift", userId, artistId: artist.userId }) as const;
    const body = { artistId: artist.userId, amount: 2, method: "card" };
    const { last: started } = await atEveryStep(async (boundary) => {
      const who = await test.person();
      givers.push(who);
      const life = await live(startGift(who.userId), boundary);
      await payFor(who, life, { path: "/api/v1/gifts", body });
      return life;
    });
    const { last: settled } = await atEveryStep(async (boundary) => {
      const who = await test.person();
      givers.push(who);
      const { said: reference } = await live(startGift(who.userId));
      test.sandbox.checkout(reference, "pay");
      return await live({ does: "settleGift", reference }, boundary);
    });
    // The people who share it are read once it is there.
    if (IS_PROOF) expect([started, settled]).toEqual([6, 9]);
    await goOn();
    expect(await test.settlingOf(artist)).toBe(givers.length * 300_000);
    for (const who of givers) {
      const { gifts } = (await test.call(who, "GET", "/api/v1/gifts/sent")).body;
      expect(gifts.filter(({ status }: { status: string }) => status === "sent")).toHaveLength(1);
    }
    await expectSoundBooks();
  });
});

function transfersOf(reference: string) {
  return test.sandbox.state().transfers.filter(({ key }) => key === reference);
}

/** Premium for one other person, paid; with the token of its link. */
async function paidSeat(giver: TestPerson): Promise<{ reference: string; token: string }> {
  const path = "/api/v1/premium-gifts";
  const body = { seats: [{ name: "Adé", email: "ade@friends.example" }] };
  const { reference } = (await test.call(giver, "POST", path, { body })).body.data;
  test.sandbox.checkout(reference, "pay");
  expect((await test.call(giver, "POST", `${path}/verify`, { body: { reference } })).status).toBe(200);
  const [seat] = (await test.call(giver, "GET", path)).body.gifts[0].seats;
  return { reference, token: new URL(seat.link).pathname.split("/").at(-1) ?? "" };
}

/** Pays at the checkout that was answered; who was answered nothing begins again and pays there. */
async function payFor(who: TestPerson, { said }: Life, again: { path: string; body: object }): Promise<void> {
  const reference = said || (await test.call(who, "POST", again.path, { body: again.body })).body.data.reference;
  test.sandbox.checkout(reference, "pay");
}
