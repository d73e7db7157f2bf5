import { afterAll, beforeAll, expect, it } from "vitest";
import type { CreatorEarnings } from "../../contract/earnings.ts";
import { koboOf } from "../../contract/money.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { monthAfter, monthOf, monthStart, royaltiesCloseAt } from "../../contract/royalties.ts";
import { closeDueMonths } from "../../royalties/close.ts";
import { settleDueRoyalties } from "../../royalties/settle.ts";
import { addProfile, addTrack, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { getStatement as getStatementCall } from "../../contract/calls/wallet.ts";
import { answerOf } from "../../testing/answers.ts";
import { approvePayout, someBank } from "../../testing/payouts.ts";
import { hearSong, payPremium } from "../../testing/royalties.ts";
import { settleGiftsOf } from "../../testing/settling.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { workMoney } from "../../wallet/withdrawal/reactions.ts";

let test: TestWallet;
let money: { stop(): Promise<void> };
let [owner, ada]: TestPerson[] = [];
let months: string[];

beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
  [owner, ada] = [await addArtist("Owner", 700), await addArtist("Ada", 0)];
});
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

const now = () => test.world.deps.now();

async function addArtist(firstName: string, tokens: number): Promise<TestPerson> {
  const person = await test.person({ role: "creator", firstName, tokens });
  await addProfile(test.world.deps, { creatorId: person.userId, name: firstName });
  return person;
}

/** Uses a new session: the clock passes the old ones. */
async function ask(who: TestPerson | undefined, method: string, path: string, body?: object) {
  if (!who) throw new Error("Nobody asks");
  const token = await tokenOf(test.world.deps, { userId: who.userId, role: "creator" });
  const answer = await test.call({ ...who, token }, method, path, { ...(body && { body }) });
  expect([path, answer.status < 300, answer.body.error]).toEqual([path, true, undefined]);
  return answer.body;
}

/** A song of two, that a listener with Premium hears and another one gives for; the owner gives, too, and is paid. */
async function earn() {
  const { deps } = test.world;
  const first = monthAfter(monthOf(now()));
  months = [monthOf(now()), ...[1, 2, 3].reduce<string[]>((list) => [...list, monthAfter(list.at(-1) ?? "")], [first])];
  const { trackId } = await addTrack(deps, { ownerId: owner?.userId ?? "", durationMs: 7_200_000 });
  const shares = [{ creatorId: ada?.userId, basisPoints: 3_333 }];
  await ask(owner, "PUT", `/api/v1/tracks/${trackId}/split`, { version: 0, ownBasisPoints: 6_667, shares });
  const [invitation] = (await ask(ada, "GET", "/api/v1/shares")).invitations;
  await ask(ada, "POST", `/api/v1/split-invitations/${invitation.token}`, { answer: "accepted" });

  test.pass(monthStart(first) - now());
  const fan = await test.person({ tokens: 9_000 });
  await payPremium(deps, fan.userId, { amountKobo: 123_457 });
  await hearSong(deps, fan.userId, { trackId, day: `${first}-05`, ms: 600_000 });
  await ask(fan, "POST", "/api/v1/gifts", { artistId: owner?.userId, trackId, amount: 1.01, method: "tokens" });
  await ask(owner, "POST", "/api/v1/gifts", { artistId: ada?.userId, amount: 0.1, method: "tokens" });
  await test.world.settle();
  for (const one of [owner, ada]) await settleGiftsOf(deps, one?.userId ?? "");
  test.pass(royaltiesCloseAt(first, FIRST_POLICY) - now());
  await closeDueMonths(deps);
  test.pass(FIRST_POLICY.settlingMs);
  await settleDueRoyalties(deps);
  await test.world.settle();
}

async function payOut(tokens: number): Promise<void> {
  const admin = await test.person({ isAdmin: true });
  const token = await tokenOf(test.world.deps, { userId: owner?.userId ?? "", role: "creator" });
  const asking = { ...owner as TestPerson, token };
  const body = { amount: tokens, bankDetails: someBank() };
  const asked = await test.longAgo(() => test.call(asking, "POST", "/api/v1/withdraw", { body }));
  expect(asked.status).toBe(201);
  await test.world.settle();
  await approvePayout(test, admin, asked.body.withdrawalId);
  await test.world.settle();
}

/** What every screen says of the same money, in kobo. */
async function said(who: TestPerson | undefined) {
  const dashboard = (await ask(who, "GET", "/api/v1/creator-stats")).earnings;
  const own: CreatorEarnings = await ask(who, "GET", "/api/v1/creator-earnings");
  const wallet = await ask(who, "GET", "/api/v1/withdrawal-summary");
  const statements = await Promise.all(
    months.map(async (month) => answerOf(getStatementCall, await ask(who, "GET", `/api/v1/statement?month=${month}`))),
  );
  const royalties = await ask(who, "GET", `/api/v1/royalties?year=${months[1]?.slice(0, 4)}`);
  return { dashboard, own, wallet, statements, royalties };
}

const held = (one: { available: number; settling: number; pending: number } | undefined) =>
  koboOf(one?.available ?? 0) + koboOf(one?.settling ?? 0) + koboOf(one?.pending ?? 0);

it(
  "dashboard, earnings, wallet, royalties and statements say the same to the kobo: gifts, shares and royalties",
  async () => {
    await earn();
    await payOut(400);
    for (const who of [owner, ada]) {
      const { dashboard, own, wallet, statements, royalties } = await said(who);
      const { earned, account } = own;
      expect(dashboard).toEqual(own.earnings);
      expect(dashboard.total).toBe(earned.total);
      expect(koboOf(earned.gifts) + koboOf(earned.royalties) + koboOf(earned.repaid)).toBe(koboOf(earned.total));
      for (const kind of ["gifts", "royalties", "repaid", "total"] as const) {
        expect(own.months.reduce((sum, month) => sum + koboOf(month[kind]), 0)).toBe(koboOf(earned[kind]));
      }
      // Net of tax, a collaborator's share included.
      expect(koboOf(earned.royalties)).toBe(royalties.netKobo);
      expect(royalties.taxKobo).toBeGreaterThan(0);
      const wallets = koboOf(wallet.availableBalance) + koboOf(wallet.settlingBalance) +
        koboOf(wallet.pendingWithdrawal);
      expect(koboOf(account?.balance ?? -1)).toBe(wallets);
      expect(wallets).toBe(held(statements.at(-1)?.closing));
      const { listening = -1, spent = 1, paidOut = 1 } = account ?? {};
      expect(koboOf(earned.total) + koboOf(listening) + koboOf(spent) + koboOf(paidOut)).toBe(wallets);
      // What the statements call gifts and royalties is what was earned, but for what the artist gave.
      const of = (kinds: RegExp) =>
        statements.flatMap(({ totals }) => totals).reduce(
          (sum, row) => kinds.test(row.kind) ? sum + held(row) : sum,
          0,
        );
      expect(of(/^royalty/)).toBe(koboOf(earned.royalties));
      expect(of(/^gift/)).toBe(koboOf(earned.gifts) + koboOf(spent));
      expect(of(/^reward/)).toBe(koboOf(listening));
      expect(of(/^withdrawal/)).toBe(koboOf(paidOut));
    }
    const [of, ofAda] = [(await said(owner)).own, (await said(ada)).own];
    // 1.01 dollars are 1,515 naira, of which 3,333 in 10,000 are 504.94 (rounded down): they are Ada's, with 150 of the owner's.
    expect([of.earned.gifts, ofAda.earned.gifts]).toEqual([1_515 - 504.94, 504.94 + 150]);
    expect(of.account).toMatchObject({ listening: 700, spent: -150, paidOut: -400 });
  },
  120_000,
);

it("the notices of the same money say who, what and how much, to the artist alone", async () => {
  const { notifications } = await ask(ada, "GET", "/api/v1/notifications");
  const said = notifications.map(({ title, body }: { title: string; body: string }) => `${title}: ${body}`);
  expect(said).toEqual(expect.arrayContaining([
    "A listener gave you a gift: $0.10 (₦150.00)",
    expect.stringMatching(/^A song that you share got a gift: Your share for “.+”: ₦504\.94$/),
    expect.stringMatching(/^Your royalties are here: ₦205\.\d\d from Premium listeners in \w+ 20\d\d, before tax$/),
  ]));
  const owners = (await ask(owner, "GET", "/api/v1/notifications")).notifications;
  const paid = owners.find(({ title }: { title: string }) => title === "Your withdrawal was paid");
  expect(paid.body).toBe("400.00 tokens (₦400.00). Some banks take a while to show it");
});
