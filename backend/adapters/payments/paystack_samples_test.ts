import { describe, expect, it } from "vitest";
import { withAnswers } from "./test_answers.ts";
import { LOOKED_UP, ok, REFERENCE, STARTED, VERIFIED } from "./test_samples.ts";

describe("documented answers", () => {
  it("confirmCharge() reads a verified charge, amounts apart", async () => {
    const charge = await withAnswers(ok(VERIFIED), (payments) => payments.confirmCharge(REFERENCE));
    expect(charge).toEqual({
      status: "success",
      chargeId: "4099260516",
      reference: REFERENCE,
      amountKobo: 40333,
      requestedKobo: 30050,
      currency: "NGN",
      metadata: {},
      feesKobo: 10283,
      channel: "card",
      paidAt: new Date("2024-08-22T09:15:02.000Z"),
    });
  });

  it.each([
    ["", {}],
    [0, {}],
    [null, {}],
    [undefined, {}],
    [[], {}],
    ["no json", {}],
    ['{"intent":"premium"}', { intent: "premium" }],
    [{ intent: "premium", cancel_action: "http://x" }, { intent: "premium", cancel_action: "http://x" }],
  ])("confirmCharge() reads the metadata %j", async (metadata, expected) => {
    const charge = await withAnswers(
      ok({ ...VERIFIED, metadata }),
      (payments) => payments.confirmCharge(REFERENCE),
    );
    expect(charge).toMatchObject({ metadata: expected });
  });

  it("confirmCharge() reads an unpaid charge of an older form", async () => {
    const older = { ...VERIFIED, status: "abandoned", fees: null, paid_at: null, channel: "", id: "12" };
    const { requested_amount: _left, ...without } = older;
    const charge = await withAnswers(ok(without), (payments) => payments.confirmCharge(REFERENCE));
    expect(charge).toEqual({
      status: "abandoned",
      chargeId: "12",
      reference: REFERENCE,
      amountKobo: 40333,
      requestedKobo: 40333,
      currency: "NGN",
      metadata: {},
    });
  });

  it("startPayout() and lookUpPayout() read both forms of a transfer", async () => {
    const request = { reference: REFERENCE, amountKobo: 100_000, recipientCode: "RCP_one", reason: "r" };
    const started = await withAnswers(ok(STARTED), async (payments, requests) => {
      const payout = await payments.startPayout(request);
      expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
        source: "balance",
        amount: 100000,
        currency: "NGN",
        recipient: "RCP_one",
        reference: REFERENCE,
        reason: "r",
      });
      return payout;
    });
    const common = {
      status: "success",
      payoutId: "860703114",
      reference: REFERENCE,
      transferCode: "TRF_one",
      amountKobo: 100_000,
      currency: "NGN",
      createdAt: new Date("2025-08-04T10:32:40.000Z"),
      updatedAt: new Date("2025-08-04T10:32:40.000Z"),
    };
    expect(started).toEqual(common);
    const found = await withAnswers(ok(LOOKED_UP), (payments) => payments.lookUpPayout(REFERENCE));
    expect(found).toEqual({ ...common, feeKobo: 1000, recipientCode: "RCP_one" });
  });

  it("finalizePayout() and startPayout() read the shorter form of a transfer that needs a code", async () => {
    const { transfersessionid: _a, transfertrials: _b, failures: _c, ...shorter } = { ...STARTED, status: "otp" };
    const confirmation = { transferCode: "TRF_one", otp: "928783" };
    const payout = await withAnswers(ok(shorter), (payments) => payments.finalizePayout(confirmation));
    expect(payout).toMatchObject({ status: "otp", transferCode: "TRF_one" });
  });

  it("balance() takes the naira, 0 where there are none", async () => {
    const balances = [{ currency: "USD", balance: 5 }, { currency: "NGN", balance: 1700000 }];
    expect(await withAnswers(ok(balances), (payments) => payments.balance())).toBe(1_700_000);
    expect(await withAnswers(ok([]), (payments) => payments.balance())).toBe(0);
  });
});
