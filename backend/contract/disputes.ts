/** A dispute of a payment by card: the payer's bank asks for the money. Sums in naira. */
export interface DisputeSummary {
  disputeId: string;
  what: "gift" | "premium";
  /** What the bank asks for. */
  amount: number;
  status: "open" | "won" | "lost";
  /** What Orin's admins did: `accept_proposed` waits for another side. */
  answer: "contested" | "accept_proposed" | "accepted" | null;
  /** The provider's word for the kind of dispute. */
  reason: string;
  reference: string;
  payerId: string;
  /** Of a gift; an artist's name is public. */
  artist: { userId: string; name: string } | null;
  openedAt: string;
  /** Until when an answer has to be there. */
  dueAt: string | null;
}

/** `GET /api/v1/admin/disputes`: open first, the first due first; then those that were decided, newest first. */
export interface DisputeList {
  disputes: DisputeSummary[];
}

/** `GET /api/v1/admin/disputes/:id`, with what Orin knows as evidence. */
export interface DisputeShown extends DisputeSummary {
  resolvedAt: string | null;
  /** What waits on the artist's side, and what went back to the payer. */
  reserved: number;
  lost: number;
  payer: { name: string; registeredAt: string; ageDays: number };
  gift: { giftId: string; at: string; dollars: number } | null;
  listening: { devices: number; sharesDevice: boolean; plays: number; unproven: number };
  timeline: { at: string; by: string; text: string; note: string }[];
}
