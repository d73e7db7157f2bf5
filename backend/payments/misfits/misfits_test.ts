import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Charge } from "../../adapters/payments/types.ts";
import { giftCharges } from "../../gifts/give.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { reviewRefund, settleCharge } from "../charge.ts";

const lines: string[] = [];
let test: TestWallet;
let admin: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ faults: { webhooksLost: true } });
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

/** A gift whose payer paid something else: the provider's answer is bent. */
async function misfit(bent: Partial<Charge>) {
  const [giver, artist] = [await test.person(), await test.person({ role: "creator" })];
  const body = { artistId: artist.userId, amount: 1, method: "card" };
  const { giftId, data: { reference } } = (await test.call(giver, "POST", "/api/v1/gifts", { body })).body;
  test.sandbox.checkout(reference, "pay");
  const { payments } = test.world.deps;
  const confirmCharge = async (asked: string) => ({ ...await payments.confirmCharge(asked), ...bent }) as Charge;
  const deps = {
    ...test.world.deps,
    payments: { ...payments, confirmCharge },
    log: (line: string) => void lines.push(line),
  };
  const settle = () => settleCharge(deps, giftCharges, reference);
  await settle();
  await settle();
  return { giftId, reference, artist, giver, settle, deps };
}
const listed = async () => (await test.call(admin, "GET", "/api/v1/admin/payments-to-clear")).body.payments;
const find = async (id: string) => (await listed()).find((payment: { id: string }) => payment.id === id);
const refund = (id: string, by = admin) => test.call(by, "POST", `/api/v1/admin/payments-to-clear/${id}/refund`);

describe("a payment that came in wrongly", () => {
  it.each([
    ["another sum", { amountKobo: 100_000 }, { paid: 1_000, currency: "NGN", said: "success" }],
    ["another currency", { currency: "GHS" }, { paid: 1_500, currency: "GHS", said: "success" }],
    ["a word nobody knows", { status: "unknown", said: "settled?" }, { paid: 1_500, said: "settled?" }],
  ] as [string, Partial<Charge>, object][])("is listed once and logged once: %s", async (_what, bent, shown) => {
    const before = lines.length;
    const { giftId, reference, artist } = await misfit(bent);
    expect(await find(giftId)).toMatchObject({ reference, expected: 1_500, ...shown });
    expect((await listed()).filter((one: { id: string }) => one.id === giftId)).toHaveLength(1);
    expect(lines.slice(before)).toHaveLength(1);
    expect([await test.settlingOf(artist), await test.moneyOf(artist)]).toEqual([0, { available: 0, reserved: 0 }]);
  });

  it("goes back once, however often it is pressed, and leaves the list when the payer has it", async () => {
    const { giftId, reference, deps } = await misfit({ amountKobo: 100_000 });
    const answers = await Promise.all([refund(giftId), refund(giftId), refund(giftId)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const refunds = test.sandbox.state().refunds.filter(({ merchantNote }) => String(merchantNote).includes(giftId));
    expect(refunds).toHaveLength(1);
    expect((await find(giftId)).refundAskedAt).toBeDefined();
    test.sandbox.settleRefund(String(refunds[0]?.id), "processed");
    await reviewRefund(deps, giftCharges, reference);
    expect(await find(giftId)).toBeUndefined();
    expect((await refund(giftId)).status).toBe(409);
    expect(await test.total()).toBe(0);
  });

  it("leaves the list when the provider says the right thing after all", async () => {
    const { giftId, reference, artist } = await misfit({ status: "unknown", said: "settled?" });
    await settleCharge(test.world.deps, giftCharges, reference);
    expect(await find(giftId)).toBeUndefined();
    expect(await test.settlingOf(artist)).toBe(150_000);
  });

  it("is an admin's to give back, and stays when the provider does not answer", async () => {
    const { giftId, giver } = await misfit({ amountKobo: 100_000 });
    expect((await refund(giftId, giver)).status).toBe(403);
    vi.spyOn(test.world.deps, "log").mockImplementation(() => {});
    test.sandbox.faults.set({ answers: [{ fault: "500", path: "/refund" }] });
    expect((await refund(giftId)).status).toBe(503);
    test.sandbox.faults.clear();
    expect((await refund(giftId)).status).toBe(202);
    vi.restoreAllMocks();
  });
});
