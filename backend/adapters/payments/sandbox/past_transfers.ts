import { transferFeeOf } from "./fees.ts";
import { moveTransfer } from "./transfer_moves.ts";
import { codeOf, type World } from "./world.ts";

/** A transfer that was made before there was a sandbox to ask. */
export type PastTransfer = {
  reference: string;
  amountKobo: number;
  recipient: { accountNumber: string; bankCode: string; accountName: string };
  /** What became of it, one after another. */
  statuses: readonly string[];
  /** Epoch ms. */
  at: number;
};

/**
 * Writes a transfer into the book as it would be there today, with its fee and its movements of the balance, and
 * answers its code. The same reference is written once.
 */
export function rememberTransfer(
  world: World,
  { reference, amountKobo, recipient, statuses, at }: PastTransfer,
): string {
  const { book } = world;
  return book.atomically(() => {
    const known = book.find("transfer", reference);
    if (known) return codeOf("TRF_", known.id);
    const { accountNumber, bankCode, accountName: name } = recipient;
    const key = `${bankCode}:${accountNumber}`;
    const { id: recipientId } = book.find("recipient", key) ??
      book.add("recipient", { name, accountNumber, bankCode, key, due: null, at });
    const fee = transferFeeOf(amountKobo, { stampDuty: false });
    let transfer = book.add("transfer", {
      ...{ key: reference, due: null, next: null, recipientId, amount: amountKobo, fee, reason: "Orin withdrawal" },
      ...{ status: "", taken: false, updatedAt: at, at },
    });
    for (const status of statuses) transfer = moveTransfer(world, transfer, status, { at });
    return codeOf("TRF_", transfer.id);
  });
}
