import { describe, expect, it } from "vitest";
import { lagosDayStart } from "../contract/policy.ts";
import type { RoyaltyHoldEvent } from "./events.ts";
import {
  arrivalEntries,
  decideDivision,
  decideRoyaltyReturn,
  decideRoyaltySettling,
  decideRoyaltyVoid,
  evolveDivisions,
  evolveHolds,
  holdKey,
  holdMoves,
  type MonthFacts,
  NO_ROYALTIES,
  NOTHING_DIVIDED,
  sendingEntries,
  shareOf,
  taxOf,
} from "./state.ts";

const policy = {
  ...{ version: 3, royaltyBasisPoints: 5_000, royaltyOfRestBasisPoints: 10_000, freeRoyaltyKoboPerHour: 0 },
};
const owned = (creatorId: string) => [{ creatorId, basisPoints: 10_000 }];
const payments = [{
  ...{ reference: "p", keptKobo: 100_000, countedKobo: 0, feesKobo: 1_500 },
  stretches: [{ reference: "p", from: lagosDayStart("2026-05-01"), until: lagosDayStart("2026-06-01") }],
}];
const facts = (more: Partial<MonthFacts> = {}): MonthFacts => ({
  ...{ listenerId: "ears", month: "2026-05", policy, payments, premiumEvents: 1, uncountedEvents: 0, rewardUnits: 0 },
  heard: [{ trackId: "a", day: "2026-05-02", ms: 60_000 }, { trackId: "b", day: "2026-05-03", ms: 30_000 }],
  sharesOf: (trackId) => owned(`owner of ${trackId}`),
  ...more,
});
const only = (more: Partial<MonthFacts> = {}) => decideDivision(NOTHING_DIVIDED, facts(more))[0]?.data;
const koboOf = (data: ReturnType<typeof only>) =>
  data?.lines.map(([track, creator, , , kobo]) => [track, creator, kobo]);

describe("decideDivision()", () => {
  it("divides the share of what a listener paid among whom this person heard, by proven time", () => {
    const data = only();
    expect(data).toMatchObject({ kind: "premium", incomeKobo: 100_000, shareKobo: 50_000, restKobo: 0 });
    expect(koboOf(data)).toEqual([["a", "owner of a", 33_333], ["b", "owner of b", 16_667]]);
  });

  it("gives artists no more than what is left after the fee and what the listener earned", () => {
    const rest = (rewardUnits: number) => only({ rewardUnits });
    expect([rest(48_500), rest(48_501), rest(72_000)].map((data) => data?.shareKobo)).toEqual([50_000, 49_999, 26_500]);
    expect(rest(200_000)).toMatchObject({ shareKobo: 0, restKobo: 0, rest: { feesKobo: 1_500, rewardUnits: 200_000 } });
    expect(only({ policy: { ...policy, royaltyOfRestBasisPoints: 5_000 }, rewardUnits: 72_000 })?.shareKobo)
      .toBe(13_250);
  });

  it("never lets a listener's rewards and royalties be more than the payment without its fee, whatever was paid", () => {
    for (let seed = 1; seed <= 3_000; seed++) {
      const [keptKobo, feesKobo] = [1 + seed * 7_919 % 400_009, seed * 31 % 2_500];
      const rewardUnits = seed * 104_729 % 90_001;
      const more = { ...policy, royaltyBasisPoints: seed * 13 % 10_001 };
      const paid = payments.map((payment) => ({ ...payment, keptKobo, feesKobo }));
      const { incomeKobo = 0, shareKobo = 0 } = only({ rewardUnits, payments: paid, policy: more }) ?? {};
      expect(shareKobo + rewardUnits).toBeLessThanOrEqual(Math.max(incomeKobo - feesKobo, rewardUnits));
      expect(shareKobo).toBeLessThanOrEqual(shareOf(incomeKobo, more.royaltyBasisPoints));
    }
  });

  it("leaves the share with Orin where nobody was heard, and says so", () => {
    expect(only({ heard: [] })).toMatchObject({ shareKobo: 50_000, restKobo: 50_000, lines: [] });
  });

  it("divides once, and nothing where nobody paid and free listening brings nothing", () => {
    const [event] = decideDivision(NOTHING_DIVIDED, facts());
    const after = event && evolveDivisions(NOTHING_DIVIDED, event);
    expect(after && decideDivision(after, facts())).toEqual([]);
    expect(after?.counted.get("p")).toBe(100_000);
    expect(only({ payments: [] })).toBeUndefined();
  });

  it("splits each day as it was shared then, and what nobody has a share of stays with Orin", () => {
    const data = only({
      heard: [{ trackId: "a", day: "2026-05-02", ms: 60_000 }, { trackId: "a", day: "2026-05-03", ms: 60_000 }],
      sharesOf: (_track, day) =>
        day === "2026-05-02"
          ? owned("one")
          : [{ creatorId: "one", basisPoints: 2_000 }, { creatorId: "two", basisPoints: 3_000 }],
    });
    expect(koboOf(data)).toEqual([["a", "one", 30_000], ["a", "two", 7_500]]);
    expect(data).toMatchObject({ restKobo: 12_500 });
    expect(data?.lines.map(([, , ms]) => ms)).toEqual([120_000, 60_000]);
  });

  it("gives nobody a part of the own listening", () => {
    const data = only({
      sharesOf: () => [{ creatorId: "ears", basisPoints: 6_000 }, { creatorId: "two", basisPoints: 4_000 }],
    });
    expect(koboOf(data)).toEqual([["a", "two", 13_333], ["b", "two", 6_667]]);
    expect(data?.restKobo).toBe(30_000);
  });

  it("refuses shares of more than the whole", () => {
    const sharesOf = () => [{ creatorId: "one", basisPoints: 6_000 }, { creatorId: "two", basisPoints: 4_001 }];
    expect(() => only({ sharesOf })).toThrow("more than the whole");
  });

  it("pays free listening from the pool of promotion by the hour, where the policy says so", () => {
    const free = { ...policy, freeRoyaltyKoboPerHour: 1_000 };
    const data = only({ payments: [], policy: free });
    expect(data).toMatchObject({ kind: "free", incomeKobo: 0, shareKobo: 25 });
    expect(only({ policy: free })).toMatchObject({ kind: "premium", shareKobo: 50_000 });
  });

  it("gives ten accounts that play one artist day and night no more than the share of what each paid", () => {
    const day = Array.from({ length: 31 }, (_, index) => `2026-05-${String(index + 1).padStart(2, "0")}`);
    const heard = day.map((day) => ({ trackId: "own", day, ms: 2 * 3_600_000 }));
    const paid = Array.from({ length: 10 }, (_, index) => only({ listenerId: `bot ${index}`, heard }));
    for (const data of paid) expect(koboOf(data)).toEqual([["own", "owner of own", 50_000]]);
    expect(only({ heard: [...heard, ...heard, ...heard] })?.shareKobo).toBe(50_000);
  });
});

it("shareOf() rounds down, also where the product is no safe number", () => {
  expect([shareOf(99_999, 5_000), shareOf(1, 9_999), shareOf(9e14, 3_333)]).toEqual([49_999, 0, 299_970_000_000_000]);
});

it("taxOf() takes a part of the whole, never a fraction more, and nothing more than half", () => {
  expect([taxOf(19, 500), taxOf(20, 500), taxOf(39, 500), taxOf(1, 5_000), taxOf(9e14 + 1, 750)])
    .toEqual([0, 1, 1, 0, 67_500_000_000_000]);
  for (let seed = 1; seed <= 2_000; seed++) {
    const units = 1 + seed * 7_919 % 100_003;
    const basisPoints = seed * 104_729 % 5_001;
    const tax = taxOf(units, basisPoints);
    // By whole numbers alone: what the exact tax is above, it is by less than a unit.
    const missing = units * basisPoints - tax * 10_000;
    expect([missing >= 0, missing < 10_000, units - tax >= tax]).toEqual([true, true, true]);
  }
});

describe("a creator's royalty", () => {
  const part = { creatorId: "c", month: "2026-05", fromShard: 1 };
  const held: RoyaltyHoldEvent = { type: "RoyaltyHeld", data: { ...part, units: 500, until: 9, transferId: "t" } };
  const state = (...events: RoyaltyHoldEvent[]) => [held, ...events].reduce(evolveHolds, NO_ROYALTIES);
  const voiding = (units: number, aboutId: string) => ({ ...part, aboutId, units, reason: "Farm", transferId: "v" });
  const settle = (holds: ReturnType<typeof state>, basisPoints = 500) =>
    decideRoyaltySettling(holds, {
      ...{ creatorId: "c", isDue: ({ until }) => until <= 9, transferId: (hold) => `s ${holdKey(hold)}` },
      tax: ({ month }) => ({ basisPoints, transferId: `t ${month}` }),
    });
  const taxed = (withheldUnits: number, taxBasisPoints = 500) => (
    { taxBasisPoints, withheldUnits, ...(withheldUnits > 0 && { taxTransferId: "t 2026-05" }) }
  );

  it("settles what is left of it, once", () => {
    const [settled] = settle(state(...decideRoyaltyVoid(state(), voiding(200, "bot"))));
    expect(settled?.data).toEqual({ ...part, units: 300, transferId: "s 2026-05 1", ...taxed(15) });
    const voided = decideRoyaltyVoid(state(), voiding(200, "bot"));
    expect(settled && settle(state(...voided, settled))).toEqual([]);
    expect(settled && holdMoves(settled)).toEqual([
      {
        ...{ transferId: "s 2026-05 1", code: "royalty_settled" },
        entries: [{ account: "user:c:settling", amount: -285 }, { account: "user:c:available", amount: 285 }],
      },
      {
        ...{ transferId: "t 2026-05", code: "royalty_tax" },
        entries: [{ account: "user:c:settling", amount: -15 }, { account: "liability:withheld_tax", amount: 15 }],
      },
    ]);
  });

  it("is voided for each account once, never beyond what is left, and not after it has settled", () => {
    const [first] = decideRoyaltyVoid(state(), voiding(200, "bot"));
    const after = first ? state(first) : state();
    expect(decideRoyaltyVoid(after, voiding(200, "bot"))).toEqual([]);
    expect(decideRoyaltyVoid(after, voiding(900, "other"))[0]?.data.units).toBe(300);
    expect(decideRoyaltyVoid(state(...settle(state())), voiding(1, "bot"))).toEqual([]);
    expect(decideRoyaltyVoid(NO_ROYALTIES, voiding(1, "bot"))).toEqual([]);
  });

  it("comes back once, available, and is not voided for the same account again", () => {
    const tax = { basisPoints: 750, transferId: "t 2026-05" };
    const back = { ...part, aboutId: "bot", appealId: "a", transferId: "b", tax };
    const after = state(...decideRoyaltyVoid(state(), voiding(200, "bot")));
    const [returned] = decideRoyaltyReturn(after, back);
    expect(returned?.data).toMatchObject({ units: 200, ...taxed(15, 750) });
    expect(returned && holdMoves(returned).map(({ code, entries }) => [code, ...entries])).toEqual([
      [
        "royalty_given_back",
        { account: "expense:royalties", amount: -185 },
        { account: "user:c:available", amount: 185 },
      ],
      [
        "royalty_tax",
        { account: "expense:royalties", amount: -15 },
        { account: "liability:withheld_tax", amount: 15 },
      ],
    ]);
    const again = returned ? evolveHolds(after, returned) : after;
    expect([decideRoyaltyReturn(again, back), decideRoyaltyVoid(again, voiding(200, "bot"))]).toEqual([[], []]);
  });

  it("is voided gross: no tax was booked of what has not settled", () => {
    const [voided] = decideRoyaltyVoid(state(), voiding(500, "bot"));
    expect(voided && holdMoves(voided)).toEqual([{
      ...{ transferId: "v", code: "royalty_voided" },
      entries: [{ account: "user:c:settling", amount: -500 }, { account: "expense:royalties", amount: 500 }],
    }]);
  });

  it("of which no tax is due, or less than a unit, moves whole, and says by which rate", () => {
    const [none] = settle(state(), 0);
    expect(none?.data).toEqual({ ...part, units: 500, transferId: "s 2026-05 1", ...taxed(0, 0) });
    const [little] = settle(state(...decideRoyaltyVoid(state(), voiding(481, "bot"))));
    expect(little?.data).toMatchObject({ units: 19, ...taxed(0) });
    for (const event of [none, little]) expect(event && holdMoves(event).length).toBe(1);
  });

  it("that settled before there was a tax moves as it did then", () => {
    const old: RoyaltyHoldEvent = { type: "RoyaltySettled", data: { ...part, units: 500, transferId: "old" } };
    expect(holdMoves(old)).toEqual([{
      ...{ transferId: "old", code: "royalty_settled" },
      entries: [{ account: "user:c:settling", amount: -500 }, { account: "user:c:available", amount: 500 }],
    }]);
  });

  it("meets the other shard's account on its way", () => {
    const sending = { creatorId: "c", kobo: 70, promotionKobo: 20, fromShard: 0, toShard: 2 };
    expect(sendingEntries(sending)).toEqual([
      { account: "expense:royalties", amount: -50 },
      { account: "pool:promotion", amount: -20 },
      { account: "clearing_royalties:0:2", amount: 70 },
    ]);
    expect(arrivalEntries(sending)).toEqual([
      { account: "clearing_royalties:2:0", amount: -70 },
      { account: "user:c:settling", amount: 70 },
    ]);
  });
});
