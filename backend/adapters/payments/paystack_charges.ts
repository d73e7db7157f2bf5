import * as z from "zod/mini";
import { compact } from "../../contract/compact.ts";
import { checkAmount, checkReference, checkWebAddress } from "./checks.ts";
import {
  type Charge,
  type ChargeRequest,
  type ChargeStatus,
  PaymentsUnavailable,
  type Span,
  type StartedCharge,
  type Unheard,
} from "./types.ts";
import { type Call, unheardOr } from "./paystack_call.ts";
import { given, IdText, Kobo, light, Metadata, Text, When } from "./paystack_fields.ts";
import { pagesOf } from "./paystack_pages.ts";

const Started = z.object({ authorization_url: Text, access_code: Text, reference: Text });

/** Opens a checkout (`POST /transaction/initialize`). Throws PaymentsRefused where the reference was used before. */
export async function startCharge(call: Call, request: ChargeRequest): Promise<StartedCharge> {
  const { reference, email, amountKobo, callbackUrl, cancelUrl, metadata } = request;
  checkReference(reference);
  checkAmount(amountKobo);
  checkWebAddress(callbackUrl);
  const body = {
    reference,
    email,
    amount: amountKobo,
    currency: "NGN",
    callback_url: callbackUrl,
    metadata: cancelUrl === undefined ? metadata : { ...metadata, cancel_action: cancelUrl },
  };
  const { data } = await call({ path: "/transaction/initialize", body }, Started);
  mustBe("reference", { said: data.reference, expected: reference });
  if (!URL.canParse(data.authorization_url) || !/^https?:$/.test(new URL(data.authorization_url).protocol)) {
    throw new PaymentsUnavailable("unreadable", "the checkout has no web address");
  }
  return { authorizationUrl: data.authorization_url, accessCode: data.access_code, reference };
}

const Verified = z.object({
  id: IdText,
  status: Text,
  reference: Text,
  amount: Kobo,
  requested_amount: given(Kobo),
  currency: Text,
  metadata: Metadata,
  fees: light(Kobo),
  paid_at: light(When),
  paidAt: light(When),
  channel: light(Text),
  authorization: light(z.object({ signature: light(Text) })),
});

/** What became of a charge (`GET /transaction/verify`): the only word on it that is believed. */
export async function confirmCharge(call: Call, reference: string): Promise<Charge | Unheard> {
  checkReference(reference);
  return await unheardOr(reference, async () => {
    const { data } = await call({ path: `/transaction/verify/${reference}` }, Verified);
    mustBe("reference", { said: data.reference, expected: reference });
    return chargeOf(data);
  });
}

/** The list says less of a charge than asking about one: what was asked for and the fee may be left out. */
export async function* listCharges(call: Call, { fromMs, toMs }: Span): AsyncGenerator<Charge, void, undefined> {
  const query = { perPage: "100", from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  // Numbered pages shift when a charge is added meanwhile, and show one twice.
  const seen = new Set<string>();
  for await (const charge of pagesOf(call, { path: "/transaction", query }, Verified)) {
    if (seen.has(charge.id)) continue;
    seen.add(charge.id);
    yield chargeOf(charge);
  }
}

function chargeOf(data: z.output<typeof Verified>): Charge {
  const status = chargeStatusOf(data.status);
  return compact({
    status,
    chargeId: data.id,
    reference: data.reference,
    amountKobo: data.amount,
    requestedKobo: data.requested_amount ?? data.amount,
    currency: data.currency,
    metadata: data.metadata,
    paidAt: data.paid_at ?? data.paidAt,
    channel: data.channel,
    feesKobo: data.fees,
    cardSignature: data.authorization?.signature,
    said: status === "unknown" ? data.status : undefined,
  });
}

const STATUSES = new Map<string, ChargeStatus>([
  ["success", "success"],
  ["failed", "failed"],
  ["abandoned", "abandoned"],
  ["reversed", "reversed"],
  ["ongoing", "pending"],
  ["pending", "pending"],
  ["processing", "pending"],
  ["queued", "pending"],
]);

/** Orin's word for the state of a charge; `unknown` for everything that is not documented. */
export function chargeStatusOf(said: string): ChargeStatus {
  return STATUSES.get(said) ?? "unknown";
}

/** An answer about something else says nothing about what was asked. */
export function mustBe(field: string, { said, expected }: { said: unknown; expected: unknown }): void {
  if (said !== expected) throw new PaymentsUnavailable("unreadable", `the answer is about another ${field}`);
}
