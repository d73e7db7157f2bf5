export interface InitializePaymentAnswer {
  message: string;
  data: { authorization_url: string; access_code: string; reference: string };
}

export interface VerifyPaymentAnswer {
  message: string;
  subscription: { isActive: boolean; expiryDate: string };
}

/**
 * `GET /api/v1/history`: what happened to the subscription, the newest first, besides that while access lasts the entry
 * `subscribe` stays first.
 */
export interface SubscriptionHistory {
  history: {
    action: string;
    date: string;
    endDate: string;
    reference?: string | undefined;
  }[];
  subscription: {
    isActive: boolean;
    isCancelled: boolean;
    expiryDate: string | null;
    /** Kobo a month, today. */
    priceKobo: number;
  };
}

/** `POST /api/v1/pay-per-view`: tokens spent and left, and what may be played today. */
export interface PayPerViewAnswer {
  message: string;
  tokens: number;
  newBalance: number;
  freePlayLimit: number;
  /** The same call without a key came within the last minute: this is its answer again. */
  repeated?: true;
}

/** `GET /api/v1/premium-use`: what Premium has been worth so far, by the plays of the days on which it held. */
export interface PremiumUse {
  /** When it was had first, ISO text; null where it never was. */
  since: string | null;
  plays: number;
  /** Plays beyond each day's free ones, and the tokens that they would have cost one by one. */
  extraPlays: number;
  savedTokens: number;
  /** Plays of saved music without a network, and about how much sound was not fetched for them. */
  offlinePlays: number;
  savedBytes: number;
}
