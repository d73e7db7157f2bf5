import { createHash } from "node:crypto";
import { post } from "./balance.ts";
import { chargeFeeOf, withFeeOnTop } from "./fees.ts";
import type { ChargeRecord } from "./records.ts";
import { codeOf, INTEGRATION, isoOf, type World } from "./world.ts";

export type PayerAction = "pay" | "decline" | "leave";

/** What the payer did on the checkout page. A charge that was declined or left can still be paid. */
export function act(
  world: World,
  charge: ChargeRecord,
  action: PayerAction,
  { channel = "card" }: { channel?: string | undefined } = {},
): ChargeRecord {
  const { book } = world;
  if (charge.paidAt !== null) return charge;
  if (action === "leave") return book.save("charge", { ...charge, status: "abandoned" });
  if (action === "decline") {
    return book.save("charge", { ...charge, status: "failed", channel, gatewayResponse: "Declined" });
  }
  return book.atomically(() => {
    const amount = amountDue(world, charge);
    const fees = chargeFeeOf(amount);
    const paid = book.save("charge", {
      ...charge,
      status: "success",
      amount,
      fees,
      channel,
      paidAt: Date.now(),
      gatewayResponse: "Successful",
    });
    post(book, { difference: amount - fees, reason: "", model: "Transaction", row: charge.id });
    world.emit("charge.success", chargeJson(paid));
    return paid;
  });
}

/** What the payer has to pay now. */
export function amountDue({ faults }: World, { requested }: ChargeRecord): number {
  return faults.read().payerBearsFee ? withFeeOnTop(requested) : requested;
}

/** A charge as the verify call and the notice show it. */
export function chargeJson(charge: ChargeRecord) {
  const paidAt = isoOf(charge.paidAt);
  return {
    id: charge.id,
    domain: "test",
    status: charge.status,
    reference: charge.key,
    receipt_number: null,
    amount: charge.amount,
    message: null,
    gateway_response: charge.gatewayResponse,
    paid_at: paidAt,
    created_at: isoOf(charge.at),
    channel: charge.channel,
    currency: "NGN",
    ip_address: null,
    metadata: charge.metadata,
    log: null,
    fees: charge.fees,
    fees_split: null,
    authorization: charge.channel === "card" && charge.paidAt !== null ? cardOf(charge.email) : {},
    customer: { id: charge.id, email: charge.email, customer_code: codeOf("CUS_", charge.id), metadata: null },
    plan: null,
    split: {},
    order_id: null,
    paidAt,
    createdAt: isoOf(charge.at),
    requested_amount: charge.requested,
    integration: INTEGRATION,
    fees_breakdown: null,
    plan_object: {},
    subaccount: {},
  };
}

/** Each payer has one card. */
function cardOf(email: string) {
  return { ...CARD, signature: `SIG_${createHash("sha256").update(email).digest("hex").slice(0, 20)}` };
}

const CARD = {
  authorization_code: "AUTH_orinsandbox",
  bin: "408408",
  last4: "4081",
  exp_month: "12",
  exp_year: "2035",
  channel: "card",
  card_type: "visa",
  bank: "TEST BANK",
  country_code: "NG",
  brand: "visa",
  reusable: true,
  account_name: null,
};
