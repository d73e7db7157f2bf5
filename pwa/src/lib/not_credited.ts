import type { RecordedReason } from "@contract/listening.ts";

/**
 * Why recorded time was not credited, as artists and as admins read it. What the listener reads is in
 * `@contract/play_reasons.ts`, apart from these: the first visit loads it.
 */
const WORDS: Readonly<Record<RecordedReason, { readonly toArtist: string; readonly toAdmin: string }>> = {
  overlap: { toArtist: "Two songs played at the same time", toAdmin: "Time already credited (plays at the same time)" },
  already_earned: {
    toArtist: "The same song repeated in one day",
    toAdmin: "The track had earned its full length that day",
  },
  not_delivered: { toArtist: "Reported, but Orin sent no sound for it", toAdmin: "No sound was delivered for it" },
  free_plays_used: {
    toArtist: "Saved songs beyond a free listener's plays of the day",
    toAdmin: "Saved songs beyond the free plays of the day",
  },
  not_available: { toArtist: "The song was not out at that time", toAdmin: "The track was not out at that time" },
  level_cap: {
    toArtist: "Over a new listener's daily limit",
    toAdmin: "Over the daily limit of the account's level",
  },
  daily_cap: { toArtist: "Over the listener's daily limit", toAdmin: "Over the daily limit" },
  pool_empty: { toArtist: "The day's reward pool was used up", toAdmin: "The reward pool was empty" },
  own_track: { toArtist: "Your own plays", toAdmin: "The listener's own track" },
  too_old: { toArtist: "Sent more than 14 days later", toAdmin: "Reported too late" },
  future: { toArtist: "A device with a wrong clock", toAdmin: "Start time in the future" },
  before_account: { toArtist: "From before the account existed", toAdmin: "Before the account existed" },
};

/** The words for a reason; undefined for one of a newer service. */
export function notCredited(reason: string, reader: "toArtist" | "toAdmin"): string | undefined {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as RecordedReason][reader] : undefined;
}
