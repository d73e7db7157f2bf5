import { post } from "./balance.ts";
import { recipientJson } from "./banks.ts";
import type { TransferRecord } from "./records.ts";
import { codeOf, INTEGRATION, isoOf, type World } from "./world.ts";

/** Whether a status holds amount and fee out of the balance; nothing is known of an undocumented status. */
const TAKES = new Map([
  ["pending", true],
  ["received", true],
  ["success", true],
  ["otp", false],
  ["failed", false],
  ["reversed", false],
  ["abandoned", false],
  ["blocked", false],
  ["rejected", false],
]);

const ANNOUNCED = new Set(["success", "failed", "reversed"]);
const OTP_LIVES_MS = 30 * 60_000;

/**
 * Moves a transfer to any status, also against the contract's order, with its money and its notice. What happened at
 * another time than now is over: it sends no notice, and nothing follows from it.
 */
export function moveTransfer(
  world: World,
  transfer: TransferRecord,
  status: string,
  { at }: { at?: number } = {},
): TransferRecord {
  const { book } = world;
  return book.atomically(() => {
    const taken = TAKES.get(status) ?? transfer.taken;
    if (taken !== transfer.taken) {
      const sum = transfer.amount + transfer.fee;
      const difference = taken ? -sum : sum;
      post(book, { difference, reason: transfer.reason ?? "", model: "Transfer", row: transfer.id, at });
    }
    const now = at ?? Date.now();
    const moved = book.save("transfer", {
      ...transfer,
      status,
      taken,
      updatedAt: now,
      ...(at === undefined ? sequelOf(world, status, now) : { due: null, next: null }),
    });
    if (at === undefined && ANNOUNCED.has(status)) world.emit(`transfer.${status}`, noticeOf(world, moved));
    return moved;
  });
}

/** What will happen to a transfer in this status by itself, and when. */
function sequelOf({ faults }: World, status: string, now: number): Pick<TransferRecord, "due" | "next"> {
  const { settleAfterMs, settleAs, reversedAfterSuccess } = faults.read();
  if (status === "otp") return { due: now + OTP_LIVES_MS, next: "abandoned" };
  if ((status === "pending" || status === "received") && settleAfterMs !== null) {
    return { due: now + settleAfterMs, next: settleAs };
  }
  if (status === "success" && reversedAfterSuccess) return { due: now + (settleAfterMs ?? 1_000), next: "reversed" };
  return { due: null, next: null };
}

/** A transfer as the verify call shows it. */
export function transferJson({ book }: World, transfer: TransferRecord) {
  const recipient = book.get("recipient", transfer.recipientId);
  return {
    ...fieldsOf(transfer),
    integration: INTEGRATION,
    recipient: recipient === undefined ? null : recipientJson(recipient),
    session: { provider: "nip", id: String(transfer.id) },
    fee_charged: transfer.taken ? transfer.fee : 0,
    fees_breakdown: null,
    gateway_response: null,
    createdAt: isoOf(transfer.at),
    updatedAt: isoOf(transfer.updatedAt),
  };
}

/** A transfer as the call that makes it shows it: the recipient is a number there. */
export function newTransferJson(transfer: TransferRecord) {
  return {
    ...fieldsOf(transfer),
    transfersessionid: [],
    transfertrials: [],
    integration: INTEGRATION,
    recipient: transfer.recipientId,
    createdAt: isoOf(transfer.at),
    updatedAt: isoOf(transfer.updatedAt),
  };
}

function fieldsOf(transfer: TransferRecord) {
  return {
    id: transfer.id,
    domain: "test",
    amount: transfer.amount,
    currency: "NGN",
    reference: transfer.key,
    source: "balance",
    source_details: null,
    reason: transfer.reason,
    status: transfer.status,
    failures: null,
    transfer_code: codeOf("TRF_", transfer.id),
    titan_code: null,
    transferred_at: transfer.status === "success" ? isoOf(transfer.updatedAt) : null,
    request: transfer.id,
  };
}

/** In notices the business is an object, and the times of two of them have other names. */
function noticeOf(world: World, transfer: TransferRecord): Record<string, unknown> {
  const { createdAt, updatedAt, ...json } = transferJson(world, transfer);
  const times = transfer.status === "success"
    ? { createdAt, updatedAt }
    : { created_at: createdAt, updated_at: updatedAt };
  return { ...json, ...times, integration: { id: INTEGRATION, is_live: false, business_name: "Orin" } };
}
