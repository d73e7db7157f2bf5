import { expect, it } from "vitest";
import { earningsOf } from "./earnings.ts";

const row = (month: string, code: string, inward: number, outward = 0) => ({ month, code, inward, outward });

it("a creator's earnings are gifts and royalties net of tax, less what went back, by Lagos month", () => {
  const { earnings, earned, months, account } = earningsOf([
    row("2025-12", "gift", 100_000),
    // Royalties come gross and settle net: what moves between one's own accounts is no income.
    row("2025-12", "royalty", 13_651),
    row("2026-01", "royalty_settled", 12_969, 12_969),
    row("2026-01", "royalty_tax", 0, 682),
    row("2026-01", "gift_refunded", 0, 5_000),
    row("2026-01", "debt_repaid", 0, 100),
    row("2026-01", "reward", 250),
  ], "2026-01");
  expect(earned).toEqual({ gifts: 950, royalties: 129.69, repaid: -1, total: 1_078.69 });
  expect(months).toEqual([
    { month: "2026-01", gifts: -50, royalties: -6.82, repaid: -1, total: -57.82 },
    { month: "2025-12", gifts: 1_000, royalties: 136.51, repaid: 0, total: 1_136.51 },
  ]);
  expect(earnings).toEqual({ total: 1_078.69, thisMonth: -57.82, lastMonth: 1_136.51, thisYear: -57.82 });
  expect(account).toEqual({ listening: 2.5, spent: 0, paidOut: 0, balance: 1_081.19 });
});

it("a creator's own gifts, plays and payouts are no income, and all of it is what they have", () => {
  const { earned, account } = earningsOf([
    // Three received, one given; of those given one came back.
    row("2026-01", "gift", 300, 100),
    row("2026-01", "gift_refunded", 40, 50),
    row("2026-01", "extra_play", 0, 10),
    row("2026-01", "withdrawal_held", 120, 120),
    row("2026-01", "withdrawal_posted", 0, 70),
    row("2026-01", "withdrawal_voided", 50, 50),
  ], "2026-01");
  expect(earned.total).toBe(2.5);
  expect(account).toEqual({ listening: 0, spent: -0.7, paidOut: -0.7, balance: 1.1 });
});

it("a creator whom nobody has paid has nothing, in every sum", () => {
  expect(earningsOf([], "2026-01")).toEqual({
    earnings: { total: 0, thisMonth: 0, lastMonth: 0, thisYear: 0 },
    earned: { gifts: 0, royalties: 0, repaid: 0, total: 0 },
    months: [],
    account: { listening: 0, spent: 0, paidOut: 0, balance: 0 },
  });
});
