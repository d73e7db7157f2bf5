import type { LyricsLanguage } from "../../contract/lyrics.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * Who wrote and produced a song, and what it is. The names are people's: `people` is JSON of them, sealed with the key of
 * the song's artist as `credits <trackId>`, so that an erasure makes it unreadable.
 */
export type CreditsSet = Event<"CreditsSet", {
  readonly trackId: string;
  readonly ownerId: string;
  readonly people: Sealed;
  /** CCXXXYYNNNNN; empty where there is none. */
  readonly isrc: string;
  readonly explicit: boolean;
  /** BCP 47; left out where the language is unknown. */
  readonly language?: LyricsLanguage;
}>;

/** The song's artist asks another one to be named on it. */
export type FeatureAsked = Event<
  "FeatureAsked",
  { readonly trackId: string; readonly ownerId: string; readonly artistId: string }
>;

/** The other one says yes, and is named; or no. */
export type FeatureAnswered = Event<"FeatureAnswered", {
  readonly trackId: string;
  readonly ownerId: string;
  readonly artistId: string;
  readonly accepted: boolean;
}>;

/** The song's artist names the other one no longer. */
export type FeatureTakenBack = Event<
  "FeatureTakenBack",
  { readonly trackId: string; readonly ownerId: string; readonly artistId: string }
>;

export type CreditEvent = CreditsSet | FeatureAsked | FeatureAnswered | FeatureTakenBack;

/** The stream of a song's credits, in the log `social`. */
export function creditStream(trackId: string): string {
  return `credits/${trackId}`;
}

/** An ISRC belongs to one recording of Orin, until that recording gives it up. */
export type IsrcTaken = Event<
  "IsrcTaken",
  { readonly isrc: string; readonly trackId: string; readonly ownerId: string }
>;

export type IsrcGivenUp = Event<
  "IsrcGivenUp",
  { readonly isrc: string; readonly trackId: string; readonly ownerId: string }
>;

export type IsrcEvent = IsrcTaken | IsrcGivenUp;

/** The stream of a code, in the log `social`. */
export function isrcStream(isrc: string): string {
  return `isrc/${isrc}`;
}
