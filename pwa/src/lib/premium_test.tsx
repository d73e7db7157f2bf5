import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { askPremium, notePremium, useOffersPremium } from "./premium.ts";
import { endSession, startSession } from "./session.ts";

const ASK = "GET /api/v1/free-plays";

function logIn(userId: string): void {
  startSession({ token: `t-${userId}`, role: "listener", userId, reportToken: "r", expiresAt: "" }, true);
}

const offers = () => renderHook(useOffersPremium).result;

beforeEach(() => {
  localStorage.clear();
  endSession();
});

afterEach(() => vi.unstubAllGlobals());

describe("useOffersPremium()", () => {
  it("offers to visitors, and to no user before the service has said that they are without", () => {
    const result = offers();
    expect(result.current).toBe(true);
    act(() => logIn("new"));
    expect(result.current).toBe(false);
    act(() => notePremium("new", false));
    expect(result.current).toBe(true);
  });

  it("offers nothing from the payment on, and again when Premium has ended", () => {
    logIn("payer");
    notePremium("payer", false);
    const result = offers();
    act(() => notePremium("payer", true));
    expect(result.current).toBe(false);
    act(() => notePremium("payer", false));
    expect(result.current).toBe(true);
  });

  it("does not take one user's answer for another's", () => {
    logIn("free");
    notePremium("free", false);
    const result = offers();
    act(() => logIn("other"));
    expect(result.current).toBe(false);
    act(() => notePremium("free", false));
    expect(result.current).toBe(false);
  });

  it("learns it from the service, and from a failure nothing", async () => {
    answerCalls({ [ASK]: [{ status: 500, body: undefined }, { body: { isSubscribed: false } }] });
    logIn("asker");
    const result = offers();
    await act(() => askPremium());
    expect(result.current).toBe(false);
    await act(() => askPremium());
    expect(result.current).toBe(true);
  });
});
