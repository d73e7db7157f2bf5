import { Refusal } from "../../contract/refusal.ts";
import type { GiftRefundDecided, GiftRefundEvent } from "./events.ts";

type Proposal = Extract<GiftRefundEvent, { type: "GiftRefundProposed" }>["data"];

/** What admins have decided about returning one gift. */
export interface GiftRefund {
  readonly proposal: Proposal | undefined;
  readonly decided: GiftRefundDecided["data"] | undefined;
}

export const NOTHING_DECIDED: GiftRefund = { proposal: undefined, decided: undefined };

export interface AskRefund {
  readonly giftId: string;
  readonly units: number;
  readonly adminId: string;
  readonly proposalId: string;
}

/** What a refund is decided on beside the gift. */
export interface Stakes {
  /** Who gave or got something of the gift could be on the admin's side. */
  readonly isParty: boolean;
  /** Units that the admin's side has returned alone lately: many small gifts are one large one. */
  readonly aloneUnits: number;
  readonly limitUnits: number;
}

/**
 * What the artist has spent Orin pays. So nobody returns a gift that could be their own, nor more than the limit alone;
 * asking again once it is decided changes nothing.
 */
export function decideRefund(
  { proposal, decided }: GiftRefund,
  { proposalId, ...refund }: AskRefund,
  { isParty, aloneUnits, limitUnits }: Stakes,
): GiftRefundEvent[] {
  if (isParty) throw ownGift();
  if (decided) return [];
  if (proposal) throw new Refusal("already_decided", "This refund waits for an admin on another side");
  return refund.units + aloneUnits > limitUnits
    ? [{ type: "GiftRefundProposed", data: { ...refund, proposalId } }]
    : [{ type: "GiftRefundDecided", data: refund }];
}

/** The refusal for a gift that could be the admin's own. */
export function ownGift(): Refusal {
  return new Refusal(
    "not_independent",
    "You, or someone on your side, gave or got this gift, or opened such an account: an admin on another side returns it",
  );
}

export interface AboutRefund {
  readonly giftId: string;
  readonly proposalId: string;
  readonly adminId: string;
}

/** Another admin than the one who proposed it confirms; a second press changes nothing. */
export function confirmRefund({ proposal, decided }: GiftRefund, about: AboutRefund): GiftRefundEvent[] {
  if (decided?.confirmedBy === about.adminId) return [];
  const { proposalId: _, ...refund } = openProposal(proposal, about);
  if (refund.adminId === about.adminId) {
    throw new Refusal("not_your_approval", "You proposed this: an admin on another side has to confirm it");
  }
  return [{ type: "GiftRefundDecided", data: { ...refund, confirmedBy: about.adminId } }];
}

/** Every admin may take a proposal away. */
export function withdrawRefund({ proposal }: GiftRefund, about: AboutRefund): GiftRefundEvent[] {
  openProposal(proposal, about);
  return [{ type: "GiftRefundWithdrawn", data: about }];
}

function openProposal(proposal: Proposal | undefined, { proposalId }: AboutRefund): Proposal {
  if (proposal?.proposalId !== proposalId) throw new Refusal("already_decided", "This proposal is no longer open");
  return proposal;
}

export function evolve(_state: GiftRefund, { type, data }: GiftRefundEvent): GiftRefund {
  switch (type) {
    case "GiftRefundProposed":
      return { proposal: data, decided: undefined };
    case "GiftRefundWithdrawn":
      return NOTHING_DECIDED;
    case "GiftRefundDecided":
      return { proposal: undefined, decided: data };
  }
}
