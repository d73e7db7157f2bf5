import { paymentReference } from "../contract/payment_reference.ts";
import type { Event } from "../store/log/event.ts";
import type { Sealed } from "../store/personal/personal_data.ts";

/** What a gift is: dollars as they were chosen, in cents, and the units they were at the dated rate. */
export type GiftTerms = {
  readonly giftId: string;
  readonly giverId: string;
  readonly artistId: string;
  /** Where it was given for a track. */
  readonly trackId?: string;
  readonly cents: number;
  readonly units: number;
  readonly koboPerDollar: number;
  readonly policyVersion: number;
  /** Sealed with the giver's key; empty text where nothing was said. */
  readonly message: Sealed;
  /** Whether the artist sees who gave it. */
  readonly isNamed: boolean;
  /** No gift: royalties that a settled dispute of a share lets go. They move as gifts of tokens do. */
  readonly ofRoyalties?: true;
  /** No gift of today: a share that a settled dispute lets go, which has settled before. */
  readonly hasSettled?: true;
};

/** The giver goes to the checkout: stored before the provider is called. */
export type GiftPaymentStarted = Event<"GiftPaymentStarted", GiftTerms & { readonly reference: string }>;

export type GiftSent = Event<
  "GiftSent",
  GiftTerms & {
    readonly method: "card" | "tokens";
    readonly reference?: string;
    /** Kobo that the provider kept; Orin bears them. */
    readonly feesKobo: number;
    /** Of a card, from when on Orin keeps it: the hash of the provider's signature, the same for all of its payments. */
    readonly card?: string;
  }
>;

/** The giver has their money back. What the artist no longer had is Orin's claim. */
export type GiftRefunded = Event<
  "GiftRefunded",
  { readonly giftId: string; readonly takenUnits: number; readonly owedUnits: number }
>;

/** The giver's bank gave `units` back after a dispute had ended the gift: the artist has it again. */
type GiftRestored = Event<"GiftRestored", { readonly giftId: string; readonly units: number }>;

export type GiftThanked = Event<"GiftThanked", {
  readonly giftId: string;
  readonly artistId: string;
  /** Sealed with the artist's key. */
  readonly message: Sealed;
}>;

/** A collaborator's part of a gift for a track, a gift of its own. */
export type GiftShare = {
  readonly giftId: string;
  /** Whose account it goes to: of a disputed share, the dispute, which holds it aside. */
  readonly creatorId: string;
  readonly basisPoints: number;
  readonly cents: number;
  readonly units: number;
  /** The collaborator whose disputed share it is. */
  readonly heldFor?: string;
};

/**
 * Beside a gift whose track has collaborators: what was given in all, and their parts by the shares of this moment. The
 * gift itself is what is left for the artist.
 */
export type GiftDivided = Event<"GiftDivided", {
  readonly giftId: string;
  readonly cents: number;
  readonly units: number;
  readonly shares: readonly GiftShare[];
}>;

/** Beside a gift that is a collaborator's part of another one, or what was held of it and goes on to who gets it. */
export type GiftShared = Event<"GiftShared", {
  readonly giftId: string;
  readonly artistId: string;
  readonly ofGiftId: string;
  readonly heldFor?: string;
}>;

export type GiftEvent =
  | GiftPaymentStarted
  | GiftSent
  | GiftDivided
  | GiftShared
  | GiftRefunded
  | GiftRestored
  | GiftThanked;

/** The stream of a gift, in the ledger's log of its giver. */
export function giftStream(giftId: string): string {
  return `gift/${giftId}`;
}

/** The reference of a gift that is paid by card. */
export function giftReference(installation: string, giftId: string): string {
  return paymentReference("gift", { installation, id: giftId });
}
