import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LotPlays, PayoutLots } from "../../contract/explorer.ts";
import { newId } from "../../contract/ids.ts";
import { availableAccount, REWARD_POOL, settlingAccount } from "../../ledger/chart.ts";
import type { TransferPosted } from "../../ledger/transfer.ts";
import { postTransfer } from "../../ledger/transfer_handler.ts";
import type { TestPerson } from "../../testing/cast.ts";
import { someBank } from "../../testing/payouts.ts";
import { settleRewardsOf } from "../../testing/settling.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { voidRewards } from "../../wallet/settling/void.ts";
import { usedOf } from "./reads.ts";

let test: TestWallet;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestWallet();
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

async function post(
  code: string,
  to: string,
  units: number,
  detail: TransferPosted["data"]["detail"] = {},
): Promise<void> {
  const transfer = {
    ...{ transferId: newId(), code, detail },
    entries: [{ account: REWARD_POOL, amount: -units }, { account: to, amount: units }],
  };
  await test.world.deps.store.execute(postTransfer, { shard: 0, transfer }, {
    logs: ["ledger/0"],
    metadata: { actor: "system:test" },
  });
}

/** Plays with the units that each earned, in one reward that settles. */
async function reward(userId: string, plays: readonly (readonly [string, number])[]): Promise<void> {
  const units = plays.reduce((sum, [, one]) => sum + one, 0);
  await post("reward", settlingAccount(userId), units, { plays: plays.map(([playId, one]) => [playId, one, 1]) });
}

const withdraw = async (who: TestPerson, amount: number): Promise<string> => {
  const body = { amount, bankDetails: someBank() };
  const answer = await test.call(who, "POST", "/api/v1/withdraw", { body, key: newId() });
  expect(answer.status).toBeLessThan(300);
  return answer.body.withdrawalId;
};
const lotsOf = async (id: string): Promise<PayoutLots> =>
  (await test.call(admin, "GET", `/api/v1/admin/payments/${id}/lots`)).body;
const playsOf = async (id: string, transferId: string): Promise<[string, number][]> => {
  const { body } = await test.call(admin, "GET", `/api/v1/admin/payments/${id}/lots/${transferId}/plays`);
  return (body as LotPlays).plays.map(({ playId, tokens }) => [playId, tokens]);
};

describe("what pays for a withdrawal", () => {
  it("is the oldest lots, each unit once, down to the plays that settled and were not voided", async () => {
    const who = await test.person();
    const [one, two, three, bad, late] = [newId(), newId(), newId(), newId(), newId()];
    await reward(who.userId, [[one, 4_000], [bad, 3_000], [two, 4_000]]);
    const { deps } = test.world;
    await voidRewards(deps, { userId: who.userId, what: { plays: [bad] }, reason: "A test", by: "user:test" });
    await settleRewardsOf(deps, who.userId);
    await post("extra_play", availableAccount(who.userId), 5_000);
    await reward(who.userId, [[three, 6_000], [late, 6_000]]);
    await settleRewardsOf(deps, who.userId);

    const first = await withdraw(who, 100);
    const { lots } = await lotsOf(first);
    expect(lots.map(({ kind, tokens, lotTokens }) => [kind, tokens, lotTokens])).toEqual([
      ["plays", 80, 80],
      ["other", 20, 50],
    ]);
    expect(await playsOf(first, lots[0]?.transferId ?? "")).toEqual([[one, 40], [two, 40]]);

    await test.call(admin, "POST", `/api/v1/reject-payment/${first}`, { body: { reason: "A test" } });
    expect((await lotsOf(first)).lots).toEqual([]);
    const again = await withdraw(who, 150);
    const second = await lotsOf(again);
    expect(second.lots.map(({ kind, tokens }) => [kind, tokens])).toEqual([["plays", 80], ["other", 50], [
      "plays",
      20,
    ]]);
    expect(second.lots.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(second.amount);
    expect(await playsOf(again, second.lots[2]?.transferId ?? "")).toEqual([[three, 20]]);
  });

  it("cuts rewards of plays where a payout ends and the next begins", () => {
    const plays = [[1, "a", 10], [1, "b", 10], [2, "c", 10]] as const;
    expect(usedOf(plays, [{ from: 0, to: 15 }])).toEqual([{ playId: "a", units: 10 }, { playId: "b", units: 5 }]);
    expect(usedOf(plays, [{ from: 15, to: 30 }])).toEqual([{ playId: "b", units: 5 }, { playId: "c", units: 10 }]);
    expect(usedOf(plays, [{ from: 0, to: 5 }, { from: 25, to: 30 }])).toEqual([
      { playId: "a", units: 5 },
      { playId: "c", units: 5 },
    ]);
  });
});
