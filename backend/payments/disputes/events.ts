import type { Event } from "../../store/log/event.ts";

/**
 * A payer's bank asks for money back. From now on `units` of what was paid wait: `reservedUnits` lie on the artist's
 * reserve, and `owedUnits` of those the artist no longer had. The rest is the part of the gift that settles.
 */
export type DisputeOpened = Event<
  "DisputeOpened",
  DisputeRef & {
    /** The provider's own id. */
    readonly providerId: string;
    readonly reference: string;
    readonly purpose: "gift" | "premium";
    readonly payerId: string;
    readonly artistId?: string;
    /** What the bank asks for, which can be more than was paid. */
    readonly amountKobo: number;
    readonly units: number;
    readonly reservedUnits: number;
    readonly owedUnits: number;
    /** The provider's word for the kind of dispute. */
    readonly category: string;
    /** Until when an answer has to be there, epoch ms. */
    readonly dueAt?: number;
  }
>;

type DisputeRef = {
  /** Orin's own id of the dispute. */
  readonly disputeId: string;
  /** The id in the reference of the charge: a gift's is its own. */
  readonly paymentId: string;
};

/** The provider asked for the answer again. */
type DisputeReminded = Event<"DisputeReminded", DisputeRef & { readonly dueAt?: number }>;

/** A reserve paid for money that went back to the payer. */
type DisputeReserveTaken = Event<"DisputeReserveTaken", { readonly paymentId: string; readonly units: number }>;

/** The dispute is decided: `lostUnits` went back to the payer, `releasedUnits` of the reserve to the artist. */
export type DisputeResolved = Event<
  "DisputeResolved",
  DisputeRef & {
    readonly outcome: "won" | "lost";
    readonly lostUnits: number;
    readonly releasedUnits: number;
    /** What the artist no longer had of a part that was lost. */
    readonly owedUnits: number;
  }
>;

/** What was lost is decided anew, for Orin: `units` came back from the payer's bank, and go to the artist of a gift. */
export type DisputeLossReturned = Event<"DisputeLossReturned", DisputeRef & { readonly units: number }>;

/** An admin says that Orin answered the provider and wants to keep the money. */
type DisputeContested = Event<"DisputeContested", Decided>;

/** Of before there was a stream of proposals, only read: an admin wanted the payer to have the money. */
type DisputeAcceptProposed = Event<"DisputeAcceptProposed", Decided>;

/** Two sides want the payer to have the money: stored before the provider is called. */
export type DisputeAccepted = Event<"DisputeAccepted", Decided & { readonly proposedBy: string }>;

type Decided = DisputeRef & { readonly adminId: string; readonly note: string };

export type DisputeEvent =
  | DisputeOpened
  | DisputeReminded
  | DisputeReserveTaken
  | DisputeResolved
  | DisputeLossReturned
  | DisputeContested
  | DisputeAcceptProposed
  | DisputeAccepted;

/** The kind of proposals about accepting a dispute, by its id. */
export const DISPUTE_ACCEPT = "dispute_accept";

/** The stream of a charge's disputes, in the ledger's log of its payer. */
export function disputeStream(paymentId: string): string {
  return `disputes/${paymentId}`;
}
