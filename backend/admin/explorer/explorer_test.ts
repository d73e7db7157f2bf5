import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LotPlays, PayoutLots } from "../../contract/explorer.ts";
import { newId } from "../../contract/ids.ts";
import { availableAccount, REWARD_POOL } from "../../ledger/chart.ts";
import type { TransferPosted } from "../../ledger/transfer.ts";
import { postTransfer } from "../../testing/transfers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { seedGift } from "../../demo/seed/money.ts";
import { someBank } from "../../testing/payouts.ts";
import { hear, rewardPlays, settleGiftsOf, settleRewardsOf } from "../../testing/settling.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { voidRewards } from "../../wallet/settling/void.ts";
import { verifyBundle } from "../../../tools/verify_bundle.mjs";
import { canonicalJson, type Json } from "../../store/log/canonical.ts";
import { signAudit } from "../../audit/bundle_key.ts";
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

const reward = (userId: string, plays: readonly (readonly [string, number])[]) =>
  rewardPlays(test.world.deps, userId, plays);

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
    await post("debt_repaid", availableAccount(who.userId), 5_000);
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
    expect(usedOf(plays, [{ from: 0, to: 15 }])).toEqual([
      { position: 1, playId: "a", units: 10 },
      { position: 1, playId: "b", units: 5 },
    ]);
    expect(usedOf(plays, [{ from: 15, to: 30 }])).toEqual([
      { position: 1, playId: "b", units: 5 },
      { position: 2, playId: "c", units: 10 },
    ]);
    expect(usedOf(plays, [{ from: 0, to: 5 }, { from: 25, to: 30 }])).toEqual([
      { position: 1, playId: "a", units: 5 },
      { position: 2, playId: "c", units: 5 },
    ]);
  });
});

let minute = 0;
const heard = (listenerId: string, units: number) => hear(test.world.deps, { listenerId, units, minute: minute++ });

async function proofOf(id: string): Promise<string> {
  await test.world.settle();
  const response = await test.world.app.request(`/api/v1/admin/payments/${id}/proof`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(response.status).toBe(200);
  return await response.text();
}

describe("the signed proof of a payout", () => {
  let key: string;
  let bundle: string;
  let id: string;
  let who: TestPerson;
  beforeAll(async () => {
    who = await test.person();
    await reward(who.userId, [await heard(who.userId, 4_000), await heard(who.userId, 5_000)]);
    await settleRewardsOf(test.world.deps, who.userId);
    await post("debt_repaid", availableAccount(who.userId), 2_000);
    const rejected = await withdraw(who, 100);
    await test.call(admin, "POST", `/api/v1/reject-payment/${rejected}`, { body: { reason: "A test" } });
    await reward(who.userId, [await heard(who.userId, 6_000)]);
    await settleRewardsOf(test.world.deps, who.userId);
    id = await withdraw(who, 150);
    bundle = await proofOf(id);
    ({ body: { publicKey: key } } = await test.call(undefined, "GET", "/.well-known/orin-audit-key"));
  });

  /** The bundle with something changed, signed again by Orin's own key: as a thief of that key might. */
  function changed(change: (content: { [name: string]: Json }) => void): string[] {
    const made = JSON.parse(bundle);
    change(made.content);
    made.signature.value = signAudit(test.world.deps.keys, canonicalJson(made.content));
    return verifyBundle(made, { key }).problems;
  }
  const payoutIn = (content: { [name: string]: Json }) =>
    content.payout as unknown as {
      units: number;
      lots: { transferId: string; taken: [number, number][]; plays?: [number, string, number][] }[];
    };
  /** Takes the events out of the bundle that fit, and out of its list of them. */
  const without = (fits: (bytes: string) => boolean) => (content: { [name: string]: Json }) => {
    const events = content.events as unknown as { log: string; position: number; bytes: string }[];
    const gone = new Set(events.filter(({ bytes }) => fits(bytes)).map(({ log, position }) => `${log} ${position}`));
    expect(gone.size).toBeGreaterThan(0);
    const stays = ({ log, position }: { log: string; position: number }) => !gone.has(`${log} ${position}`);
    content.events = events.filter(stays);
    content.index = (content.index as unknown as { log: string; position: number }[]).filter(stays);
  };

  it("holds offline: the account is whole, and first in, first out pays it with proven plays", () => {
    const { problems, proved } = verifyBundle(JSON.parse(bundle), { key });
    expect(problems).toEqual([]);
    expect(proved.join("\n")).toContain(`pays the 15000 kobo of the withdrawal ${id} with 3 lots`);
    expect(proved.join("\n")).toContain("3 plays of this person with their reports");
  });

  it("breaks where a lot, a play or a sum is another one, even under the right signature", () => {
    expect(changed((content) => void (payoutIn(content).units = 14_000))).not.toEqual([]);
    expect(changed((content) => void payoutIn(content).lots.pop())).toContain(
      "payout: first in, first out does not pay it with these lots",
    );
    const [fewer] = changed((content) => void payoutIn(content).lots[0]?.plays?.pop());
    expect(fewer).toMatch(/its plays are 4000 kobo/);
    const more = changed((content) => {
      const [play] = payoutIn(content).lots[0]?.plays ?? [];
      if (play) [play[1], play[2]] = [newId(), 4_000];
    });
    expect(more.join()).toMatch(/no reward gave the play .* so much.*is missing/);
  });

  it("breaks where a transfer or a report was left out", () => {
    expect(changed(without((bytes) => bytes.includes('"code":"debt_repaid"'))).join()).toMatch(
      /one of the account's transfers is missing/,
    );
    expect(changed(without((bytes) => bytes.includes("PlayReported"))).join()).toMatch(/the play .* is missing/);
    expect(changed(without((bytes) => bytes.includes("WithdrawalRequested") && bytes.includes(id))).join()).toMatch(
      /the request of the withdrawal .* is missing/,
    );
  });

  it("is of a gift as well, and there is none of tokens that went back", async () => {
    const giver = await test.person();
    const artist = await test.person({ role: "creator" });
    const gift = { giver: { ...giver, firstName: "Bisi", lastName: "Ade" }, artistId: artist.userId };
    await seedGift(test.world.deps, { ...gift, dollars: 5, message: "Thanks" });
    await settleGiftsOf(test.world.deps, artist.userId);
    const paid = await withdraw(artist, 100);
    const { problems, proved } = verifyBundle(JSON.parse(await proofOf(paid)), { key });
    expect(problems).toEqual([]);
    expect(proved.join("\n")).toContain("1 gifts");
    await test.call(admin, "POST", `/api/v1/reject-payment/${paid}`, { body: { reason: "A test" } });
    const { status, body } = await test.call(admin, "GET", `/api/v1/admin/payments/${paid}/proof`);
    expect([status, body.message]).toEqual([404, "Nothing pays for this withdrawal: its tokens went back"]);
    const log = await test.world.deps.store.readStream("social", "audit_exports");
    expect(log.at(-1)).toMatchObject({ type: "AuditExported", data: { subject: `withdrawal:${paid}` } });
  });
});
