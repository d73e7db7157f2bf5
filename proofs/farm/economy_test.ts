import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FIRST_POLICY, type Policy } from "../../backend/contract/policy_rules.ts";
import { premiumShare } from "../../backend/royalties/state.ts";
import {
  accountMonth,
  ASSUMED,
  exposureOf,
  feeOfCharge,
  freeMonth,
  giftsOut,
  kindsOf,
  ringDay,
  royaltiesLost,
} from "./economy.ts";
import { economyReport } from "./economy_report.ts";

const policy = FIRST_POLICY;

/** Names of accounts that bring more than their payment leaves and than their level earns without paying. */
const gainers = (rules: Policy) =>
  kindsOf(ASSUMED).filter((kind) => {
    const { rewards, royalties, left } = accountMonth(rules, kind, ASSUMED);
    return rewards + royalties > Math.max(left, freeMonth(rules, kind.level, ASSUMED));
  }).map(({ name }) => name);

describe("the economy of the first policy", () => {
  it("(a) no account brings more than its payment leaves, or than its level earns without paying", () => {
    expect(gainers(policy)).toEqual([]);
    // Whatever is paid and earned.
    for (let seed = 1; seed <= 2_000; seed++) {
      const [paid, rewardUnits] = [seed * 7_919 % 300_000, seed * 104_729 % 90_000];
      const feesKobo = feeOfCharge(paid, ASSUMED);
      const rest = { feesKobo, rewardUnits, basisPoints: policy.royaltyOfRestBasisPoints };
      const royalties = premiumShare(paid, { basisPoints: policy.royaltyBasisPoints, rest });
      expect(royalties + rewardUnits).toBeLessThanOrEqual(Math.max(paid - feesKobo, rewardUnits));
    }
  });

  it("(a) sees the hole that there was: without the rule, Premium brings more than it leaves", () => {
    expect(gainers({ ...policy, royaltyOfRestBasisPoints: 1_000_000 })).toEqual([
      "level 1, Premium, songs saved once",
      "level 2, Premium, songs saved once",
    ]);
  });

  it("(b) a card whose money is taken back costs no more than the exposure, on whatever day", () => {
    for (const [seats, months] of [[1, 1], [1, 12], [5, 12], [6, 6]] as const) {
      const kobo = policy.premiumMonthKobo * seats * months;
      const exposure = exposureOf(policy, kobo, ASSUMED);
      for (let afterDays = 0; afterDays <= 540; afterDays += 5) {
        const lost = royaltiesLost(policy, { kobo, seats, months, afterDays }, ASSUMED);
        const isYoung = afterDays * 86_400_000 < policy.youngCardMs;
        expect(lost).toBeLessThanOrEqual(isYoung ? exposure.royaltiesWhileYoung : exposure.royaltiesLater);
      }
    }
    for (let afterDays = 0; afterDays < 120; afterDays++) {
      const gifts = { units: 1_000_000, gifts: 40, afterDays };
      const { giftsBelowLevel2, giftsAtLevel2 } = exposureOf(policy, 40_000_000, ASSUMED);
      expect(giftsOut(policy, { ...gifts, level: 1 })).toBe(giftsBelowLevel2);
      expect(giftsOut(policy, { ...gifts, level: 2 })).toBeLessThanOrEqual(giftsAtLevel2);
    }
    expect(giftsOut(policy, { units: 1_000_000, gifts: 40, afterDays: 20, level: 2 })).toBe(5_000_000);
  });

  it("(b) sees the hole that there was: royalties of a young payment that settle with the month", () => {
    const stolen = { kobo: 6_000_000, seats: 5, months: 12, afterDays: 119 };
    expect(royaltiesLost({ ...policy, youngCardMs: 0 }, stolen, ASSUMED)).toBeGreaterThan(0);
    expect(royaltiesLost(policy, stolen, ASSUMED)).toBe(0);
  });

  it("(c) a ring takes at most its numbers' accounts' days, and leaves others their first tokens up to thousands", () => {
    for (let numbers = 1; numbers <= 3_000; numbers += 13) {
      const { taken, most, keptForOthers } = ringDay(policy, numbers);
      expect(taken).toBeLessThanOrEqual(Math.min(most, policy.dailyPoolUnits));
      expect(taken + keptForOthers).toBeLessThanOrEqual(policy.dailyPoolUnits);
    }
    // 695 numbers took the whole pool. Now they leave the first tokens of 2,081 people.
    expect(Math.floor(ringDay(policy, 695).keptForOthers / policy.firstTokensUnits)).toBe(2_081);
    expect(ringDay({ ...policy, firstTokensPoolPercent: 0 }, 695).taken).toBe(policy.dailyPoolUnits);
  });

  it("is what docs/farm.md says", () => {
    const page = Deno.readTextFileSync(join(import.meta.dirname ?? "", "../../docs/farm.md"));
    const lines = page.split("\n").map((line) => line.split("|").map((cell) => cell.trim()).filter(Boolean));
    const naira = (kobo: number) => (kobo / 100).toLocaleString("en-NG", { maximumFractionDigits: 2 });
    for (const kind of kindsOf(ASSUMED)) {
      const { rewards, royalties, monthly } = accountMonth(policy, kind, ASSUMED);
      const [, earns, , brings, together, , , , , gain] = lines.find(([name]) => name === kind.name) ?? [];
      expect([kind.name, earns, brings, together, gain]).toEqual(
        [kind.name, ...[rewards, royalties, rewards + royalties, rewards + royalties - monthly].map(naira)],
      );
    }
    for (const numbers of [20, 100, 695, 2_000]) {
      const { taken, keptForOthers } = ringDay(policy, numbers);
      const [, , , takes, left] = lines.find(([name]) => name === numbers.toLocaleString("en-NG")) ?? [];
      expect([numbers, takes, left]).toEqual([numbers, naira(taken), naira(keptForOthers)]);
    }
    for (const afterDays of [30, 119, 180, 365]) {
      const [, , out] = lines.find(([name]) => name === `${afterDays} days`) ?? [];
      const stolen = { kobo: 6_000_000, seats: 5, months: 12, afterDays };
      expect([afterDays, out]).toEqual([afterDays, naira(royaltiesLost(policy, stolen, ASSUMED))]);
    }
  });

  it("prints what is assumed, each account, each ring and each reversal", () => {
    const report = economyReport(policy, { ...ASSUMED, sim: 200 });
    for (const part of ["200 naira", "level 1, long songs", "695 |", "at risk"]) expect(report).toContain(part);
  });
});
