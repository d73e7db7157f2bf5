import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import { monthAfter, royaltiesCloseAt } from "../contract/royalties.ts";
import {
  decideGrant,
  decideNews,
  evolvePayment,
  evolveSubscription,
  NO_SUBSCRIPTION,
  type PaymentNews,
} from "../subscriptions/state.ts";
import type { PremiumPaymentEvent, SubscriptionEvent } from "../subscriptions/events.ts";
import { countedIn, koboThrough, paidDays, seatKobo } from "./income.ts";
import { paymentOf } from "../subscriptions/gift/events.ts";
import { stretchesOf } from "./stretches.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (day: string, hour = 0) => lagosDayStart(day) + hour * HOUR_MS;
const granted = (reference: string, from: number, until: number): SubscriptionEvent => (
  { type: "SubscriptionGranted", data: { userId: "u", reference, from, until } }
);

describe("paidDays()", () => {
  it("counts the day on which a month begins and not the one on which it ends", () => {
    const days = paidDays([{ from: at("2026-03-10", 14), until: at("2026-04-10", 14) }]);
    expect([days.length, days[0], days.at(-1)]).toEqual([31, "2026-03-10", "2026-04-09"]);
    expect(paidDays([{ from: at("2026-03-10", 1), until: at("2026-03-10", 2) }])).toEqual(["2026-03-10"]);
    const next = paidDays([{ from: at("2026-04-10", 14), until: at("2026-05-10", 14) }]);
    expect(next[0]).toBe("2026-04-10");
  });
});

describe("koboThrough()", () => {
  it("gives each day the same, and a kobo more to the first ones", () => {
    const days = ["2026-01-30", "2026-01-31", "2026-02-01"];
    expect(["2026-01-29", ...days].map((last) => koboThrough(100, { days, last }))).toEqual([0, 34, 67, 100]);
    expect(koboThrough(100, { days: [], last: "2026-01-01" })).toBe(0);
  });

  it("gives all of an amount by its last day, never less than the day before", () => {
    fc.assert(fc.property(fc.nat(1e8), fc.integer({ min: 1, max: 400 }), (kobo, count) => {
      const days = Array.from({ length: count }, (_, index) => lagosDay(at("2026-01-01") + index * DAY_MS));
      const sums = days.map((last) => koboThrough(kobo, { days, last }));
      expect(sums.at(-1)).toBe(kobo);
      const each = sums.map((sum, index) => sum - (sums[index - 1] ?? 0));
      expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
      expect(each).toEqual(each.toSorted((one, two) => two - one));
    }));
  });
});

it("seatKobo() and paymentOf() divide what was paid for several people", () => {
  expect([1, 2, 3].map((seat) => seatKobo(100, { seat, seats: 3 }))).toEqual([34, 33, 33]);
  expect(paymentOf("orin-premium-x 2")).toEqual({ reference: "orin-premium-x", seat: 2 });
  expect(paymentOf("orin-premium-x")).toEqual({ reference: "orin-premium-x", seat: undefined });
});

it("royaltiesCloseAt() lets the last late play come and its reward settle", () => {
  expect(new Date(royaltiesCloseAt("2026-05", { settlingMs: 72 * HOUR_MS })).toISOString()).toBe(
    "2026-06-18T23:00:00.000Z",
  );
  expect(monthAfter("2026-12")).toBe("2027-01");
});

describe("stretchesOf()", () => {
  const may = at("2026-05-01", 9);
  const [june, july] = [at("2026-06-01", 9), at("2026-07-01", 9)];

  it("takes a dispute's time from the end of its own month, moves later ones up, and puts it back where access is", () => {
    const events = [granted("a", may, june), granted("b", june, july)];
    const taken: SubscriptionEvent = {
      type: "SubscriptionSuspended",
      data: { userId: "u", reference: "a", reason: "disputed", takenMs: 10 * DAY_MS, until: july - 10 * DAY_MS },
    };
    const during = stretchesOf([...events, taken]);
    expect(during).toEqual([
      { reference: "a", from: may, until: june - 10 * DAY_MS },
      { reference: "b", from: june - 10 * DAY_MS, until: july - 10 * DAY_MS },
    ]);
    const back: SubscriptionEvent = {
      type: "SubscriptionRestored",
      data: { userId: "u", reference: "a", until: july },
    };
    const after = stretchesOf([...events, taken, back]);
    expect(after).toContainEqual({ reference: "a", from: july - 10 * DAY_MS, until: july });
    const days = paidDays(after.filter(({ reference }) => reference === "a"));
    expect(days.length).toBe(31);
  });

  it("keeps the days of an account that ended: they were paid for", () => {
    const ended: SubscriptionEvent = { type: "SubscriptionEnded", data: { userId: "u", endedAt: may + DAY_MS } };
    expect(stretchesOf([granted("a", may, june), ended])).toEqual([{ reference: "a", from: may, until: june }]);
  });
});

describe("countedIn()", () => {
  const stretches = [{ reference: "a", from: at("2026-05-22"), until: at("2026-06-21") }];
  const count = (keptKobo: number, countedKobo: number, last: string) =>
    countedIn({ reference: "a", keptKobo, countedKobo, stretches }, last);

  it("counts each month its days, waits while a dispute is open, and catches up", () => {
    expect([count(30_000, 0, "2026-05-31"), count(30_000, 10_000, "2026-06-30")]).toEqual([10_000, 20_000]);
    expect([count(0, 0, "2026-05-31"), count(30_000, 0, "2026-06-30")]).toEqual([0, 30_000]);
  });

  it("takes nothing back of a month that is closed", () => {
    expect([count(0, 10_000, "2026-06-30"), count(30_000, 30_000, "2026-07-31")]).toEqual([0, 0]);
  });

  it("counts every kobo that stays Orin's once, whatever happens to payments on the way", () => {
    const step = fc.record({
      days: fc.nat(20),
      kind: fc.constantFrom("pay", "disputed", "cleared", "reversed", "restored"),
    });
    fc.assert(fc.property(fc.array(step, { minLength: 3, maxLength: 16 }), (steps) => {
      let [now, subscription] = [at("2026-01-05", 7), NO_SUBSCRIPTION];
      const told: SubscriptionEvent[] = [];
      const payments = new Map<string, ReturnType<typeof evolvePayment>>();
      const counted = new Map<string, number>();
      let closed = "2026-01";
      const keptOf = (reference: string) => payments.get(reference)?.status === "paid" ? 100_003 : 0;
      const close = () => {
        const stretches = Map.groupBy(stretchesOf(told), ({ reference }) => reference);
        for (const [reference, own] of stretches) {
          const before = counted.get(reference) ?? 0;
          const last = lagosDay(lagosDayStart(`${monthAfter(closed)}-01`) - 1);
          const kobo = countedIn({ reference, keptKobo: keptOf(reference), countedKobo: before, stretches: own }, last);
          counted.set(reference, before + kobo);
        }
        closed = monthAfter(closed);
      };
      const news = (reference: string, kind: PaymentNews["news"]) => {
        const payment = payments.get(reference);
        const about = { reference, news: kind, amountKobo: 100_003, feesKobo: 0 };
        const decided = decideNews({ payment, subscription }, about, now);
        for (const event of decided.payment) payments.set(reference, evolvePayment(payments.get(reference), event));
        told.push(...decided.subscription);
        subscription = decided.subscription.reduce(evolveSubscription, subscription);
      };
      for (const [index, { days, kind }] of steps.entries()) {
        now += days * DAY_MS;
        while (royaltiesCloseAt(closed, { settlingMs: 0 }) <= now) close();
        if (kind === "pay") {
          const reference = `p${index}`;
          const started: PremiumPaymentEvent = {
            type: "PremiumPaymentStarted",
            data: { reference, userId: "u", amountKobo: 100_003, months: 1, policyVersion: 1 },
          };
          payments.set(reference, evolvePayment(undefined, started));
          news(reference, "paid");
        } else {
          const reference = [...payments.keys()][days % Math.max(1, payments.size)];
          if (reference !== undefined) news(reference, kind);
        }
      }
      for (let month = 0; month < 40; month++) close();
      for (const [reference, kobo] of counted) {
        expect(kobo).toBeLessThanOrEqual(100_003);
        if (keptOf(reference) > 0) expect(kobo).toBe(100_003);
      }
      expect(decideGrant(subscription, { userId: "u", months: 0, reference: "x" }, now)).toEqual([]);
    }));
  });
});
