import { post } from "./balance.ts";
import { chargeFeeOf } from "./fees.ts";
import type { World } from "./world.ts";

/** A charge that was paid before there was a sandbox to ask. */
export type PastCharge = {
  reference: string;
  amountKobo: number;
  email: string;
  metadata: Record<string, string>;
  /** Epoch ms. */
  at: number;
};

/** Writes a paid charge into the book as it would be there today, once for each reference. Returns its fee in kobo. */
export function rememberCharge({ book }: World, { reference, amountKobo, email, metadata, at }: PastCharge): number {
  const fees = chargeFeeOf(amountKobo);
  book.atomically(() => {
    if (book.find("charge", reference)) return;
    const { id } = book.add("charge", {
      ...{
        key: reference,
        due: null,
        at,
        status: "success",
        requested: amountKobo,
        amount: amountKobo,
        fees,
        refunded: 0,
      },
      ...{ email, metadata, callbackUrl: null, channel: "card", paidAt: at, gatewayResponse: "Successful" },
    });
    post(book, { difference: amountKobo - fees, reason: "", model: "Transaction", row: id, at });
  });
  return fees;
}
