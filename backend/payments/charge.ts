import {
  type Charge,
  type Payments,
  PaymentsRefused,
  PaymentsUnavailable,
  type StartedCharge,
} from "../adapters/payments/types.ts";
import { openPersonOf } from "../accounts/account/reads.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Metadata, NewEvent } from "../store/log/event.ts";
import { clearMisfit, keepMisfit } from "./misfits/clear.ts";
import type { Purpose } from "./purpose.ts";

/** The parts of the service that charges need. */
export type ChargeDeps = Pick<Deps, "store" | "installation" | "payments" | "personal" | "shardOf" | "now" | "log">;

export interface Payer {
  readonly userId: string;
  /** Where the payer returns. */
  readonly callbackUrl: string;
  readonly metadata: Metadata;
}

interface Intent {
  readonly reference: string;
  readonly amountKobo: number;
  /** What we store before we call the provider, and where. */
  readonly shard: number;
  readonly stream: string;
  readonly events: readonly NewEvent[];
  /** What the provider's staff may read. */
  readonly says: Record<string, string>;
}

/** A payer has this long before the service asks by itself; afterwards it no longer asks about a payment left behind. */
const ASK_AFTER_MS = 2 * 60_000;
const ASK_UNTIL_MS = 3 * 24 * 3_600_000;

/**
 * Opens a checkout. Sum and email are the service's; the intent is stored before the provider is called, under a
 * reference of its own for each attempt. Throws Refusal `invalid_request` or `provider_unavailable`.
 */
export async function startCharge(
  deps: ChargeDeps,
  { userId, callbackUrl, metadata }: Payer,
  { reference, amountKobo, shard, stream, events, says }: Intent,
): Promise<StartedCharge> {
  const person = await openPersonOf(deps, userId);
  if (!person?.email) throw new Refusal("invalid_request", "Email is required for payment");
  await deps.store.appendToStream(`ledger/${shard}`, stream, events, { expectedStreamVersion: "no_stream", metadata });
  try {
    const charge = { reference, email: person.email, amountKobo, callbackUrl, cancelUrl: callbackUrl };
    return await deps.payments.startCharge({ ...charge, metadata: says });
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable || error instanceof PaymentsRefused)) throw error;
    deps.log(`Checkout ${reference} cannot be opened`, error);
    throw new Refusal("provider_unavailable", "Failed to initialize payment");
  }
}

/**
 * Asks the provider about a charge and acts on the answer, for its owner. Undefined where there is no such charge.
 * Idempotent; safe to run concurrently.
 */
export async function settleCharge(
  deps: ChargeDeps,
  purpose: Purpose,
  reference: string,
): Promise<ChargeOutcome | undefined> {
  const charge = await purpose.find(deps.store.sql, reference);
  if (!charge) return undefined;
  const { outcome, feesKobo, misfit, cardSignature } = await askCharge(deps.payments, reference, charge.amountKobo);
  const card = cardSignature && { card: deps.personal.lookupHash("card", cardSignature) };
  if (outcome === "paid") await purpose.note(deps, reference, { news: "paid", feesKobo, ...card });
  if (outcome === "reversed") await purpose.note(deps, reference, { news: "reversed", feesKobo: 0 });
  if (misfit) await keepMisfit(deps, { reference, expectedKobo: charge.amountKobo, ...misfit });
  await clearMisfit(deps, reference, outcome);
  return outcome;
}

/** The provider reports a refund: asks what happened. Answers whether its answer agrees with the report. */
export async function reviewRefund(deps: ChargeDeps, purpose: Purpose, reference: string): Promise<boolean> {
  const charge = await purpose.find(deps.store.sql, reference);
  if (!charge) return true;
  const outcome = await settleCharge(deps, purpose, reference);
  if (!await isRefunded(deps.payments, charge)) return outcome === "reversed";
  await purpose.note(deps, reference, { news: "reversed", feesKobo: 0 });
  return outcome !== "unheard" && outcome !== "open";
}

/** Asks about charges whose payer did not return. */
export async function sweepCharges(
  deps: ChargeDeps,
  purposes: readonly Purpose[],
  signal?: AbortSignal,
): Promise<void> {
  const time = { from: deps.now() - ASK_UNTIL_MS, to: deps.now() - ASK_AFTER_MS };
  for (const purpose of purposes) {
    for (const reference of await purpose.open(deps.store.sql, time)) {
      if (signal?.aborted) return;
      try {
        await settleCharge(deps, purpose, reference);
      } catch (error) {
        if (!(error instanceof PaymentsUnavailable)) deps.log(`Payment ${reference} cannot be settled`, error);
      }
    }
  }
}

/**
 * The provider's word on a charge:
 * - `paid`: the whole expected sum, in naira
 * - `open`: not paid, and may yet be; `failed`: declined, and may yet be tried again; `unheard`: never begun
 * - `reversed`: given back; `other`: the payment is not what we asked for
 */
type ChargeOutcome = "paid" | "open" | "failed" | "unheard" | "reversed" | "other";

/** Asks what became of a charge. A fee that the payer bears comes on top of our sum. */
async function askCharge(
  payments: Payments,
  reference: string,
  expectedKobo: number,
): Promise<{ outcome: ChargeOutcome; feesKobo: number; misfit?: Paid; cardSignature?: string | undefined }> {
  const charge = await payments.confirmCharge(reference);
  if (charge.status === "not_found") return { outcome: "unheard", feesKobo: 0 };
  const { status, amountKobo, requestedKobo, currency, said = status } = charge;
  const isExpected = currency === "NGN" && requestedKobo === expectedKobo && amountKobo >= expectedKobo;
  const feesKobo = Math.min(charge.feesKobo ?? 0, amountKobo);
  const misfit = { paidKobo: amountKobo, currency, said };
  switch (status) {
    case "success":
      return isExpected
        ? { outcome: "paid", feesKobo, cardSignature: signatureOf(charge) }
        : { outcome: "other", feesKobo, misfit };
    case "reversed":
    case "failed":
      return { outcome: status, feesKobo };
    case "pending":
    case "abandoned":
      return { outcome: "open", feesKobo };
    case "unknown":
      return { outcome: "other", feesKobo, misfit };
  }
}

/** What tells a payer's card from others; a card that the provider has no signature of is one for itself. */
function signatureOf({ channel, cardSignature, reference }: Charge): string | undefined {
  return cardSignature ?? (channel === "card" ? reference : undefined);
}

/** What a payer paid, and the provider's word for it. */
interface Paid {
  readonly paidKobo: number;
  readonly currency: string;
  readonly said: string;
}

/** Whether all of a charge was refunded; a part of it is for a human to judge. */
export async function isRefunded(
  payments: Payments,
  { reference, amountKobo }: { reference: string; amountKobo: number },
): Promise<boolean> {
  const refunds = await payments.listRefunds(reference);
  const back = refunds.filter(({ status }) => status === "processed").reduce((sum, one) => sum + one.amountKobo, 0);
  return back >= amountKobo;
}
