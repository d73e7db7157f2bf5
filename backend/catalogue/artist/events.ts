import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";
import type { StoredPicture, TrackHold } from "../track/events.ts";

/** Addresses of an artist's pages elsewhere; empty where there is none. */
export type SocialLinks = {
  readonly twitterHandle: string;
  readonly instagramHandle: string;
  readonly linkedinProfile: string;
  readonly facebookProfile: string;
};

/** What an artist publishes about themselves. Of their contacts it holds only whether they may be shown. */
export type CreatorProfileSet = Event<"CreatorProfileSet", {
  readonly creatorId: string;
  /** The artist's name. */
  readonly name: string;
  readonly bio: string;
  readonly city: string;
  readonly stateProvince: string;
  readonly country: string;
  readonly picture?: StoredPicture;
  readonly social?: SocialLinks;
  /** Whether everyone may see the account's email and phone. */
  readonly isContactPublic?: boolean;
  /** Whether everyone may see the account's full name. */
  readonly isNamePublic?: boolean;
  readonly zipPostalCode?: Sealed;
}>;

/** From now on no one sees the artist or any of their music, including what they upload later. */
export type ArtistHeld = Event<"ArtistHeld", TrackHold & { readonly artistId: string }>;

/** This reason is gone; all is back once no other is left. */
export type ArtistHoldLifted = Event<"ArtistHoldLifted", TrackHold & { readonly artistId: string }>;

/** The stream of what holds an artist, in the log `social`. */
export function artistHoldStream(artistId: string): string {
  return `artist_hold/${artistId}`;
}

/** The stream of an artist's page, in the log `social`. */
export function creatorStream(creatorId: string): string {
  return `creator/${creatorId}`;
}
