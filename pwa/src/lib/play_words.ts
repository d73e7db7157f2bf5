import type { PlayStatus } from "@contract/listening.ts";

/** What became of a play, in a word or two. */
export function statusText(status: PlayStatus): string {
  switch (status) {
    case "accepted":
      return "Earned in full";
    case "capped":
      return "Earned in part";
    case "duplicate":
      return "Already counted";
    case "refused":
      return "Not counted";
    default:
      return status satisfies never;
  }
}
