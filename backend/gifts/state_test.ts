import { describe, expect, it } from "vitest";
import { availableAccount, FEES, GIFT_CLAIMS, PROVIDER, settlingAccount } from "../ledger/chart.ts";
import type { GiftEvent, GiftTerms } from "./events.ts";
import {
  decideCardGift,
  decideThanks,
  decideTokenGift,
  decideTokenRefund,
  evolveGift,
  type Gift,
  type GiftPlaces,
  movesOf,
} from "./state.ts";

const [giftId, giverId, artistId] = ["gift", "giver", "artist"];
const terms: GiftTerms = {
  ...{ giftId, giverId, artistId, cents: 100, units: 150_000, koboPerDollar: 150_000, policyVersion: 1 },
  message: "sealed",
  isNamed: false,
};
const reference = "gift-1";
const started: GiftEvent = { type: "GiftPaymentStarted", data: { ...terms, reference } };
const given = (...events: GiftEvent[]) => events.reduce(evolveGift, undefined as Gift | undefined);
const told = (state: Gift | undefined, news: string, artistUnits = 0) =>
  decideCardGift(state, { news, reference, feesKobo: 2_250 }, { artistUnits, lostUnits: 0 });
const types = (events: readonly GiftEvent[]) => events.map(({ type }) => type);

const having = (availableUnits: number) => ({ availableUnits, wholeUnits: 150_000 });

describe("decideTokenGift()", () => {
  it("gives what the giver has, and refuses more, and gifts to oneself", () => {
    expect(decideTokenGift(terms, having(150_000))).toEqual([
      { type: "GiftSent", data: { ...terms, method: "tokens", feesKobo: 0 } },
    ]);
    expect(() => decideTokenGift(terms, having(149_999))).toThrow("Amount exceeds available balance");
    expect(() => decideTokenGift({ ...terms, artistId: giverId }, having(150_000))).toThrow("yourself");
  });
});

describe("decideCardGift()", () => {
  it("sends a gift once, when it is paid", () => {
    const sent = told(given(started), "paid");
    expect(sent).toEqual([{ type: "GiftSent", data: { ...terms, method: "card", reference, feesKobo: 2_250 } }]);
    expect(told(given(started, ...sent), "paid")).toEqual([]);
    expect(told(undefined, "paid")).toEqual([]);
  });

  it("gives it back once: the artist what they have, Orin the rest", () => {
    const sent = [started, ...told(given(started), "paid")];
    const refunded = told(given(...sent), "reversed", 60_000);
    expect(refunded).toEqual([{ type: "GiftRefunded", data: { giftId, takenUnits: 60_000, owedUnits: 90_000 } }]);
    expect(told(given(...sent, ...refunded), "reversed", 60_000)).toEqual([]);
    expect(told(given(started), "reversed")).toEqual([]);
  });

  it("gives back what a dispute has left of it", () => {
    const sent = given(started, ...told(given(started), "paid"));
    const news = { news: "reversed", reference, feesKobo: 0 };
    expect(decideCardGift(sent, news, { artistUnits: 60_000, lostUnits: 50_000 })).toEqual([
      { type: "GiftRefunded", data: { giftId, takenUnits: 60_000, owedUnits: 40_000 } },
    ]);
  });
});

describe("decideTokenRefund()", () => {
  const sent = decideTokenGift(terms, having(150_000));

  it("gives tokens back once, and is not for gifts by card", () => {
    const refunded = decideTokenRefund(given(...sent), 150_000);
    expect(types(refunded)).toEqual(["GiftRefunded"]);
    expect(decideTokenRefund(given(...sent, ...refunded), 150_000)).toEqual([]);
    expect(() => decideTokenRefund(given(started), 150_000)).toThrow("Gift not found");
  });
});

describe("decideThanks()", () => {
  const thanks = { giftId, artistId, message: "sealed" };

  it("is the artist's, once, and not for what is not paid yet", () => {
    const sent = decideTokenGift(terms, having(150_000));
    const thanked = decideThanks(given(...sent), thanks);
    expect(types(thanked)).toEqual(["GiftThanked"]);
    expect(decideThanks(given(...sent, ...thanked), thanks)).toEqual([]);
    expect(() => decideThanks(given(...sent), { ...thanks, artistId: "another" })).toThrow("Gift not found");
    expect(() => decideThanks(given(started), thanks)).toThrow("Gift not found");
  });
});

describe("movesOf()", () => {
  const at = (artistShard: number): GiftPlaces => ({
    ...{ shard: 0, giftId, giverId, giverShard: 0, artistId, artistShard },
  });
  const artist = availableAccount(artistId);
  const sumsTo0 = (moves: ReturnType<typeof movesOf>) =>
    moves.every(({ entries }) => entries.reduce((sum, { amount }) => sum + amount, 0) === 0);

  it("lets a card's sum settle for the artist, and Orin bears the fee", () => {
    const moves = told(given(started), "paid").flatMap((event) =>
      movesOf(at(0), event, { before: given(started), heldUnits: 0, reservedUnits: 0 })
    );
    expect(moves).toEqual([{
      ...{ shard: 0, word: "gift", code: "gift" },
      entries: [
        { account: PROVIDER, amount: -147_750 },
        { account: FEES, amount: -2_250 },
        { account: settlingAccount(artistId), amount: 150_000 },
      ],
    }]);
    expect(sumsTo0(moves)).toBe(true);
  });

  it("takes back what settles and what the artist has, and claims the rest", () => {
    const sent = given(started, ...told(given(started), "paid"));
    const moves = told(sent, "reversed", 60_000).flatMap((event) =>
      movesOf(at(0), event, { before: sent, heldUnits: 20_000, reservedUnits: 0 })
    );
    expect(moves.map(({ entries }) => entries)).toEqual([[
      { account: PROVIDER, amount: 150_000 },
      { account: GIFT_CLAIMS, amount: -90_000 },
      { account: settlingAccount(artistId), amount: -20_000 },
      { account: artist, amount: -40_000 },
    ]]);
  });

  it("goes through clearing accounts between shards, and claims what the artist no longer has in the artist's", () => {
    const [sent] = decideTokenGift(terms, having(150_000));
    const across = sent ? movesOf(at(1), sent, { before: undefined, heldUnits: 0, reservedUnits: 0 }) : [];
    expect(across.map(({ shard, word }) => [shard, word])).toEqual([[0, "gift out"], [1, "gift in"]]);
    expect(across[1]?.entries).toEqual([
      { account: settlingAccount(artistId), amount: 150_000 },
      { account: "clearing:1:0", amount: -150_000 },
    ]);
    expect(sumsTo0(across)).toBe(true);
    const state = given(...decideTokenGift(terms, having(150_000)));
    const back = decideTokenRefund(state, 0).flatMap((event) =>
      movesOf(at(1), event, { before: state, heldUnits: 0, reservedUnits: 0 })
    );
    expect(back.map(({ shard, word }) => [shard, word])).toEqual([[0, "gift_refunded out"], [1, "gift_refunded in"]]);
    expect(back[1]?.entries).toEqual([
      { account: GIFT_CLAIMS, amount: -150_000 },
      { account: "clearing:1:0", amount: 150_000 },
    ]);
    expect(sumsTo0(back)).toBe(true);
  });
});
