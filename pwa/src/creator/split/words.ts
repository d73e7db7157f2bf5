import type { SplitInvitedShown } from "@contract/splits.ts";

/** What a person who was asked for a share has answered. */
export const ANSWERS = {
  waiting: "Has not answered yet",
  accepted: "Accepted",
  declined: "Declined",
  unchanged: "No answer needed",
} as const satisfies Record<SplitInvitedShown["status"], string>;
