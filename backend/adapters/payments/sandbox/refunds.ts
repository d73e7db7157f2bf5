import { Hono } from "hono";
import { amountIn, ApiRefusal, type Body, invalid, onlyNaira, readBody, success, textOrNull } from "./answers.ts";
import { post } from "./balance.ts";
import { chargeJson } from "./charge_moves.ts";
import { pageOf } from "./paging.ts";
import type { ChargeRecord, RefundRecord } from "./records.ts";
import { INTEGRATION, isoOf, type World } from "./world.ts";

/** Refunds of charges. */
export function refundRoutes(world: World): Hono {
  const { book } = world;
  return new Hono()
    .post("/refund", async (c) => {
      const { refund, charge } = create(world, await readBody(c));
      const data = { ...refundJson(refund), transaction: chargeJson(charge) };
      return success(c, { message: "Refund has been queued for processing", data });
    })
    .get("/refund", (c) => {
      const { records, meta } = pageOf(c, book, "refund");
      return success(c, { message: "Refunds retrieved", data: records.map(refundJson), meta });
    })
    .get("/refund/:id", (c) => {
      const refund = book.get("refund", Number(c.req.param("id")));
      if (refund === undefined) throw new ApiRefusal(404, "Refund not found");
      return success(c, { message: "Refund retrieved", data: refundJson(refund) });
    });
}

/** Moves a refund to a status, with the notice for it. A failed one gives the money back to the balance. */
export function moveRefund(world: World, refund: RefundRecord, status: string): RefundRecord {
  const { book } = world;
  return book.atomically(() => {
    const charge = book.get("charge", refund.chargeId);
    if (status === "failed" && refund.status !== "failed" && charge !== undefined) {
      post(book, { difference: refund.amount, reason: "Failed refund", model: "Refund", row: refund.id });
      const refunded = charge.refunded - refund.amount;
      book.save("charge", { ...charge, refunded, status: refunded === 0 ? "success" : charge.status });
    }
    const moved = book.save("refund", { ...refund, status, updatedAt: Date.now(), due: null, next: null });
    announce(world, moved, charge?.key ?? null);
    return moved;
  });
}

function create(world: World, body: Body): { refund: RefundRecord; charge: ChargeRecord } {
  const { book, faults } = world;
  onlyNaira(body.currency);
  return book.atomically(() => {
    const charge = chargeNamed(world, body.transaction);
    const left = charge.amount - charge.refunded;
    if (charge.status === "reversed" || (charge.paidAt !== null && left === 0)) {
      throw new ApiRefusal(400, "Transaction has been fully reversed");
    }
    if (charge.status !== "success") throw new ApiRefusal(400, "Transaction is not successful: refund not allowed");
    const amount = body.amount === undefined ? left : amountIn(body.amount);
    if (amount > left) throw invalid("Refund amount cannot be more than transaction amount", "invalid_params");
    const refunded = charge.refunded + amount;
    const after = book.save("charge", {
      ...charge,
      refunded,
      status: refunded === charge.amount ? "reversed" : "success",
    });
    const { settleAfterMs } = faults.read();
    const refund = book.add("refund", {
      key: null,
      chargeId: charge.id,
      amount,
      status: "pending",
      due: settleAfterMs === null ? null : Date.now() + settleAfterMs,
      next: "processed",
      merchantNote: textOrNull(body.merchant_note),
      customerNote: textOrNull(body.customer_note),
      updatedAt: Date.now(),
    });
    post(book, { difference: -amount, reason: refund.merchantNote ?? "", model: "Refund", row: refund.id });
    announce(world, refund, charge.key);
    return { refund, charge: after };
  });
}

function chargeNamed({ book }: World, named: unknown): ChargeRecord {
  const byReference = typeof named === "string" ? book.find("charge", named) : undefined;
  const charge = byReference ?? (Number.isSafeInteger(Number(named)) ? book.get("charge", Number(named)) : undefined);
  if (charge === undefined) throw new ApiRefusal(404, "Transaction not found", { code: "transaction_not_found" });
  return charge;
}

function announce(world: World, refund: RefundRecord, reference: string | null): void {
  world.emit(`refund.${refund.status}`, {
    status: refund.status,
    transaction_reference: reference,
    refund_reference: refund.status === "processed" ? String(refund.id) : null,
    amount: world.faults.read().textAmounts ? String(refund.amount) : refund.amount,
    currency: "NGN",
    processor: "instant-transfer",
    customer: { first_name: null, last_name: null, email: null },
    integration: INTEGRATION,
    domain: "test",
    id: String(refund.id),
    merchant_note: refund.merchantNote,
  });
}

function refundJson(refund: RefundRecord) {
  return {
    id: refund.id,
    integration: INTEGRATION,
    domain: "test",
    transaction: refund.chargeId,
    dispute: null,
    amount: refund.amount,
    deducted_amount: refund.amount,
    currency: "NGN",
    channel: null,
    fully_deducted: true,
    refunded_by: "sandbox@orin.example",
    expected_at: isoOf(refund.at + 864_000_000),
    settlement: null,
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    createdAt: isoOf(refund.at),
    updatedAt: isoOf(refund.updatedAt),
    status: refund.status,
  };
}
