import { findMisfit } from "../../../projections/payments/misfits.ts";
import { idInReference } from "../../contract/payment_reference.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { streamsOf } from "../../store/streams.ts";
import { type MisfitEvent, misfitStream, type PaymentMisfitFound } from "./events.ts";
import { refundOnce } from "../refund.ts";
import { decideCleared, decideFound, decideRefund, evolve, type Misfit } from "./state.ts";

const misfits = streamsOf<string, Misfit, MisfitEvent>({
  log: "social",
  stream: misfitStream,
  initial: undefined,
  evolve,
});

const noteFound = misfits.handler("noteMisfit", {
  id: ({ paymentId }: PaymentMisfitFound["data"]) => paymentId,
  decide: decideFound,
  result: ({ events }) => ({ isNew: events.length > 0 }),
});

const noteRefund = misfits.handler("noteMisfitRefund", {
  id: ({ paymentId }: { paymentId: string; adminId: string; refundReference: string }) => paymentId,
  decide: decideRefund,
  result: () => undefined,
});

const noteCleared = misfits.handler("noteMisfitCleared", {
  id: ({ paymentId }: { paymentId: string; because: "refunded" | "paid" }) => paymentId,
  decide: decideCleared,
  result: () => undefined,
});

const OPTIONS = { logs: ["social"] as const, metadata: { actor: "system:payments" } };

type Clearing = Pick<Deps, "store" | "payments" | "log">;

/** Keeps a payment that is not what Orin asked for, and says so once. */
export async function keepMisfit(
  { store, log }: Clearing,
  found: Omit<PaymentMisfitFound["data"], "paymentId">,
): Promise<void> {
  const { reference, paidKobo, expectedKobo, currency } = found;
  const data = { ...found, paymentId: idInReference(reference) };
  const { result } = await store.execute(noteFound, data, OPTIONS);
  if (result.isNew) log(`Payment ${reference} is not what was asked for: ${paidKobo} of ${expectedKobo} ${currency}`);
}

/** What the provider says of a payment by now may end its misfit: it fits, or the payer has the money back. */
export async function clearMisfit(deps: Clearing, reference: string, outcome: string | undefined): Promise<void> {
  const row = await findMisfit(deps.store.sql, idInReference(reference));
  if (!row || row.clearedAt !== undefined) return;
  const isBack = outcome === "reversed" || (row.askedAt !== undefined && await refundedKobo(deps, row) >= row.paidKobo);
  if (!isBack && outcome !== "paid") return;
  const because = isBack ? "refunded" : "paid";
  await deps.store.execute(noteCleared, { paymentId: row.paymentId, because }, OPTIONS);
}

/**
 * An admin has the provider give a payment back, all of it. Throws Refusal `not_found`, `already_decided` or
 * `provider_unavailable`.
 */
export async function refundMisfit(
  deps: Clearing,
  { paymentId, adminId, metadata }: { paymentId: string; adminId: string; metadata: Metadata },
): Promise<void> {
  const row = await findMisfit(deps.store.sql, paymentId);
  if (!row) throw new Refusal("not_found", "Payment not found");
  if (row.clearedAt !== undefined) throw new Refusal("already_decided", "This payment was cleared already");
  const refundReference = `clear-${paymentId}`;
  await deps.store.execute(noteRefund, { paymentId, adminId, refundReference }, { logs: ["social"], metadata });
  await refundOnce(deps, { paymentId, reference: row.reference, refundReference });
}

async function refundedKobo({ payments }: Clearing, { reference }: { reference: string }): Promise<number> {
  const refunds = await payments.listRefunds(reference);
  return refunds.filter(({ status }) => status === "processed").reduce((sum, one) => sum + one.amountKobo, 0);
}
