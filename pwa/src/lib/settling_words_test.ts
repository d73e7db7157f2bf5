import { afterEach, describe, expect, it, vi } from "vitest";
import { settlementText, settlingText } from "./settling_words.ts";

const at = "2026-11-24T22:00:00.000Z";

describe("settlementText()", () => {
  it("says on a receipt what became of its tokens", () => {
    expect(settlementText({ state: "settling", until: at }))
      .toBe("These tokens settle until 24 Nov 2026, 23:00. From then on you can spend and withdraw them.");
    expect(settlementText({ state: "held", since: at, reason: "Two phones at once" }))
      .toBe("We hold these tokens while we check your earnings: Two phones at once");
    expect(settlementText({ state: "voided", tokens: 0.2, reason: "Nothing was delivered" }))
      .toBe("We took back 0.20 tokens (₦0.20) before they settled: Nothing was delivered");
  });
});

describe("settlingText()", () => {
  afterEach(() => void vi.useRealTimers());

  it("says when the next tokens can be spent, or why they are held", () => {
    vi.useFakeTimers({ now: Date.parse(at) - 1 });
    expect(settlingText({ settlingBalance: 3, nextSettlesAt: at }))
      .toBe("3.00 tokens (₦3.00) are settling, the next from 24 Nov 2026, 23:00");
    expect(settlingText({ settlingBalance: 3, settlingHeld: { since: at, reason: "Two phones at once" } }))
      .toBe("3.00 tokens (₦3.00) are held while we check your earnings: Two phones at once");
  });

  it("names no moment that has passed", () => {
    vi.useFakeTimers({ now: Date.parse(at) });
    expect(settlingText({ settlingBalance: 3, nextSettlesAt: at })).toBe("3.00 tokens (₦3.00) are settling");
  });
});
