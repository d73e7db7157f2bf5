import * as z from "zod/mini";
import { compact } from "../../contract/compact.ts";
import { checkAmount, checkReference } from "./checks.ts";
import { type Call, unheardOr } from "./paystack_call.ts";
import { mustBe } from "./paystack_charges.ts";
import { IdText, Kobo, light, Text, When } from "./paystack_fields.ts";
import { pagesOf } from "./paystack_pages.ts";
import type { Payout, PayoutRequest, PayoutStatus, Span, Unheard } from "./types.ts";

const Transfer = z.object({
  id: IdText,
  status: Text,
  reference: Text,
  transfer_code: Text,
  amount: Kobo,
  currency: Text,
  fee_charged: light(Kobo),
  failures: z.optional(z.unknown()),
  gateway_response: light(Text),
  // A number where a transfer begins, an object everywhere else.
  recipient: light(z.object({ recipient_code: Text })),
  createdAt: light(When),
  created_at: light(When),
  updatedAt: light(When),
  updated_at: light(When),
});

/** Asks for a transfer (`POST /transfer`). The reference makes it once; without an answer the look-up tells. */
export async function startPayout(call: Call, request: PayoutRequest): Promise<Payout> {
  const { reference, amountKobo, recipientCode, reason } = request;
  checkReference(reference);
  checkAmount(amountKobo);
  const body = { source: "balance", amount: amountKobo, currency: "NGN", recipient: recipientCode, reference, reason };
  const { data } = await call({ path: "/transfer", body }, Transfer);
  mustBe("reference", { said: data.reference, expected: reference });
  mustBe("amount", { said: data.amount, expected: amountKobo });
  return payoutOf(data);
}

/** What became of a transfer (`GET /transfer/verify`): the only word on it that is believed. */
export async function lookUpPayout(call: Call, reference: string): Promise<Payout | Unheard> {
  checkReference(reference);
  return await unheardOr(reference, async () => {
    const { data } = await call({ path: `/transfer/verify/${reference}` }, Transfer);
    mustBe("reference", { said: data.reference, expected: reference });
    return payoutOf(data);
  });
}

/** Confirms a transfer with the code that the provider sent (`POST /transfer/finalize_transfer`). */
export async function finalizePayout(call: Call, { transferCode, otp }: Confirmation): Promise<Payout> {
  const body = { transfer_code: transferCode, otp };
  const { data } = await call({ path: "/transfer/finalize_transfer", body }, Transfer);
  mustBe("transfer", { said: data.transfer_code, expected: transferCode });
  return payoutOf(data);
}

type Confirmation = { transferCode: string; otp: string };

/** Payouts made elsewhere with the same account may lack a reference: we use their code instead. */
const Listed = z.extend(Transfer, { reference: light(Text) });

/** Every transfer that was made between two moments (`GET /transfer`). */
export async function* listPayouts(call: Call, { fromMs, toMs }: Span): AsyncGenerator<Payout, void, undefined> {
  // The page size has two names in the provider's own papers.
  const size = { perPage: "100", per_page: "100" };
  const span = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const query = { use_cursor: "true", ...size, ...span };
  for await (const transfer of pagesOf(call, { path: "/transfer", query }, Listed)) {
    yield payoutOf({ ...transfer, reference: transfer.reference ?? transfer.transfer_code });
  }
}

function payoutOf(data: z.output<typeof Transfer>): Payout {
  const status = payoutStatusOf(data.status);
  return compact({
    status,
    payoutId: data.id,
    reference: data.reference,
    transferCode: data.transfer_code,
    amountKobo: data.amount,
    currency: data.currency,
    feeKobo: data.fee_charged,
    recipientCode: data.recipient?.recipient_code,
    failure: data.gateway_response ?? (data.failures ? JSON.stringify(data.failures).slice(0, 200) : undefined),
    createdAt: data.createdAt ?? data.created_at,
    updatedAt: data.updatedAt ?? data.updated_at,
    said: status === "unknown" ? data.status : undefined,
  });
}

const STATUSES = new Set<string>(
  [
    "pending",
    "received",
    "otp",
    "success",
    "failed",
    "reversed",
    "abandoned",
    "blocked",
    "rejected",
  ] satisfies PayoutStatus[],
);

/** Orin's word for the state of a payout; `unknown` for everything that is not documented. */
export function payoutStatusOf(said: string): PayoutStatus {
  return isKnown(said) ? said : "unknown";
}

function isKnown(said: string): said is PayoutStatus {
  return STATUSES.has(said);
}
