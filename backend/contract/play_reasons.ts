import type { PlayReason } from "./listening.ts";

type Words = string | readonly [message: string, sentence: string];

/**
 * What a listener reads of a play that earned less than its length, or nothing: as the end of the service's message and
 * as a sentence of its own in the app. Where there is one text, the sentence is the same words.
 */
const WORDS: Readonly<Record<PlayReason, Words>> = {
  overlap: [
    "this time was already credited on another device or play",
    "Another play already counted part of this time. Only one song at a time earns.",
  ],
  already_earned: "you have earned all this song can give today",
  not_delivered: [
    "Orin did not send the sound of this time to you, or it has earned already",
    "Orin did not send this sound to your device, or it has earned already.",
  ],
  free_plays_used: [
    "you had used the free plays of that day, and songs saved without Premium count among them",
    "You had used the free plays of that day. Songs saved without Premium count among them.",
  ],
  not_available: "this song could not be heard on Orin at that time",
  level_cap: "you have earned all that your level gives on one day",
  daily_cap: [
    "you have reached today's earning limit",
    "You have reached today's earning limit. You can earn again tomorrow.",
  ],
  pool_empty: ["today's reward pool is used up", "Today's reward pool is used up. A new one starts tomorrow."],
  own_track: "your own songs earn nothing",
  too_old: ["this time is more than 14 days ago", "This play is more than 14 days old, too old to count."],
  future: [
    "this time is in the future by our clock",
    "This play starts in the future. Please check your device's clock.",
  ],
  before_account: [
    "this time is from before you had an account",
    "This play is from before you had an account.",
  ],
  too_many_reports: "your device sent this play too many times",
  other_owner: "this play belongs to another account",
  other_track: "this play was already sent for another song",
  unknown_track: "this song is no longer on Orin",
  invalid: "Orin could not read this play",
};

/** Why a play earned less, as the end of a sentence: "you have reached today's earning limit". */
export function reasonInMessage(reason: PlayReason): string {
  const words = WORDS[reason];
  return typeof words === "string" ? words : words[0];
}

/** Why a play earned less than its length, or nothing, in plain words; undefined when it earned in full. */
export function reasonText(reason: string | undefined): string | undefined {
  if (reason === undefined || reason === "") return undefined;
  const words: Words | undefined = WORDS[reason as PlayReason];
  // A newer service may know reasons that this app does not.
  if (words === undefined) return "Orin did not count all of this play.";
  return typeof words === "string" ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : words[1];
}
