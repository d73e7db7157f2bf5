import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { exportOf } from "../../person_data/gather.ts";
import { newId } from "../../contract/ids.ts";
import type { GivenPremium, PremiumGiftSeat } from "../../contract/premium_gifts.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { PREMIUM_REVENUE } from "../../ledger/chart.ts";
import { sweepCharges } from "../../payments/charge.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";
import { workMoney } from "../../wallet/withdrawal/reactions.ts";
import { premiumCharges } from "../pay.ts";
import { addMonths } from "../state.ts";
import { claimSeat } from "./give.ts";

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

const ADE = { name: "Adé", email: "ade@friends.example" };
const BOLA = { name: "Bọ́lá", email: "bola@friends.example" };
const GIFTS = "/api/v1/premium-gifts";

const start = (who: TestPerson, body: object) => test.call(who, "POST", GIFTS, { body });
const verify = (who: TestPerson, reference: string) =>
  test.call(who, "POST", `${GIFTS}/verify`, { body: { reference } });
const claim = (who: TestPerson, token: string) => test.call(who, "POST", `${GIFTS}/claim/${token}`);
const look = async (who: TestPerson | undefined, token: string) =>
  (await test.call(who, "GET", `${GIFTS}/claim/${token}`)).body;
const givenBy = async (who: TestPerson): Promise<GivenPremium[]> => (await test.call(who, "GET", GIFTS)).body.gifts;
const premiumOf = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/history")).body;
const isActive = async (who: TestPerson) => (await premiumOf(who)).subscription.isActive;
const tokenOf = ({ link }: PremiumGiftSeat) => new URL(link ?? "").pathname.split("/").at(-1) ?? "";
const mailsTo = async (address: string) => {
  await test.world.settle();
  return test.world.outbox.newest(300).filter(({ to }) => to === address);
};

/** A paid gift, with a token for each seat. */
async function given(seats = [ADE, BOLA], months = 1) {
  const giver = await test.person();
  const { body } = await start(giver, { seats, months });
  const reference = String(body.data.reference);
  test.sandbox.faults.set({ webhooksLost: true });
  test.sandbox.checkout(reference, "pay");
  expect((await verify(giver, reference)).status).toBe(200);
  test.sandbox.faults.clear();
  const [gift] = await givenBy(giver);
  return { giver, reference, tokens: (gift?.seats ?? []).map(tokenOf) };
}

async function revenue(): Promise<number> {
  const { shards, sql } = test.world.deps.store;
  let sum = 0;
  for (const shard of shards.all) {
    sum += (await readBalances(sql, shard, [PREMIUM_REVENUE])).get(PREMIUM_REVENUE) ?? 0;
  }
  return sum;
}

describe("giving Premium", () => {
  it("costs the one price for each person and month, books it once, and gives the buyer nothing", async () => {
    const before = await revenue();
    const { giver, reference } = await given([ADE, BOLA], 3);
    expect(await revenue() - before).toBe(600_000);
    expect(await test.total()).toBe(0);
    expect(await premiumOf(giver)).toMatchObject({ history: [], subscription: { isActive: false } });
    const [gift] = await givenBy(giver);
    expect(gift).toMatchObject({ reference, months: 3, amountKobo: 600_000, status: "paid" });
    expect(gift?.seats).toMatchObject([{ seat: 1, ...ADE, claimedAt: null }, { seat: 2, ...BOLA, claimedAt: null }]);
    expect((await mailsTo(giver.email)).map(({ subject }) => subject)).toEqual(["You gave Premium"]);
  });

  it("mails each person their own link, with the giver's first name and none of the buyer's words", async () => {
    const { tokens, giver } = await given([{ name: "Win at evil dot example", email: "one@friends.example" }]);
    const mails = await mailsTo("one@friends.example");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(tokens[0]);
    expect(mails[0]?.text).not.toContain("evil");
    const at = { body: {} };
    const again = () => test.call(giver, "POST", `${GIFTS}/${reference}/seats/1/mail`, at);
    const [{ reference = "" } = {}] = await givenBy(giver);
    for (let times = 0; times < 5; times++) expect((await again()).status).toBe(200);
    expect((await again()).body.code).toBe("too_many_attempts");
    expect(await mailsTo("one@friends.example")).toHaveLength(6);
    const stranger = await test.person();
    expect((await test.call(stranger, "POST", `${GIFTS}/${reference}/seats/1/mail`, at)).status).toBe(404);
  });

  it.each([
    [{ seats: [] }],
    [{ seats: Array.from({ length: 6 }, () => ADE) }],
    [{ seats: [{ ...ADE, email: "nobody" }] }],
    [{ seats: [{ ...ADE, name: "  " }] }],
    [{ seats: [{ ...ADE, name: "\u202eevil" }] }],
    [{ seats: [ADE], months: 2 }],
    [{ seats: [ADE], months: -1 }],
    [{ seats: [ADE], callbackUrl: "https://evil.example/premium-gift" }],
  ])("refuses %j", async (body) => {
    expect((await start(await test.person(), body)).status).toBe(400);
  });

  it("refuses a price that is not the service's", async () => {
    const answer = await start(await test.person(), { seats: [ADE, BOLA], amountKobo: 100_000 });
    expect(answer).toMatchObject({ status: 409, body: { code: "price_changed" } });
  });

  it("waits for the payment: without one no link is shown or mailed; the sweeper finds who did not come back", async () => {
    const giver = await test.person();
    const { body } = await start(giver, { seats: [{ ...ADE, email: "late@friends.example" }] });
    const { reference } = body.data;
    expect(await verify(giver, reference)).toMatchObject({ status: 402, body: { code: "payment_unpaid" } });
    expect(await givenBy(giver)).toMatchObject([{ status: "started", seats: [{ link: null, canSendAgain: false }] }]);
    expect((await verify(await test.person(), reference)).status).toBe(404);
    test.sandbox.faults.set({ webhooksLost: true });
    test.sandbox.checkout(reference, "pay");
    test.pass(3 * 60_000);
    await sweepCharges(test.world.deps, [premiumCharges]);
    expect((await givenBy(giver))[0]).toMatchObject({ status: "paid" });
    expect(await mailsTo("late@friends.example")).toHaveLength(1);
  });
});

describe("a wrong address", () => {
  it("is corrected by its giver while nobody has the gift: a new link goes there, and the old one ends", async () => {
    const typo = { name: "Adé", email: "ade@freinds.example" };
    const right = { name: "Adé", email: "ade.right@friends.example" };
    const { giver, reference, tokens: [old = ""] } = await given([typo]);
    const correct = (who: TestPerson, body: object) => test.call(who, "PUT", `${GIFTS}/${reference}/seats/1`, { body });
    expect((await correct(await test.person(), right)).status).toBe(404);
    for (const bad of [{ ...right, email: "nobody" }, { ...right, name: "\u202eevil" }, {}]) {
      expect((await correct(giver, bad)).status).toBe(400);
    }
    expect((await correct(giver, typo)).status).toBe(200);
    for (let times = 0; times < 2; times++) expect((await correct(giver, right)).status).toBe(200);
    const [seat] = (await givenBy(giver))[0]?.seats ?? [];
    expect(seat).toMatchObject({ ...right, claimedAt: null });
    const mails = await mailsTo(right.email);
    expect(mails).toHaveLength(1);
    const token = seat ? tokenOf(seat) : "";
    expect(mails[0]?.text).toContain(token);
    const [stranger, friend] = [await test.person(), await test.person()];
    expect((await claim(stranger, old)).body.code).toBe("link_invalid");
    expect((await look(undefined, old)).code).toBe("link_invalid");
    expect((await claim(friend, token)).status).toBe(200);
    expect(await correct(giver, typo)).toMatchObject({ status: 409, body: { code: "gift_claimed" } });
    expect(await isActive(friend)).toBe(true);
    const events = await test.world.deps.store.readStream(
      `ledger/${test.world.deps.shardOf(giver.userId)}`,
      `premium_gift/${reference}`,
    );
    expect(JSON.stringify(events)).not.toContain("friends.example");
  });
});

describe("taking Premium", () => {
  it("is open to see for everybody with the link, and gives a month to the first who takes it, once", async () => {
    const { giver, tokens: [token = ""] } = await given();
    expect(await look(undefined, token)).toEqual({ giver: "Ada", months: 1, status: "open" });
    expect((await test.call(undefined, "POST", `${GIFTS}/claim/${token}`)).status).toBe(401);
    const [friend, thief] = [await test.person(), await test.person()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => claim(friend, token)));
    for (const { status } of answers) expect(status).toBe(200);
    await test.world.settle();
    const { history, subscription } = await premiumOf(friend);
    expect(history).toHaveLength(1);
    expect(Date.parse(subscription.expiryDate)).toBeLessThan(addMonths(test.world.deps.now(), 1) + 60_000);
    expect(await claim(thief, token)).toMatchObject({ status: 409, body: { code: "gift_claimed" } });
    expect(await isActive(thief)).toBe(false);
    expect((await look(friend, token)).status).toBe("yours");
    expect((await look(thief, token)).status).toBe("claimed");
    const [gift] = await givenBy(giver);
    expect(gift?.seats).toMatchObject([{ link: null, canSendAgain: false }, { claimedAt: null }]);
    expect(JSON.stringify(gift)).not.toContain(friend.userId);
  });

  it("comes also where a process ends between the claim and the months", async () => {
    const { giver, reference } = await given();
    const friend = await test.person();
    const { shardOf, store } = test.world.deps;
    const shard = shardOf(giver.userId);
    const command = { shard, reference, seat: 1, edition: 0, claimerId: friend.userId };
    expect(await isActive(friend)).toBe(false);
    // What follows may come at any moment from here on.
    await store.execute(claimSeat, command, { logs: [`ledger/${shard}`], metadata: { actor: "system:test" } });
    await test.world.settle();
    expect((await premiumOf(friend)).history).toHaveLength(1);
  });

  it("may be the buyer's own, at the price that everybody pays", async () => {
    const { giver, tokens: [token = ""] } = await given([ADE], 1);
    expect((await claim(giver, token)).status).toBe(200);
    expect(await isActive(giver)).toBe(true);
  });

  it("needs a link of ours: changed, made up and overlong ones are refused alike", async () => {
    const { tokens: [token = ""] } = await given();
    const [text = "", signature = ""] = token.split(".");
    const other = `${text.slice(0, -1)}2.${signature}`;
    for (const wrong of [other, `${text}.${signature.slice(1)}`, text, "x".repeat(5_000)]) {
      expect((await claim(await test.person(), wrong)).body.code).toBe("link_invalid");
    }
  });

  it("ends with the money and comes back with it, for who took a seat; who did not cannot meanwhile", async () => {
    const { giver, reference, tokens: [token = "", open = ""] } = await given();
    const [friend, late] = [await test.person(), await test.person()];
    await claim(friend, token);
    test.sandbox.dispute(reference, "create");
    await eventually("Premium to stop", () => isActive(friend)).toBe(false);
    expect(await claim(late, open)).toMatchObject({ status: 409, body: { code: "gift_stopped" } });
    expect((await givenBy(giver))[0]).toMatchObject({ status: "disputed", seats: [{ link: null }, { link: null }] });
    test.sandbox.dispute(reference, "decline");
    await eventually("Premium to come back", () => isActive(friend)).toBe(true);
    expect((await claim(late, open)).status).toBe(200);
    expect((await premiumOf(giver)).history).toEqual([]);
    expect(await test.total()).toBe(0);
  });

  it("is over after a refund", async () => {
    const before = await revenue();
    const { reference, tokens: [token = "", open = ""] } = await given();
    const friend = await test.person();
    await claim(friend, token);
    const { payments } = test.world.deps;
    const refund = await payments.refundCharge({ reference, refundReference: `refund-${newId()}` });
    test.sandbox.settleRefund(refund.refundId, "processed");
    await eventually("Premium to end", () => isActive(friend)).toBe(false);
    expect((await claim(await test.person(), open)).body.code).toBe("gift_stopped");
    expect(await revenue()).toBe(before);
  });

  it("lasts: a link works after a year, and when its buyer is erased", async () => {
    const { giver, tokens: [token = ""] } = await given();
    test.pass(400 * DAY_MS);
    await test.world.deps.personal.destroy(test.world.deps.store.sql, giver.userId);
    expect(await look(undefined, token)).toEqual({ giver: null, months: 1, status: "open" });
    const friend = await test.person();
    expect((await claim(friend, token)).status).toBe(200);
    expect(await isActive(friend)).toBe(true);
  });
});

it("an export has whom Premium was given to, without the links", async () => {
  const { giver, tokens: [token = ""] } = await given();
  const sections = await exportOf(test.world.deps, giver.userId);
  const read = sections.find(([name]) => name === "premiumGiven")?.[1];
  const content = JSON.stringify(await read?.());
  expect(content).toContain(ADE.email);
  expect(content).not.toContain(token);
});
