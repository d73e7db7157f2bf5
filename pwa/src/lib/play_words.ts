import type { PlayReason, PlayStatus } from "@contract/listening.ts";

const REASONS: Readonly<Record<PlayReason, string>> = {
  overlap: "Another play already counted part of this time. Only one song at a time earns.",
  already_earned: "You have earned all this song can give today.",
  not_delivered: "Orin did not send this sound to your device, or it has earned already.",
  free_plays_used: "You had used the free plays of that day. Songs saved without Premium count among them.",
  not_available: "This song could not be heard on Orin at that time.",
  level_cap: "You have earned all that your level gives on one day.",
  daily_cap: "You have reached today's earning limit. You can earn again tomorrow.",
  pool_empty: "Today's reward pool is used up. A new one starts tomorrow.",
  own_track: "Your own songs earn nothing.",
  too_old: "This play is more than 14 days old, too old to count.",
  future: "This play starts in the future. Please check your device's clock.",
  before_account: "This play is from before you had an account.",
  too_many_reports: "Your device sent this play too many times.",
  other_owner: "This play belongs to another account.",
  other_track: "This play was already sent for another song.",
  unknown_track: "This song is no longer on Orin.",
  invalid: "Orin could not read this play.",
};

/** Why a play earned less than its length, or nothing, in plain words; undefined when it earned in full. */
export function reasonText(reason: string | undefined): string | undefined {
  if (reason === undefined || reason === "") return undefined;
  // A newer service may know reasons that this app does not.
  return REASONS[reason as PlayReason] ?? "Orin did not count all of this play.";
}

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
