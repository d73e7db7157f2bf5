import { describe, expect, it } from "vitest";
import type { SubscriptionEvent } from "../events.ts";
import { addMonths, decideGifted, evolveSubscription, NO_SUBSCRIPTION, type PremiumPayment } from "../state.ts";
import type { PremiumGiftEvent } from "./events.ts";
import {
  decideClaim,
  decideReaddressing,
  decideSendingAgain,
  evolveGift,
  type PremiumGift,
  seatStatus,
} from "./state.ts";

const reference = "premium-1";
const [giverId, friend, other] = ["giver", "friend", "other"];
const sealed = { name: "sealed", email: "sealed" };
const started: PremiumGiftEvent = {
  type: "PremiumGiftStarted",
  data: { reference, giverId, months: 1, seats: [{ seat: 1, ...sealed }, { seat: 2, ...sealed }] },
};
const claimed = (seat: number, userId: string): PremiumGiftEvent => (
  { type: "PremiumGiftClaimed", data: { reference, seat, giverId, userId } }
);
const readdressed = {
  type: "PremiumGiftReaddressed",
  data: { reference, seat: 1, giverId, name: "other name", email: "other address" },
} as const;
const sentAgain: PremiumGiftEvent = { type: "PremiumGiftSentAgain", data: { reference, seat: 1, giverId } };

function known(events: readonly PremiumGiftEvent[], status?: PremiumPayment["status"]) {
  return {
    gift: events.reduce(evolveGift, undefined as PremiumGift | undefined),
    payment: status && { status },
  };
}

describe("decideClaim()", () => {
  const claim = (at: ReturnType<typeof known>, claimerId = friend, seat = 1, edition = 0) =>
    decideClaim(at, { reference, seat, claimerId, edition });

  it("gives a paid seat to one person, once", () => {
    expect(claim(known([started], "paid"))).toEqual([claimed(1, friend)]);
    expect(claim(known([started, claimed(1, friend)], "paid"))).toEqual([]);
    expect(claim(known([started, claimed(1, friend)], "paid"), friend, 2)).toEqual([claimed(2, friend)]);
  });

  it.each([
    ["gift_claimed", known([started, claimed(1, other)], "paid")],
    ["gift_claimed", known([started, claimed(1, other)], "disputed")],
    ["payment_unpaid", known([started])],
    ["payment_unpaid", known([started], "started")],
    ["gift_stopped", known([started], "disputed")],
    ["gift_stopped", known([started], "reversed")],
    ["link_invalid", known([], "paid")],
  ])("refuses with %s", (code, at) => {
    expect(() => claim(at)).toThrow(expect.objectContaining({ code }));
  });

  it("takes the link of the last correction alone", () => {
    const corrected = known([started, readdressed], "paid");
    expect(claim(corrected, friend, 1, 1)).toEqual([claimed(1, friend)]);
    for (const edition of [0, 2]) {
      expect(() => claim(corrected, friend, 1, edition)).toThrow(expect.objectContaining({ code: "link_invalid" }));
    }
    expect(claim(corrected, other, 2)).toEqual([claimed(2, other)]);
  });

  it("refuses a seat that nobody paid for", () => {
    expect(() => claim(known([started], "paid"), friend, 3)).toThrow(expect.objectContaining({ code: "link_invalid" }));
  });
});

it("seatStatus() tells who has taken a seat from all others", () => {
  const at = known([started, claimed(1, friend)], "paid");
  expect([friend, other, undefined].map((userId) => seatStatus(at, { seat: 1, edition: 0, userId })))
    .toEqual(["yours", "claimed", "claimed"]);
});

describe("decideReaddressing()", () => {
  const correct = (
    at: ReturnType<typeof known>,
    more: { isSame?: boolean; giverId?: string; edition?: number } = {},
  ) => {
    const { isSame = false, giverId: by = giverId, edition = 0 } = more;
    return decideReaddressing(at, { seat: { ...readdressed.data, giverId: by }, isSame, edition });
  };

  it("is refused where another correction came first", () => {
    const corrected = known([started, readdressed], "paid");
    expect(() => correct(corrected)).toThrow(expect.objectContaining({ code: "conflict" }));
    expect(correct(corrected, { edition: 1 })).toEqual([readdressed]);
  });

  it("corrects what is paid and open, at most as often as a link is sent again; the same again is nothing", () => {
    expect(correct(known([started], "paid"))).toEqual([readdressed]);
    expect(correct(known([started], "paid"), { isSame: true })).toEqual([]);
    expect(correct(known([started, claimed(1, friend)], "paid"), { isSame: true })).toEqual([]);
    const often = known([started, ...Array.from({ length: 5 }, () => readdressed)], "paid");
    expect(() => correct(often)).toThrow(expect.objectContaining({ code: "too_many_attempts" }));
  });

  it.each([
    ["not_found", known([started], "paid"), other],
    ["not_found", known([], "paid"), giverId],
    ["gift_claimed", known([started, claimed(1, friend)], "paid"), giverId],
    ["payment_unpaid", known([started], "started"), giverId],
    ["gift_stopped", known([started], "disputed"), giverId],
  ])("refuses with %s", (code, at, by) => {
    expect(() => correct(at, { giverId: by })).toThrow(expect.objectContaining({ code }));
  });
});

describe("decideSendingAgain()", () => {
  const send = (at: ReturnType<typeof known>, by = giverId) =>
    decideSendingAgain(at, { reference, seat: 1, giverId: by });

  it("sends what is open, for its giver, five times", () => {
    expect(send(known([started], "paid"))).toEqual([sentAgain]);
    expect(() => send(known([started, ...Array.from({ length: 5 }, () => sentAgain)], "paid")))
      .toThrow(expect.objectContaining({ code: "too_many_attempts" }));
  });

  it.each([
    ["not_found", known([started], "paid"), other],
    ["gift_claimed", known([started, claimed(1, friend)], "paid"), giverId],
    ["payment_unpaid", known([started], "started"), giverId],
    ["gift_stopped", known([started], "reversed"), giverId],
  ])("refuses with %s", (code, at, by) => {
    expect(() => send(at, by)).toThrow(expect.objectContaining({ code }));
  });
});

describe("decideGifted()", () => {
  const now = Date.parse("2026-06-01T12:00:00+01:00");
  const DAY_MS = 24 * 3_600_000;

  /** What the payment, each time as it stood then, makes of the person's Premium. */
  function after(...steps: readonly [PremiumPayment["status"], number][]) {
    const events: SubscriptionEvent[] = [];
    for (const [paid, at] of steps) {
      const state = events.reduce(evolveSubscription, NO_SUBSCRIPTION);
      events.push(...decideGifted(state, { userId: friend, months: 1, reference: "premium-1 1", paid }, at));
    }
    return { until: events.reduce(evolveSubscription, NO_SUBSCRIPTION).until, types: events.map(({ type }) => type) };
  }

  it("gives months once, however often it is asked", () => {
    const given = { until: addMonths(now, 1), types: ["SubscriptionGranted"] };
    expect(after(["paid", now])).toEqual(given);
    expect(after(["paid", now], ["paid", now + DAY_MS])).toEqual(given);
  });

  it("takes what is left with the money, and gives it back with it, each once", () => {
    const later = now + 10 * DAY_MS;
    const taken = after(["paid", now], ["disputed", later], ["disputed", later], ["reversed", later + DAY_MS]);
    expect(taken).toEqual({ until: later, types: ["SubscriptionGranted", "SubscriptionSuspended"] });
    const back = after(["paid", now], ["disputed", later], ["paid", later], ["paid", later + DAY_MS]);
    expect(back.until).toBe(addMonths(now, 1));
    expect(back.types).toEqual(["SubscriptionGranted", "SubscriptionSuspended", "SubscriptionRestored"]);
  });

  it("gives nothing while the money is not there, and what is used up cannot be taken", () => {
    expect(after(["disputed", now], ["reversed", now], ["started", now]).types).toEqual([]);
    expect(after(["disputed", now], ["paid", now]).types).toEqual(["SubscriptionGranted"]);
    expect(after(["paid", now], ["reversed", now + 60 * DAY_MS]).types).toEqual(["SubscriptionGranted"]);
  });
});
