import { createHmac, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { compact } from "../../contract/compact.ts";
import { BadSignature, type Notice, type NoticeKind } from "./types.ts";
import { chargeStatusOf } from "./paystack_charges.ts";
import { IdText, light, Text } from "./paystack_fields.ts";
import { payoutStatusOf } from "./paystack_payouts.ts";
import { refundStatusOf } from "./paystack_refunds.ts";

/** The path is the one in Paystack's dashboard. */
export const WEBHOOK = { path: "/api/v1/paystack/webhook", signatureHeader: "x-paystack-signature" } as const;

/**
 * Checks a notice's signature over its raw bytes and says what it is about. The key is the secret key itself; while
 * that is being changed, the one before is good as well.
 */
export function readWebhook(keys: readonly string[], rawBody: Uint8Array, signature: string | undefined): Notice {
  if (signature === undefined) throw new BadSignature("it is not signed");
  const given = Uint8Array.from(signature.match(/^[0-9a-f]{128}$/) ? bytesOfHex(signature) : []);
  if (given.length !== 64) throw new BadSignature("its signature has another form");
  // Every key is tried, so that the time says nothing of which one fitted.
  const fits = keys.map((key) => timingSafeEqual(createHmac("sha512", key).update(rawBody).digest(), given));
  if (!fits.includes(true)) throw new BadSignature("its signature is not the provider's");
  return noticeOf(rawBody);
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const Envelope = z.object({ event: Text, data: z.optional(z.unknown()) });

const Data = z.object({
  id: light(IdText),
  status: light(Text),
  reference: light(Text),
  transfer_code: light(Text),
  transaction_reference: light(Text),
  refund_reference: light(Text),
  customer_code: light(Text),
  reason: light(Text),
  transaction: light(z.object({ reference: light(Text) })),
  resolution: light(Text),
  resolvedAt: light(Text),
});
type Data = z.output<typeof Data>;

/** What is signed is the provider's, so an unknown form is stored as `other` and accepted. */
function noticeOf(rawBody: Uint8Array): Notice {
  const envelope = z.safeParse(Envelope, parseJson(rawBody));
  if (!envelope.success) return { key: "unreadable", event: "unreadable", kind: "other" };
  const { event } = envelope.data;
  const data: Partial<Data> = z.safeParse(Data, envelope.data.data).data ?? {};
  const kind = kindOf(event);
  const id = kind === "identity"
    ? data.customer_code
    : data.id ?? data.reference ?? data.transfer_code ?? data.refund_reference ?? data.transaction_reference;
  // A bank may decide a dispute anew: that is no repetition.
  const decided = kind === "dispute" ? [data.resolution ?? [], data.resolvedAt ?? []].flat() : [];
  return compact({
    key: [event, id ?? "", data.status ?? "", ...decided].join("|"),
    event,
    kind,
    reference: referenceOf(kind, data),
    disputeId: kind === "dispute" ? data.id : undefined,
    status: statusOf(kind, event, data.status),
    reason: kind === "identity" ? data.reason?.replace(/\d{4,}/g, "…").slice(0, 200) : undefined,
  });
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function kindOf(event: string): NoticeKind {
  if (event.startsWith("charge.dispute.")) return "dispute";
  if (event.startsWith("charge.")) return "charge";
  if (event.startsWith("transfer.")) return "payout";
  if (event.startsWith("customeridentification.")) return "identity";
  return event.startsWith("refund.") ? "refund" : "other";
}

function referenceOf(kind: NoticeKind, data: Partial<Data>): string | undefined {
  switch (kind) {
    case "charge":
    case "payout":
      return data.reference;
    case "refund":
    case "dispute":
      return data.transaction?.reference ?? data.transaction_reference;
    case "identity":
      return data.customer_code;
    case "other":
      return undefined;
  }
}

function statusOf(kind: NoticeKind, event: string, said: string | undefined): Notice["status"] {
  if (kind === "identity") return event.endsWith(".success") ? "success" : "failed";
  if (said === undefined) return undefined;
  switch (kind) {
    case "charge":
      return chargeStatusOf(said);
    case "payout":
      return payoutStatusOf(said);
    case "refund":
      return refundStatusOf(said);
    case "dispute":
      return event === "charge.dispute.resolve" ? "resolved" : "open";
    case "other":
      return undefined;
  }
}
