import { describe, expect, it } from "vitest";
import { FEES, PREMIUM_REVENUE, PROVIDER } from "../ledger/chart.ts";
import type { PremiumPaymentEvent, SubscriptionEvent } from "./events.ts";
import {
  addMonths,
  decideCancel,
  decideEnd,
  decideGrant,
  decideNews,
  evolvePayment,
  evolveSubscription,
  movesOf,
  NO_SUBSCRIPTION,
  partDays,
  type PaymentNews,
  premiumDays,
  type PremiumPayment,
  type Subscription,
  useOn,
} from "./state.ts";

const now = Date.parse("2026-06-01T12:00:00+01:00");
const later = now + 10 * 24 * 3_600_000;
const userId = "user";
const reference = "premium-1";
const started: PremiumPaymentEvent = {
  type: "PremiumPaymentStarted",
  data: { reference, userId, amountKobo: 100_000, months: 1, policyVersion: 1 },
};
const grant = (of: string, at = now, known: readonly SubscriptionEvent[] = []) =>
  decideGrant(subscriptionAfter(known), { userId, months: 1, reference: of }, at);
const subscriptionAfter = (events: readonly SubscriptionEvent[]) => events.reduce(evolveSubscription, NO_SUBSCRIPTION);

/** What the provider's news, each at its time, make of a payment and of the person's Premium. */
function after(...news: readonly (readonly [PaymentNews["news"], number])[]) {
  let payment = evolvePayment(undefined as PremiumPayment | undefined, started);
  let subscription = NO_SUBSCRIPTION;
  const types: string[] = [];
  for (const [word, at] of news) {
    const about = { reference, news: word, amountKobo: 100_000, feesKobo: word === "paid" ? 1_500 : 0 };
    const decided = decideNews({ payment, subscription }, about, at);
    payment = decided.payment.reduce(evolvePayment, payment);
    subscription = decided.subscription.reduce(evolveSubscription, subscription);
    types.push(...[...decided.payment, ...decided.subscription].map(({ type }) => type));
  }
  return { payment, until: subscription.until, types };
}

describe("decideGrant()", () => {
  it("gives one grant a reference, and months that follow on each other", () => {
    const first = grant("a");
    expect(subscriptionAfter(first).until).toBe(addMonths(now, 1));
    expect(grant("a", now, first)).toEqual([]);
    expect(subscriptionAfter([...first, ...grant("b", now, first)]).until).toBe(addMonths(addMonths(now, 1), 1));
  });
});

describe("decideCancel() and decideEnd()", () => {
  it("keep access to its end, or end it at once, and change nothing the second time", () => {
    const cancelled = decideCancel(subscriptionAfter(grant("a")), userId, later);
    expect(cancelled).toEqual([{ type: "SubscriptionCancelled", data: { userId, until: addMonths(now, 1) } }]);
    expect(decideCancel(subscriptionAfter([...grant("a"), ...cancelled]), userId, later)).toEqual([]);
    expect(() => decideCancel(NO_SUBSCRIPTION, userId, now)).toThrow("You have no active subscription");
    const ended = decideEnd(subscriptionAfter(grant("a")), userId, later);
    expect(subscriptionAfter([...grant("a"), ...ended]).until).toBe(later);
    expect(decideEnd(subscriptionAfter([...grant("a"), ...ended]), userId, later)).toEqual([]);
  });

  it("a new month ends the cancellation", () => {
    const known = [...grant("a"), ...decideCancel(subscriptionAfter(grant("a")), userId, now)];
    expect(subscriptionAfter([...known, ...grant("b", now, known)]).isCancelled).toBe(false);
  });
});

describe("decideNews()", () => {
  it("gives a month for a payment, once", () => {
    const { types, until } = after(["paid", now], ["paid", later]);
    expect(types).toEqual(["PremiumPaid", "SubscriptionGranted"]);
    expect(until).toBe(addMonths(now, 1));
  });

  it("takes the rest of the month while a dispute is open, and gives it back when it ends well", () => {
    const open = after(["paid", now], ["disputed", later], ["disputed", later]);
    expect(open.types.slice(2)).toEqual(["PremiumDisputed", "SubscriptionSuspended"]);
    expect(open.until).toBe(later);
    const { types, until } = after(["paid", now], ["disputed", later], ["cleared", later + 5_000]);
    expect(types.slice(4)).toEqual(["PremiumCleared", "SubscriptionRestored"]);
    expect(until).toBe(addMonths(now, 1) + 5_000);
  });

  it("takes the rest of the month once when the money goes back", () => {
    expect(after(["paid", now], ["reversed", later]).types.slice(2)).toEqual([
      "PremiumReversed",
      "SubscriptionSuspended",
    ]);
    const { types, payment } = after(["paid", now], ["disputed", later], ["reversed", later], ["reversed", later]);
    expect(types.slice(4)).toEqual(["PremiumReversed"]);
    expect(payment?.status).toBe("reversed");
  });

  it("does nothing about what was not paid or does not exist", () => {
    expect(after(["disputed", now], ["cleared", now], ["reversed", now]).types).toEqual([]);
  });

  it("takes months that came back late once more, from where they stand then", () => {
    const [soon, late] = [now + 24 * 3_600_000, now + 40 * 24 * 3_600_000];
    const back = [["paid", now], ["disputed", soon], ["cleared", late]] as const;
    expect(after(...back).until).toBe(late + addMonths(now, 1) - soon);
    expect(after(...back, ["reversed", late + 1]).until).toBe(late + 1);
    const returned = [["paid", now], ["disputed", soon], ["reversed", soon], ["restored", late]] as const;
    expect(after(...returned, ["disputed", late + 1]).until).toBe(late + 1);
    expect(after(...returned, ["disputed", late + 1], ["cleared", late + 5]).until).toBe(
      (after(...returned).until ?? 0) + 4,
    );
    const news = { reference, news: "paid", amountKobo: 100_000, feesKobo: 0 } as const;
    expect(decideNews({ payment: undefined, subscription: NO_SUBSCRIPTION }, news, now).payment).toEqual([]);
  });
});

describe("months that follow on each other", () => {
  const paid: PremiumPayment = {
    ...{ status: "paid", userId, amountKobo: 100_000, months: 1, takenMs: 0, restored: 0 },
  };
  const disputed = (subscription: Subscription, of: string, at: number) =>
    decideNews(
      { payment: paid, subscription },
      { reference: of, news: "disputed", amountKobo: 100_000, feesKobo: 0 },
      at,
    )
      .subscription.reduce(evolveSubscription, subscription);
  const months = ["a", "b", "c"].reduce<SubscriptionEvent[]>(
    (known, of) => [...known, ...grant(of, now, known)],
    [],
  );

  it("move up where one is taken, so that another one loses only what is left of its own", () => {
    // 1 June to 1 July, 1 August and 1 September; from 11 June on b runs to 12 July, and c to 12 August.
    const without = disputed(subscriptionAfter(months), "a", later);
    expect(without.until).toBe(Date.parse("2026-08-12T12:00:00+01:00"));
    expect(disputed(without, "b", Date.parse("2026-07-20T12:00:00+01:00")).until).toBe(without.until);
    expect(disputed(without, "b", Date.parse("2026-07-02T12:00:00+01:00")).until)
      .toBe(Date.parse("2026-08-02T12:00:00+01:00"));
    expect(disputed(without, "c", Date.parse("2026-08-02T12:00:00+01:00")).until)
      .toBe(Date.parse("2026-08-02T12:00:00+01:00"));
  });

  it("stay where they are when a later one is taken", () => {
    const without = disputed(subscriptionAfter(months), "b", later);
    expect(without.until).toBe(Date.parse("2026-08-01T12:00:00+01:00"));
    expect(disputed(without, "a", later).until).toBe(Date.parse("2026-07-12T12:00:00+01:00"));
  });
});

describe("movesOf()", () => {
  it("books the whole price as revenue, and the fee as Orin's; both stay when the money goes back", () => {
    const about = { reference, userId, amountKobo: 100_000 };
    expect(movesOf({ type: "PremiumPaid", data: { ...about, feesKobo: 1_500 } })).toEqual([{
      ...{ word: "premium paid", code: "premium" },
      entries: [
        { account: PROVIDER, amount: -98_500 },
        { account: FEES, amount: -1_500 },
        { account: PREMIUM_REVENUE, amount: 100_000 },
      ],
    }]);
    expect(movesOf({ type: "PremiumReversed", data: about })).toEqual([{
      ...{ word: "premium reversed", code: "premium_reversed" },
      entries: [{ account: PROVIDER, amount: 100_000 }, { account: PREMIUM_REVENUE, amount: -100_000 }],
    }]);
    expect(movesOf(started)).toEqual([]);
  });
});

describe("what Premium is worth", () => {
  const at = (day: string) => Date.parse(`${day}T12:00:00+01:00`);
  const line = (from: string, until: string) => ({ at: at(from), until: at(until) });
  const day = (name: string, counted: number, offline = 0) => ({
    day: name,
    counted,
    offline,
    offlineMs: offline * 1_000,
  });

  it("counts the days on which it held: months that follow on each other, an end, and what is not over", () => {
    const history = [
      line("2026-05-01", "2026-06-01"),
      line("2026-05-20", "2026-07-01"),
      line("2026-06-10", "2026-06-10"),
    ];
    expect(premiumDays(history, at("2026-08-01"))).toEqual([
      { from: at("2026-05-01"), to: at("2026-05-20") },
      { from: at("2026-05-20"), to: at("2026-06-10") },
    ]);
    expect(premiumDays(history.slice(0, 1), at("2026-05-03"))).toEqual([{
      from: at("2026-05-01"),
      to: at("2026-05-03"),
    }]);
    expect(premiumDays([], now)).toEqual([]);
  });

  it("is what goes beyond the free plays of each day, and nothing of the days without it", () => {
    const spans = [{ from: at("2026-05-01"), to: at("2026-05-03") }];
    const parts = [day("2026-05-01", 25, 3), day("2026-05-03", 0)];
    const days = [day("2026-04-30", 90), day("2026-05-01", 25, 3), day("2026-05-02", 4), day("2026-05-04", 90, 9)];
    expect(useOn(days, { spans, parts, dailyFreePlays: 20 })).toEqual({
      ...{ plays: 29, extraPlays: 5, offlinePlays: 3, offlineMs: 3_000 },
    });
  });

  it("has of the day of the payment what came after it, and nothing that was free before", () => {
    const spans = [{ from: at("2026-05-01"), to: at("2026-05-01") + 3_600_000 }];
    const days = [day("2026-05-01", 22)];
    const plays = (counted: number) => useOn(days, { spans, parts: [day("2026-05-01", counted)], dailyFreePlays: 20 });
    expect(plays(0)).toMatchObject({ plays: 0, extraPlays: 0 });
    expect(plays(1)).toMatchObject({ plays: 1, extraPlays: 1 });
    expect(plays(7)).toMatchObject({ plays: 7, extraPlays: 2 });
  });

  it("begins and ends within days, and months that follow on each other have no end between them", () => {
    const midnight = Date.parse("2026-05-02T00:00:00+01:00");
    const spans = [{ from: at("2026-05-01"), to: at("2026-05-20") }, { from: at("2026-05-20"), to: at("2026-06-10") }];
    const begin = { day: "2026-05-01", from: at("2026-05-01"), to: midnight };
    expect(partDays(spans, at("2026-06-10"))).toEqual([begin]);
    expect(partDays(spans, at("2026-06-11"))).toEqual([begin, {
      day: "2026-06-10",
      from: at("2026-06-10") - 12 * 3_600_000,
      to: at("2026-06-10"),
    }]);
    const short = { from: at("2026-05-01"), to: at("2026-05-01") + 1 };
    expect(partDays([short], at("2026-05-01") + 1)).toEqual([{ day: "2026-05-01", ...short }]);
  });
});
