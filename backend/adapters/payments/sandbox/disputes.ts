import { Hono } from "hono";
import { amountIn, ApiRefusal, readBody, success, textIn } from "./answers.ts";
import { post } from "./balance.ts";
import { chargeJson } from "./charge_moves.ts";
import { pageOf } from "./paging.ts";
import type { ChargeRecord, DisputeRecord } from "./records.ts";
import { isoOf, type World } from "./world.ts";

/** `create`, `remind`: the payer's bank asks for the money; `resolve`: the payer gets it; `decline`: it stays. */
export const DISPUTE_STEPS = ["create", "remind", "resolve", "decline"] as const;
export type DisputeStep = (typeof DISPUTE_STEPS)[number];

const ANSWER_WITHIN_MS = 3 * 86_400_000;

/** Disputes of charges: what payers' banks ask back. */
export function disputeRoutes(world: World): Hono {
  const { book } = world;
  const named = (id: string) => {
    const found = book.get("dispute", Number(id));
    if (found === undefined) throw new ApiRefusal(404, "Dispute not found");
    return found;
  };
  return new Hono()
    .get("/dispute", (c) => {
      const { records, meta } = pageOf(c, book, "dispute");
      return success(c, { message: "Disputes retrieved", data: records.map((one) => disputeJson(world, one)), meta });
    })
    .get("/dispute/:id", (c) => {
      return success(c, { message: "Dispute retrieved", data: disputeJson(world, named(c.req.param("id"))) });
    })
    .get("/dispute/:id/upload_url", (c) => {
      const { id } = named(c.req.param("id"));
      textIn(c.req.query("upload_filename"), "upload_filename");
      const fileName = `sandbox-${id}`;
      const data = { signedUrl: `${world.publicUrl}/__sandbox/uploads/${fileName}`, fileName };
      return success(c, { message: "Upload url generated", data });
    })
    .put("/dispute/:id/resolve", async (c) => {
      const body = await readBody(c);
      const found = named(c.req.param("id"));
      for (const field of ["message", "uploaded_filename"]) textIn(body[field], field);
      const isAccepted = textIn(body["resolution"], "resolution") === "merchant-accepted";
      const amount = amountIn(body["refund_amount"]);
      if (found.status === "resolved") throw new ApiRefusal(400, "Dispute is already resolved");
      const after = book.save("dispute", { ...found, amount });
      const moved = isAccepted ? resolve(world, after, "merchant-accepted") : contest(world, after);
      return success(c, { message: "Dispute successfully resolved", data: disputeJson(world, moved) });
    });
}

/** The payer's bank makes a step; a dispute that is open is the one that the step is about. */
export function dispute(
  world: World,
  charge: ChargeRecord,
  { step, amount = charge.amount }: { step: DisputeStep; amount?: number | undefined },
): DisputeRecord {
  const { book } = world;
  return book.atomically(() => {
    const open = book.list("dispute", { limit: 1_000 }).find((one) =>
      one.chargeId === charge.id && one.status !== "resolved"
    );
    const found = open ?? begin(world, charge, amount);
    if (step === "resolve") return resolve(world, found, "merchant-accepted");
    if (step === "decline") return resolve(world, found, "declined");
    tell(world, step, found);
    return found;
  });
}

/** Moves a dispute that was decided to the other decision, as a bank does that asks a second time. */
export function decideAgain(world: World, charge: ChargeRecord, resolution: string): void {
  const last = world.book.list("dispute", { limit: 1_000 }).find(({ chargeId }) => chargeId === charge.id);
  if (last) resolve(world, last, resolution);
}

function begin({ book, faults }: World, charge: ChargeRecord, amount: number): DisputeRecord {
  const held = faults.read().disputesHeldBack;
  const found = book.add("dispute", {
    ...{ key: null, due: null, chargeId: charge.id, amount, held },
    ...{ status: "awaiting-merchant-feedback", resolution: null, resolvedAt: null },
    dueAt: Date.now() + ANSWER_WITHIN_MS,
  });
  if (held) post(book, { difference: -amount, reason: "Dispute", model: "Transaction", row: charge.id });
  return found;
}

function contest(world: World, found: DisputeRecord): DisputeRecord {
  return world.book.save("dispute", { ...found, status: "awaiting-bank-feedback" });
}

function resolve(world: World, found: DisputeRecord, resolution: string): DisputeRecord {
  const { book } = world;
  return book.atomically(() => {
    const charge = book.get("charge", found.chargeId);
    const isLost = resolution !== "declined";
    const { taken: before = 0 } = found;
    const left = charge ? charge.amount - charge.refunded + before : 0;
    const taken = isLost ? Math.min(found.amount, left) : 0;
    const difference = (found.held ? found.amount : 0) + before - taken;
    if (charge && difference !== 0) {
      post(book, { difference, reason: "Chargeback", model: "Transaction", row: charge.id });
    }
    if (charge && taken !== before) {
      const refunded = charge.refunded + taken - before;
      book.save("charge", { ...charge, refunded, status: refunded === charge.amount ? "reversed" : "success" });
    }
    const resolvedAt = Date.now();
    const after = book.save("dispute", { ...found, status: "resolved", resolution, resolvedAt, held: false, taken });
    tell(world, "resolve", after);
    return after;
  });
}

function tell(world: World, step: "create" | "remind" | "resolve", found: DisputeRecord): void {
  world.emit(`charge.dispute.${step}`, disputeJson(world, found));
}

function disputeJson({ book }: World, found: DisputeRecord) {
  const charge = book.get("charge", found.chargeId);
  return {
    id: found.id,
    refund_amount: found.amount,
    currency: "NGN",
    status: found.status,
    resolution: found.resolution,
    domain: "test",
    transaction: charge ? chargeJson(charge) : null,
    transaction_reference: null,
    category: "chargeback",
    customer: charge ? chargeJson(charge).customer : null,
    bin: null,
    last4: null,
    dueAt: isoOf(found.dueAt),
    resolvedAt: isoOf(found.resolvedAt),
    evidence: null,
    attachments: null,
    note: null,
    history: [{ status: found.status, by: "sandbox@orin.example", createdAt: isoOf(found.at) }],
    messages: [],
    createdAt: isoOf(found.at),
    updatedAt: isoOf(found.resolvedAt ?? found.at),
  };
}
