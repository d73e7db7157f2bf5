import type { Payments } from "../adapters/payments/types.ts";

/**
 * What is known of a charge after the provider was asked:
 * - `paid`: the whole expected sum, in naira
 * - `open`: not paid, and may yet be; `failed`: declined, and may yet be tried again; `unheard`: never begun
 * - `reversed`: given back; `other`: something else was paid than was asked for
 */
interface ChargeAnswer {
  readonly outcome: "paid" | "open" | "failed" | "unheard" | "reversed" | "other";
  readonly amountKobo: number;
  readonly feesKobo: number;
}

/** Asks what became of a charge. A fee that the payer bore is on top of what was asked for, so it is not our sum. */
export async function askCharge(payments: Payments, reference: string, expectedKobo: number): Promise<ChargeAnswer> {
  const charge = await payments.confirmCharge(reference);
  if (charge.status === "not_found") return { outcome: "unheard", amountKobo: 0, feesKobo: 0 };
  const { status, amountKobo, requestedKobo, currency, feesKobo = 0 } = charge;
  const isExpected = currency === "NGN" && requestedKobo === expectedKobo && amountKobo >= expectedKobo;
  const sums = { amountKobo, feesKobo: Math.min(feesKobo, amountKobo) };
  switch (status) {
    case "success":
      return { outcome: isExpected ? "paid" : "other", ...sums };
    case "reversed":
      return { outcome: "reversed", ...sums };
    case "failed":
      return { outcome: "failed", ...sums };
    case "pending":
    case "abandoned":
      return { outcome: "open", ...sums };
    case "unknown":
      return { outcome: "other", ...sums };
  }
}

/** Whether all of a charge was refunded; a part of it is for a human to judge. */
export async function isRefunded(payments: Payments, reference: string, paidKobo: number): Promise<boolean> {
  const refunds = await payments.listRefunds(reference);
  const back = refunds.filter(({ status }) => status === "processed").reduce((sum, one) => sum + one.amountKobo, 0);
  return back >= paidKobo;
}
