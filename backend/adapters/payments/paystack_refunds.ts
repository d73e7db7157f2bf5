import * as z from "zod/mini";
import { compact } from "../../contract/compact.ts";
import { checkAmount, checkReference } from "./checks.ts";
import { confirmCharge } from "./paystack_charges.ts";
import type { Call } from "./paystack_call.ts";
import { IdText, Kobo, light, Text } from "./paystack_fields.ts";
import { pagesOf } from "./paystack_pages.ts";
import type { Refund, RefundRequest, RefundStatus } from "./types.ts";

const Answered = z.object({ id: IdText, status: Text, amount: Kobo, currency: Text, merchant_note: light(Text) });

/** Gives a charge back, whole or in part (`POST /refund`). */
export async function refundCharge(call: Call, request: RefundRequest): Promise<Refund> {
  const { reference, refundReference, amountKobo } = request;
  checkReference(reference);
  checkReference(refundReference);
  if (amountKobo !== undefined) checkAmount(amountKobo);
  const body = compact({
    transaction: reference,
    amount: amountKobo,
    merchant_note: `${NOTE}${refundReference}`,
  });
  const { data } = await call({ path: "/refund", body }, Answered);
  return refundOf(data);
}

/** A list names the charge by its id, or shows all of it. */
const Listed = z.extend(Answered, { transaction: z.union([IdText, z.object({ id: IdText })]) });

/** What was refunded of a charge (`GET /refund`); none for an unknown charge. */
export async function listRefunds(call: Call, reference: string): Promise<Refund[]> {
  const charge = await confirmCharge(call, reference);
  if (charge.status === "not_found") return [];
  const refunds: Refund[] = [];
  const since = charge.paidAt === undefined ? {} : { from: charge.paidAt.toISOString() };
  const query = { perPage: "100", ...since };
  for await (const refund of pagesOf(call, { path: "/refund", query }, Listed)) {
    const of = typeof refund.transaction === "string" ? refund.transaction : refund.transaction.id;
    if (of === charge.chargeId && !refunds.some(({ refundId }) => refundId === refund.id)) {
      refunds.push(refundOf(refund));
    }
  }
  return refunds;
}

const NOTE = "orin-refund:";

function refundOf(data: z.output<typeof Answered>): Refund {
  const status = refundStatusOf(data.status);
  return compact({
    status,
    refundId: data.id,
    refundReference: data.merchant_note?.startsWith(NOTE) ? data.merchant_note.slice(NOTE.length) : undefined,
    amountKobo: data.amount,
    currency: data.currency,
    said: status === "unknown" ? data.status : undefined,
  });
}

const STATUSES = new Map<string, RefundStatus>([
  ["pending", "pending"],
  ["processing", "processing"],
  ["processed", "processed"],
  ["failed", "failed"],
  ["needs-attention", "needs_attention"],
]);

/** Orin's word for the state of a refund; `unknown` for everything that is not documented. */
export function refundStatusOf(said: string): RefundStatus {
  return STATUSES.get(said) ?? "unknown";
}
