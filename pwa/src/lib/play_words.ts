import type { PlayStatus } from "@contract/listening.ts";

const REASONS: Readonly<Record<string, string>> = {
  overlap: "Part of this time was already counted: only one song at a time earns.",
  already_earned: "You have already earned everything this track gives today.",
  daily_cap: "You have earned all you can today. Tomorrow goes on.",
  pool_empty: "Today's reward pool is used up. Tomorrow there is a new one.",
  own_track: "Your own tracks earn nothing.",
  too_old: "This play is more than 14 days old: too long ago to count.",
  future: "This play lies in the future by our clock. Please check the clock of your device.",
  before_account: "This play is older than your account.",
  too_many_reports: "This play was reported more often than allowed.",
  other_owner: "This play belongs to another account.",
  other_track: "This play was reported for another track before.",
  unknown_track: "This track is not on Orin any more.",
  invalid: "Orin could not read this play.",
};

/** Why a play earned less than its length, or nothing, in plain words; undefined when it earned in full. */
export function reasonText(reason: string | undefined): string | undefined {
  if (reason === undefined || reason === "") return undefined;
  // A newer service may know reasons that this app does not.
  return REASONS[reason] ?? "Orin did not count all of this play.";
}

/** What became of a play, in a word or two. */
export function statusText(status: PlayStatus): string {
  switch (status) {
    case "accepted":
      return "Earned in full";
    case "capped":
      return "Earned in part";
    case "duplicate":
      return "Counted before";
    case "refused":
      return "Not counted";
    default:
      return status satisfies never;
  }
}
