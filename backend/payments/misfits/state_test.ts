import { describe, expect, it } from "vitest";
import { refusalOf } from "../../testing/refusal.ts";
import type { MisfitEvent, PaymentMisfitFound } from "./events.ts";
import { decideCleared, decideFound, decideRefund, evolve, type Misfit } from "./state.ts";

const paymentId = "payment";
const found: PaymentMisfitFound = {
  type: "PaymentMisfitFound",
  data: { paymentId, reference: "premium-1", expectedKobo: 900, paidKobo: 90, currency: "NGN", said: "success" },
};
const refund = { paymentId, adminId: "ada", refundReference: "misfit_refund-1" };
const asked: MisfitEvent = { type: "MisfitRefundAsked", data: refund };
const cleared = (because: "refunded" | "paid"): MisfitEvent => ({
  type: "MisfitCleared",
  data: { paymentId, because },
});
const given = (...events: MisfitEvent[]) => events.reduce<Misfit>(evolve, undefined);

describe("evolve()", () => {
  it("knows nothing of a payment that nobody found", () => {
    expect(given(asked)).toBeUndefined();
    expect(given(cleared("paid"))).toBeUndefined();
  });

  it("keeps reference and sum through its states", () => {
    const about = { reference: "premium-1", paidKobo: 90 };
    expect(given(found)).toEqual({ ...about, status: "open" });
    expect(given(found, asked)).toEqual({ ...about, status: "refunding" });
    expect(given(found, asked, cleared("refunded"))).toEqual({ ...about, status: "cleared" });
  });
});

it("decideFound() notes a payment once, also after it was cleared", () => {
  expect(decideFound(undefined, found.data)).toEqual([found]);
  for (const state of [given(found), given(found, asked), given(found, cleared("paid"))]) {
    expect(decideFound(state, found.data)).toEqual([]);
  }
});

it("decideRefund() refuses an unknown payment, asks once, and never for what is cleared", () => {
  expect(refusalOf(() => decideRefund(undefined, refund))).toEqual({ code: "not_found", message: "Payment not found" });
  expect(decideRefund(given(found), refund)).toEqual([asked]);
  expect(decideRefund(given(found, asked), { ...refund, adminId: "bola", refundReference: "another" })).toEqual([]);
  expect(decideRefund(given(found, cleared("paid")), refund)).toEqual([]);
});

it("decideCleared() ends it once, asked for or not", () => {
  const clear = (state: Misfit) => decideCleared(state, { paymentId, because: "paid" });
  expect(clear(undefined)).toEqual([]);
  expect(clear(given(found))).toEqual([cleared("paid")]);
  expect(clear(given(found, asked))).toEqual([cleared("paid")]);
  expect(clear(given(found, asked, cleared("refunded")))).toEqual([]);
});
