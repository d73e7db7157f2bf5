import { describe, expect, it } from "vitest";
import { withAnswers } from "./test_answers.ts";
import { LOOKED_UP, ok, REFERENCE, VERIFIED } from "./test_samples.ts";

describe("paging", () => {
  const bank = (code: string) => ({
    name: `Bank ${code}`,
    code,
    active: true,
    is_deleted: false,
    slug: `bank-${code}`,
  });

  it.each([null, "null", "", undefined])("listBanks() follows the cursor until it is %j", async (end) => {
    const pages = [
      ok([bank("801")], { next: "YmFuazoxNjk=", previous: "null", perPage: 1 }),
      ok([bank("044"), bank("801")], { next: end, previous: null, perPage: 1 }),
      ok([bank("999")], {}),
    ];
    await withAnswers(pages, async (payments, requests) => {
      expect((await payments.listBanks()).map(({ code }) => code)).toEqual(["044", "801"]);
      expect(requests.map(({ query }) => query.next)).toEqual([undefined, "YmFuazoxNjk="]);
    });
  });

  it("listBanks() does not go in circles", async () => {
    const circle = ok([bank("801")], { next: "same", previous: null, perPage: 1 });
    await expect(withAnswers(circle, (payments) => payments.listBanks())).rejects
      .toMatchObject({ name: "PaymentsUnavailable", reason: "unreadable" });
  });

  it("listBanks() leaves out what is no bank to pay to, and one odd entry", async () => {
    const banks = [
      { ...bank("001"), active: false },
      { ...bank("002"), is_deleted: true },
      { ...bank("003"), supports_transfer: false },
      { name: "Odd", code: 4 },
      { ...bank("005"), supports_transfer: true },
      { name: "Older", code: "006", active: true },
    ];
    const listed = await withAnswers(ok(banks), (payments) => payments.listBanks());
    expect(listed).toEqual([
      { code: "005", name: "Bank 005", slug: "bank-005" },
      { code: "006", name: "Older", slug: "006" },
    ]);
  });

  it("listPayouts() reads transfers without a reference, and numbered pages", async () => {
    const { reference: _none, ...old } = LOOKED_UP;
    const pages = [
      ok([{ ...LOOKED_UP, status: "otp" }], { total: 2, skipped: 0, perPage: "1", page: 1, pageCount: 2 }),
      ok([old], { total: 2, skipped: 1, perPage: "1", page: "2", pageCount: "2" }),
    ];
    const payouts = await withAnswers(
      pages,
      (payments) => Array.fromAsync(payments.listPayouts({ fromMs: 0, toMs: 1_000 })),
    );
    expect(payouts).toMatchObject([{ reference: REFERENCE, status: "otp" }, { reference: "TRF_one" }]);
  });

  it("listCharges() reads numbered pages, each charge once, also where asked sum and fee are left out", async () => {
    const { requested_amount: _asked, fees: _fees, ...bare } = VERIFIED;
    const meta = { total: 3, total_volume: 1, skipped: 0, perPage: 2, pageCount: 2 };
    const pages = [
      ok([{ ...VERIFIED, id: 3 }, { ...bare, id: 2, status: "abandoned" }], { ...meta, page: 1 }),
      ok([{ ...bare, id: 2, status: "abandoned" }, { ...bare, id: 1, fees: null }], { ...meta, page: 2 }),
    ];
    const charges = await withAnswers(
      pages,
      (payments) => Array.fromAsync(payments.listCharges({ fromMs: 0, toMs: 1_000 })),
    );
    expect(charges.map(({ chargeId, status }) => [chargeId, status]))
      .toEqual([["3", "success"], ["2", "abandoned"], ["1", "success"]]);
    expect(charges[2]).toMatchObject({ requestedKobo: charges[2]?.amountKobo });
    expect(charges[2]?.feesKobo).toBeUndefined();
  });
});
