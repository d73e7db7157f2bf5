/** A payment by card. Epoch ms. */
interface CardPayment {
  readonly paidAt: number;
  /** When the oldest payment with the card was made that has not gone back; undefined where none is left. */
  readonly cardSince: number | undefined;
}

/**
 * Until when the money of a payment is young, epoch ms: its bank may still take it back. It is so until the payment, or an
 * older one with the same card that stayed, has reached the age.
 */
export function youngUntil({ paidAt, cardSince = paidAt }: CardPayment, youngCardMs: number): number {
  return Math.min(paidAt, cardSince) + youngCardMs;
}
