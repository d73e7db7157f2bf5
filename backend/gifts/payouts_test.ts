import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approvePayout, someBank } from "../testing/payouts.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { settleGiftsOf } from "../testing/settling.ts";
import { TEST_INSTALLATION } from "../testing/store.ts";
import { answerProposal } from "../testing/waiting_proposals.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { payoutReference } from "../wallet/withdrawal/events.ts";
import { workMoney } from "../wallet/withdrawal/reactions.ts";
import type { GiftPayouts } from "../contract/gifts.ts";

let test: TestWallet;
let admin: TestPerson;
let money: { stop(): Promise<void> };

beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
  admin = await test.person({ isAdmin: true });
});
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

async function give(artist: TestPerson, dollars: number): Promise<string> {
  const giver = await test.person({ tokens: dollars * 1_500 });
  const body = { artistId: artist.userId, amount: dollars, method: "tokens" };
  const { giftId } = (await test.call(giver, "POST", "/api/v1/gifts", { body })).body;
  await settleGiftsOf(test.world.deps, artist.userId);
  await test.world.deps.store.settle();
  return giftId;
}

async function withdraw(who: TestPerson, amount: number): Promise<string> {
  const ask = () => test.call(who, "POST", "/api/v1/withdraw", { body: { amount, bankDetails: someBank() } });
  return (await test.longAgo(ask)).body.withdrawalId;
}

const payouts = async (who: TestPerson): Promise<GiftPayouts> =>
  (await test.call(who, "GET", "/api/v1/gifts/payouts")).body;
const earnings = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/creator-stats")).body.earnings;

it("the case file of a payout shows who gave what, and what is odd about it", async () => {
  const artist = await test.person({ role: "creator" });
  const [giver, other] = [await test.person({ tokens: 4_500 }), await test.person({ tokens: 1_500 })];
  const bankDetails = someBank();
  const asked = { body: { amount: 100, bankDetails } };
  expect((await test.longAgo(() => test.call(giver, "POST", "/api/v1/withdraw", asked))).status).toBe(201);
  for (const [who, amount] of [[giver, 2], [other, 1]] as const) {
    const body = { artistId: artist.userId, amount, method: "tokens" };
    expect((await test.call(who, "POST", "/api/v1/gifts", { body })).status).toBeLessThan(300);
  }
  await settleGiftsOf(test.world.deps, artist.userId);
  await test.world.deps.store.settle();
  const { body } = await test.call(artist, "POST", "/api/v1/withdraw", { body: { amount: 4_000, bankDetails } });
  await test.world.settle();
  const { caseFile } = (await test.call(admin, "GET", `/api/v1/admin/payments/${body.withdrawalId}/case`)).body;
  expect(caseFile.gifts).toMatchObject({
    ...{ count: 2, tokens: 4_500, otherGivers: 0 },
    givers: [
      { userId: giver.userId, gifts: 1, tokens: 3_000, sharePercent: 67, ageDays: 0, sharesBank: true, references: [] },
      { userId: other.userId, tokens: 1_500, sharePercent: 33, sharesBank: false },
    ],
  });
  const codes = caseFile.risk.reasons.map(({ code }: { code: string }) => code);
  expect(codes).toEqual(expect.arrayContaining(["gifts_shared", "gifts_young"]));
  expect(codes).not.toContain("gifts_one_giver");
});

describe("the payouts of gifts", () => {
  it("name the withdrawal, the provider's reference and its state, and add up", async () => {
    const artist = await test.person({ role: "creator", tokens: 500 });
    const [first, second] = [await give(artist, 1), await give(artist, 2)];
    const paid = await withdraw(artist, 3_000);
    await approvePayout(test, admin, paid);
    const waiting = await withdraw(artist, 500);
    const { gifts, totals } = await payouts(artist);
    const partsOf = (id: string) => gifts.find((gift) => gift.id === id)?.parts;
    // 500 earned tokens came first, so they are in the first payout, too.
    expect(partsOf(first)).toMatchObject([
      {
        to: "payout",
        tokens: 1_500,
        withdrawalId: paid,
        reference: payoutReference(TEST_INSTALLATION, paid),
        status: "completed",
      },
    ]);
    expect(partsOf(second)).toMatchObject([
      { to: "payout", tokens: 1_000, withdrawalId: paid, status: "completed" },
      { to: "payout", tokens: 500, withdrawalId: waiting, status: "pending_review" },
      { to: "balance", tokens: 1_500 },
    ]);
    expect(totals).toEqual({
      received: 4_500,
      paidOut: 2_500,
      underWay: 500,
      settling: 0,
      inBalance: 1_500,
      spent: 0,
      givenBack: 0,
    });
    expect((await test.moneyOf(artist)).available).toBe(150_000);
    await test.call(artist, "POST", `/api/v1/withdrawals/${waiting}/cancel`);
    expect((await payouts(artist)).totals).toMatchObject({ paidOut: 2_500, underWay: 0, inBalance: 2_000 });
  });

  it("tell what artists gave on and what went back; neither is income", async () => {
    const artist = await test.person({ role: "creator" });
    const other = await test.person({ role: "creator" });
    const giftId = await give(artist, 2);
    await test.call(artist, "POST", "/api/v1/gifts", {
      body: { artistId: other.userId, amount: 1, method: "tokens" },
    });
    expect(await earnings(artist)).toMatchObject({ total: 3_000, thisMonth: 3_000 });
    expect((await payouts(artist)).totals).toMatchObject({ received: 3_000, spent: 1_500, inBalance: 1_500 });
    // Orin pays what the artist has spent: that takes two sides.
    await test.call(admin, "POST", `/api/v1/admin/gifts/${giftId}/refund`);
    const second = await test.person({ isAdmin: true });
    const call = (method: string, path: string, body?: object) => test.call(second, method, path, body ? { body } : {});
    await answerProposal(call, { kind: "gift_refund", subject: giftId }, "confirm");
    expect(await earnings(artist)).toMatchObject({ total: 1_500 });
    expect((await payouts(artist)).totals).toMatchObject({ received: 3_000, spent: 1_500, givenBack: 1_500 });
  });

  it("are the artist's alone", async () => {
    expect((await test.call(await test.person(), "GET", "/api/v1/gifts/payouts")).status).toBe(403);
  });
});
