import type { Sealed } from "../../store/personal/personal_data.ts";
import type { StoredPicture } from "../track/events.ts";

/** Addresses of an artist's pages elsewhere; empty where there is none. */
export type SocialLinks = {
  readonly twitterHandle: string;
  readonly instagramHandle: string;
  readonly linkedinProfile: string;
  readonly facebookProfile: string;
};

/** What an artist publishes about themselves. Of their contacts it holds only whether they may be shown. */
export type CreatorProfileSet = {
  readonly type: "CreatorProfileSet";
  readonly data: {
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
  };
};

/** The stream of an artist's page, in the log `social`. */
export function creatorStream(creatorId: string): string {
  return `creator/${creatorId}`;
}
