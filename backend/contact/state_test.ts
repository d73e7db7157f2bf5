import { describe, expect, it } from "vitest";
import { refusalOf } from "../testing/refusal.ts";
import type { NewsletterEvent } from "./events.ts";
import { decideConfirm, decideLeave, decideRequest, evolveSubscriber, NO_SUBSCRIBER } from "./state.ts";

const subscriberId = "a subscriber";
const request = { subscriberId, name: "sealed", email: "sealed" };
const requested: NewsletterEvent = { type: "NewsletterRequested", data: request };
const confirmed: NewsletterEvent = { type: "NewsletterConfirmed", data: { subscriberId } };
const left: NewsletterEvent = { type: "NewsletterLeft", data: { subscriberId } };

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 5, 1, 12);

/** A subscriber after these events, all recorded at noon. */
const given = (...events: NewsletterEvent[]) =>
  events.reduce((before, event) => evolveSubscriber(before, event, NOON), NO_SUBSCRIBER);
const asking = (after: number) => ({ request, now: NOON + after });

describe("asking for the newsletter", () => {
  it("sends one link", () => {
    expect(decideRequest(given(), asking(0))).toEqual([requested]);
  });

  it("again sends another only after ten minutes, so that nobody can flood an address", () => {
    expect(decideRequest(given(requested), asking(10 * MINUTE - 1))).toEqual([]);
    expect(decideRequest(given(requested), asking(10 * MINUTE))).toEqual([requested]);
  });

  it("changes nothing for a confirmed subscription, and begins anew for one that was left", () => {
    expect(decideRequest(given(requested, confirmed), asking(20 * MINUTE))).toEqual([]);
    expect(decideRequest(given(requested, confirmed, left), asking(20 * MINUTE))).toEqual([requested]);
  });
});

describe("a link of the newsletter", () => {
  it("confirms once, also after leaving", () => {
    expect(decideConfirm(given(requested), subscriberId)).toEqual([confirmed]);
    expect(decideConfirm(given(requested, confirmed), subscriberId)).toEqual([]);
    expect(decideConfirm(given(requested, confirmed, left), subscriberId)).toEqual([confirmed]);
  });

  it("ends a subscription once, confirmed or not", () => {
    expect(decideLeave(given(requested), subscriberId)).toEqual([left]);
    expect(decideLeave(given(requested, confirmed), subscriberId)).toEqual([left]);
    expect(decideLeave(given(requested, left), subscriberId)).toEqual([]);
  });

  it("leads nowhere where nobody asked", () => {
    const invalid = { code: "link_invalid", message: "This link is no longer valid" };
    expect(refusalOf(() => decideConfirm(given(), subscriberId))).toEqual(invalid);
    expect(refusalOf(() => decideLeave(given(), subscriberId))).toEqual(invalid);
  });
});
