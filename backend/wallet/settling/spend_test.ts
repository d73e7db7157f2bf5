import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { longDay } from "../../contract/long_day.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { someBank } from "../../testing/payouts.ts";
import { settleRewardsOf } from "../../testing/settling.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { freeze } from "./freeze.ts";
import { voidRewards } from "./void.ts";

const by = "system:test";

let test: TestWallet;
beforeAll(async () => void (test = await openTestWallet()));
afterAll(() => test[Symbol.asyncDispose]());

async function earn(who: TestPerson, tokens: number): Promise<void> {
  const amount = tokens * 100;
  const transfer = {
    ...{ transferId: newId(), code: "reward" },
    entries: [{ account: REWARD_POOL, amount: -amount }, { account: settlingAccount(who.userId), amount }],
  };
  const options = { logs: ["ledger/0"] as const, metadata: { actor: by } };
  await test.world.deps.store.execute(postTransfer, { shard: 0, transfer }, options);
}

const summaryOf = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/withdrawal-summary")).body;

it("spends what has settled alone, and says why and until when", async () => {
  const who = await test.person({ tokens: 2 });
  const artist = await test.person({ role: "creator" });
  await earn(who, 2_000);
  const until = longDay(test.world.deps.now() + FIRST_POLICY.settlingMs);
  const why = `2,000.00 of your 2,002.00 tokens (₦2,002.00) settle until ${until}`;
  const asks = [
    // The gift first: after a request with a bank account that is new nothing can be given.
    [
      "/api/v1/gifts",
      { artistId: artist.userId, amount: 1, method: "tokens" },
      "Amount exceeds available balance",
    ],
    ["/api/v1/withdraw", { amount: 150, bankDetails: someBank() }, "Amount exceeds available balance"],
  ] as const;
  for (const [path, body, documented] of asks) {
    const { status, body: answer } = await test.call(who, "POST", path, { body });
    expect([status, answer.message]).toEqual([status, `${documented}. ${why}`]);
    expect(status).toBeGreaterThanOrEqual(400);
  }
  const bought = await test.call(who, "POST", "/api/v1/pay-per-view");
  expect(bought.body).toMatchObject({ tokens: 1, newBalance: 2_001 });
  expect(await summaryOf(who)).toMatchObject({
    ...{ availableBalance: 1, settlingBalance: 2_000, pendingWithdrawal: 0, canWithdraw: false },
    totalEarned: 2_002,
  });
  await settleRewardsOf(test.world.deps, who.userId);
  for (const [path, body] of asks) expect((await test.call(who, "POST", path, { body })).status).toBe(201);
  const after = await summaryOf(who);
  expect(after).toMatchObject({ availableBalance: 351, settlingBalance: 0, pendingWithdrawal: 150 });
  expect(await test.total()).toBe(0);
});

it("says what is held and takes what was voided out of what was earned", async () => {
  const who = await test.person();
  const { userId } = who;
  await earn(who, 3);
  await earn(who, 4);
  await freeze(test.world.deps, { userId, reason: "We check", by });
  expect(await summaryOf(who)).toMatchObject({ settlingBalance: 7, settlingHeld: { reason: "We check" } });
  expect(await summaryOf(who)).not.toHaveProperty("nextSettlesAt");
  await voidRewards(test.world.deps, { userId, what: {}, reason: "Nothing was delivered", by });
  expect(await summaryOf(who)).toMatchObject({ availableBalance: 0, settlingBalance: 0, totalEarned: 0 });
  const { body: statement } = await test.call(who, "GET", "/api/v1/statement");
  expect(statement.totals.map(({ label, settling }: { label: string; settling: number }) => [label, settling]))
    .toEqual([["Listening rewards", 7], ["Rewards voided", -7]]);
  const { body: file } = await test.call(who, "GET", "/api/v1/me/export");
  expect(file.voidedRewards).toMatchObject([
    { tokens: 3, reason: "Nothing was delivered" },
    { tokens: 4, reason: "Nothing was delivered" },
  ]);
  expect(file.settling).toMatchObject({ tokens: 0, held: { reason: "We check" } });
});
