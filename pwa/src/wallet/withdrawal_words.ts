import type { WithdrawalStatus } from "@contract/wallet.ts";

export type StatusTone = "waiting" | "good" | "bad" | "plain";

const WORDS: Readonly<Record<WithdrawalStatus, { text: string; tone: StatusTone }>> = {
  pending_review: { text: "Pending review", tone: "waiting" },
  awaiting_second_approval: { text: "Second approval", tone: "waiting" },
  processing: { text: "On its way", tone: "waiting" },
  needs_otp: { text: "On its way", tone: "waiting" },
  uncertain: { text: "Being checked", tone: "waiting" },
  completed: { text: "Completed", tone: "good" },
  failed: { text: "Failed, funds returned", tone: "bad" },
  rejected: { text: "Rejected, funds returned", tone: "bad" },
  reversed: { text: "Reversed, funds returned", tone: "bad" },
  cancelled: { text: "Cancelled", tone: "plain" },
};

/** A withdrawal's state in a word or two. */
export function statusWords(status: WithdrawalStatus): { text: string; tone: StatusTone } {
  // A newer service can have states that this app does not know.
  return WORDS[status] ?? { text: "In progress", tone: "plain" };
}
