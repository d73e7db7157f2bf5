import { Hono } from "hono";
import { amountIn, ApiRefusal, type Body, invalid, onlyNaira, readBody, success, textOrNull } from "./answers.ts";
import { balanceOf } from "./balance.ts";
import { transferFeeOf } from "./fees.ts";
import { pageOf } from "./paging.ts";
import type { RecipientRecord, TransferRecord } from "./records.ts";
import { moveTransfer, newTransferJson, transferJson } from "./transfer_moves.ts";
import { idIn, type World } from "./world.ts";

/** The one-time code of the sandbox. */
export const OTP = "123456";
const LEAST_KOBO = 10_000;

/** Transfers: asked for, confirmed with a code, verified, listed. */
export function transferRoutes(world: World): Hono {
  const { book } = world;
  return new Hono()
    .post("/transfer", async (c) => {
      const transfer = initiate(world, await readBody(c));
      const message = transfer.status === "otp" ? "Transfer requires OTP to continue" : "Transfer has been queued";
      return success(c, { message, data: newTransferJson(transfer) });
    })
    .post("/transfer/finalize_transfer", async (c) => {
      const transfer = finalize(world, await readBody(c));
      return success(c, { message: "Transfer has been queued", data: newTransferJson(transfer) });
    })
    .post("/transfer/resend_otp", async (c) => {
      waitingFor(world, (await readBody(c)).transfer_code);
      return success(c, { message: "OTP has been resent" });
    })
    .get("/transfer", (c) => {
      const { records, meta } = pageOf(c, book, "transfer");
      return success(c, {
        message: "Transfers retrieved",
        data: records.map((transfer) => transferJson(world, transfer)),
        meta,
      });
    })
    .get("/transfer/verify/:reference", (c) => {
      const transfer = book.find("transfer", c.req.param("reference"));
      return success(c, { message: "Transfer retrieved", data: transferJson(world, found(transfer)) });
    })
    .get("/transfer/:code", (c) => {
      const code = c.req.param("code");
      const transfer = book.get("transfer", idIn("TRF_", code) ?? Number(code));
      return success(c, { message: "Transfer retrieved", data: transferJson(world, found(transfer)) });
    });
}

function initiate(world: World, body: Body): TransferRecord {
  const { book, faults } = world;
  if (body.source !== "balance") throw invalid("Transfer source must be balance", "invalid_params");
  const amount = amountIn(body.amount);
  if (amount < LEAST_KOBO) throw invalid("Invalid amount: the least transfer is NGN 100", "invalid_params");
  onlyNaira(body.currency);
  const reference = body.reference ?? crypto.randomUUID();
  if (typeof reference !== "string" || !/^[a-z0-9_-]{16,50}$/.test(reference)) {
    throw invalid("Invalid reference: 16 to 50 lowercase alphanumeric characters, - and _", "invalid_params");
  }
  return book.atomically(() => {
    const recipient = recipientCalled(world, body.recipient);
    if (book.find("transfer", reference)) throw new ApiRefusal(400, "Duplicate Transfer Reference");
    const { otp, received, settleAfterMs, settleAs, stampDuty } = faults.read();
    const fee = transferFeeOf(amount, { stampDuty });
    if (balanceOf(book) < amount + fee) {
      throw new ApiRefusal(400, "Your balance is not enough to fulfil this request");
    }
    const transfer = book.add("transfer", {
      key: reference,
      due: null,
      next: null,
      recipientId: recipient.id,
      amount,
      fee,
      reason: textOrNull(body.reason),
      status: "",
      taken: false,
      updatedAt: Date.now(),
    });
    const first = moveTransfer(world, transfer, otp ? "otp" : received ? "received" : "pending");
    return settleAfterMs === 0 && !otp ? moveTransfer(world, first, settleAs) : first;
  });
}

function finalize(world: World, body: Body): TransferRecord {
  const { book } = world;
  return book.atomically(() => {
    const transfer = waitingFor(world, body.transfer_code);
    if (body.otp !== OTP) throw new ApiRefusal(400, "OTP is invalid");
    if (balanceOf(book) < transfer.amount + transfer.fee) {
      throw new ApiRefusal(400, "Your balance is not enough to fulfil this request");
    }
    return moveTransfer(world, transfer, "pending");
  });
}

function waitingFor({ book }: World, code: unknown): TransferRecord {
  const transfer = book.get("transfer", idIn("TRF_", code) ?? -1);
  if (transfer === undefined) throw new ApiRefusal(400, "Transfer code is invalid");
  if (transfer.status !== "otp") throw new ApiRefusal(400, "Transfer is not currently awaiting OTP");
  return transfer;
}

function recipientCalled({ book }: World, code: unknown): RecipientRecord {
  const recipient = book.get("recipient", idIn("RCP_", code) ?? -1);
  if (recipient !== undefined) return recipient;
  throw invalid(
    "Recipient specified is invalid",
    "invalid_transfer_recipient",
    "Provide a valid recipient. Ensure you are passing the recipient code in the recipient param",
  );
}

function found(transfer: TransferRecord | undefined): TransferRecord {
  if (transfer === undefined) throw new ApiRefusal(404, "Transfer not found");
  return transfer;
}
