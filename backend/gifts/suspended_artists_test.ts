import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suspend, unsuspend } from "../accounts/account/suspend.ts";
import { newId } from "../contract/ids.ts";
import { someBank } from "../testing/payouts.ts";
import { addUpload, type TestPerson } from "../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { eventually } from "../testing/wait.ts";
import { workMoney } from "../wallet/withdrawal/reactions.ts";

let test: TestWallet;
let money: { stop(): Promise<void> };

beforeAll(async () => {
  test = await openTestWallet();
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
});
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

const give = (who: TestPerson, body: object, key?: string) =>
  test.call(who, "POST", "/api/v1/gifts", { body, ...(key && { key }) });
const sentBy = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/gifts/sent")).body.gifts;
const unitsOf = async (who: TestPerson) => (await test.moneyOf(who)).available;

describe("a suspended artist", () => {
  const suspendable = async () => {
    const [suspended, admin] = [await test.person({ role: "creator" }), await test.person({ isAdmin: true })];
    const about = { userId: suspended.userId, adminId: admin.userId, reason: "Shared account" };
    const origin = { metadata: { actor: `user:${admin.userId}` } };
    const { deps } = test.world;
    return {
      ...{ suspended, admin },
      shutOut: () => suspend(deps, about, origin),
      letIn: () => unsuspend(deps, about, origin),
    };
  };

  it("gets no gift, by tokens or card, before any money moves; a lost answer from before is given again", async () => {
    const { suspended, shutOut, letIn } = await suspendable();
    const giver = await test.person({ tokens: 4_000 });
    const [early, late, trackId] = [
      newId(),
      newId(),
      (await addUpload(test.world.deps, { ownerId: suspended.userId })).trackId,
    ];
    const gift = { artistId: suspended.userId, amount: 1, method: "tokens" };
    const first = await give(giver, gift, early);
    await shutOut();
    const refused = {
      status: 409,
      body: { code: "gifts_paused", error: "This artist cannot receive gifts at the moment" },
    };
    expect(await give(giver, gift, late)).toMatchObject(refused);
    expect(await give(giver, { ...gift, method: "card" })).toMatchObject(refused);
    expect(await give(giver, { trackId, amount: 1, method: "tokens" })).toMatchObject(refused);
    expect(await give(giver, gift, early)).toMatchObject({ status: 201, body: first.body });
    expect(await sentBy(giver)).toHaveLength(1);
    await test.world.deps.store.settle();
    expect([await unitsOf(giver), await test.settlingOf(suspended)]).toEqual([250_000, 150_000]);
    await letIn();
    expect(await give(giver, gift, late)).toMatchObject({ status: 201 });
  });

  it("keeps what was being paid for when they were shut out, held with their balance; it can be given back", async () => {
    const { suspended, admin, shutOut } = await suspendable();
    const giver = await test.person();
    const { body } = await give(giver, { artistId: suspended.userId, amount: 1, method: "card" });
    await shutOut();
    test.sandbox.checkout(body.data.reference, "pay");
    const verify = { body: { reference: body.data.reference } };
    expect((await test.call(giver, "POST", "/api/v1/gifts/verify", verify)).status).toBe(200);
    expect(await test.settlingOf(suspended)).toBe(150_000);
    const asked = { body: { amount: 1_000, bankDetails: someBank() } };
    expect([401, 403]).toContain((await test.call(suspended, "POST", "/api/v1/withdraw", asked)).status);
    expect((await test.call(admin, "POST", `/api/v1/admin/gifts/${body.giftId}/refund`)).status).toBe(202);
    const [refund] = test.sandbox.state().refunds.filter(({ status }) => status === "pending");
    test.sandbox.settleRefund(String(refund?.id), "processed");
    await eventually("the refund", () => test.settlingOf(suspended)).toBe(0);
    expect(await test.total()).toBe(0);
  });
});
