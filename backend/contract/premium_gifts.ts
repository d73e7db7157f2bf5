/** At most so many people in one payment. */
export const MAX_SEATS = 5;
/** What may be given to each of them, in calendar months. */
export const GIFT_MONTHS: readonly number[] = [1, 3, 6, 12];
/** The link of a seat is mailed again at most so often. */
export const MAX_SENT_AGAIN = 5;
/** Longest name of a person whom Premium is for. */
export const MAX_SEAT_NAME = 60;

/** `POST /api/v1/premium-gifts`: where to pay. */
export interface PremiumGiftCheckout {
  message: string;
  data: { authorization_url: string; access_code: string; reference: string };
}

export interface PremiumGiftSeat {
  seat: number;
  /** As its buyer wrote it. */
  name: string;
  email: string;
  claimedAt: string | null;
  /**
   * The link that redeems the months: once it is paid, until they are redeemed, and not while the money is disputed.
   */
  link: string | null;
  canSendAgain: boolean;
}

export interface GivenPremium {
  reference: string;
  months: number;
  amountKobo: number;
  startedAt: string;
  status: "started" | "paid" | "disputed" | "reversed";
  seats: PremiumGiftSeat[];
}

/** `GET /api/v1/premium-gifts`: what the caller gave, the newest first. */
export interface PremiumGifts {
  gifts: GivenPremium[];
  /** Kobo for a month of one person, today. */
  priceKobo: number;
}

/** `GET /api/v1/premium-gifts/claim/{token}`: what a link gives. */
export interface OfferedPremium {
  /** The giver's first name; null for who is not here any more. */
  giver: string | null;
  months: number;
  /** `yours` where the caller has taken it; `stopped` while or after the payer's bank takes the money back. */
  status: "open" | "unpaid" | "stopped" | "claimed" | "yours";
}

/** `POST /api/v1/premium-gifts/claim/{token}`: until when the caller has Premium now. */
export interface ClaimedPremium {
  message: string;
  subscription: { isActive: boolean; expiryDate: string };
}
