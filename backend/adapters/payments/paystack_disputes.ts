import * as z from "zod/mini";
import { compact } from "../../contract/compact.ts";
import { checkAmount } from "./checks.ts";
import type { Call } from "./paystack_call.ts";
import { given, IdText, Kobo, light, Text, When } from "./paystack_fields.ts";
import { type Dispute, type DisputeStatus, PaymentsRefused } from "./types.ts";

const Answered = z.object({
  id: IdText,
  status: Text,
  resolution: light(Text),
  refund_amount: given(Kobo),
  currency: light(Text),
  category: light(Text),
  dueAt: light(When),
  due_at: light(When),
  transaction: z.object({ reference: Text, amount: Kobo, currency: light(Text) }),
});

/** How a dispute is now (`GET /dispute/:id`). */
export async function lookUpDispute(
  call: Call,
  disputeId: string,
): Promise<Dispute | { status: "not_found"; disputeId: string }> {
  try {
    const { data } = await call({ path: pathOf(disputeId) }, Answered);
    return disputeOf(data);
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === "not_found") return { status: "not_found", disputeId };
    throw error;
  }
}

/** Accepts a dispute (`PUT /dispute/:id/resolve`). The provider wants a file beside the message, also for an acceptance. */
export async function acceptDispute(
  call: Call,
  { disputeId, amountKobo, message }: { disputeId: string; amountKobo: number; message: string },
): Promise<void> {
  checkAmount(amountKobo);
  const query = { upload_filename: `dispute-${disputeId}.txt` };
  const { data: { fileName } } = await call(
    { path: `${pathOf(disputeId)}/upload_url`, query },
    z.object({ fileName: Text }),
  );
  const body = { resolution: "merchant-accepted", message, refund_amount: amountKobo, uploaded_filename: fileName };
  await call({ path: `${pathOf(disputeId)}/resolve`, body, method: "PUT" }, z.unknown());
}

function pathOf(disputeId: string): string {
  return `/dispute/${encodeURIComponent(disputeId)}`;
}

function disputeOf(data: z.output<typeof Answered>): Dispute {
  const { transaction, resolution } = data;
  const status = disputeStatusOf(data.status, resolution);
  return compact({
    status,
    disputeId: data.id,
    reference: transaction.reference,
    amountKobo: data.refund_amount ?? transaction.amount,
    currency: data.currency ?? transaction.currency ?? "NGN",
    category: data.category ?? "chargeback",
    dueAt: data.dueAt ?? data.due_at,
    said: status === "unknown" ? [data.status, resolution].filter(Boolean).join(", ") : undefined,
  });
}

const OPEN = ["awaiting-merchant-feedback", "awaiting-bank-feedback", "pending"];
const RESOLUTIONS = new Map<string, DisputeStatus>([
  ["merchant-accepted", "lost"],
  ["auto-accepted", "lost"],
  ["declined", "won"],
]);

/** Orin's word for the state of a dispute: only a resolution decides it. */
function disputeStatusOf(said: string, resolution: string | undefined): DisputeStatus {
  if (OPEN.includes(said)) return "open";
  return said === "resolved" ? RESOLUTIONS.get(resolution ?? "") ?? "unknown" : "unknown";
}
