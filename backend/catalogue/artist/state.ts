import type { TrackUploaded } from "../track/events.ts";
import type { CreatorProfileSet, SocialLinks } from "./events.ts";

export type CreatorState = CreatorProfileSet["data"] | undefined;

/** An artist's first upload names them. */
export function decideFirstProfile(creator: CreatorState, upload: TrackUploaded["data"]): CreatorProfileSet[] {
  if (creator) return [];
  const nothing = { bio: "", city: "", stateProvince: "", country: "" };
  return [{ type: "CreatorProfileSet", data: { creatorId: upload.ownerId, name: upload.artist, ...nothing } }];
}

/** An unchanged profile adds no event. */
export function decideProfile(creator: CreatorState, profile: CreatorProfileSet["data"]): CreatorProfileSet[] {
  if (creator && isSameProfile(creator, profile)) return [];
  return [{ type: "CreatorProfileSet", data: profile }];
}

/** Missing fields stay unchanged; `null` removes the picture. The first change needs a name. */
export type ProfileChange = Partial<Omit<CreatorProfileSet["data"], "creatorId" | "picture" | "social">> & {
  readonly creatorId: string;
  /** The name of an artist who has none yet. */
  readonly firstName: string;
  readonly picture?: CreatorProfileSet["data"]["picture"] | null;
  readonly social?: Partial<SocialLinks>;
};

const NO_LINKS: SocialLinks = { twitterHandle: "", instagramHandle: "", linkedinProfile: "", facebookProfile: "" };

/** Changes the named parts of an artist's page; without a difference it adds no event. */
export function decideProfileChange(creator: CreatorState, change: ProfileChange): CreatorProfileSet[] {
  const { firstName, picture, creatorId, social, ...fields } = change;
  const nothing: CreatorProfileSet["data"] = {
    creatorId,
    name: firstName,
    bio: "",
    city: "",
    stateProvince: "",
    country: "",
  };
  const { picture: known, ...before } = creator ?? nothing;
  const shown = picture === undefined ? known : picture ?? undefined;
  const links = social || before.social ? { social: { ...NO_LINKS, ...before.social, ...social } } : {};
  return decideProfile(creator, { ...before, ...fields, ...links, ...(shown ? { picture: shown } : {}) });
}

function isSameProfile(one: CreatorProfileSet["data"], two: CreatorProfileSet["data"]): boolean {
  const facts = (profile: CreatorProfileSet["data"]) => {
    const { name, bio, city, stateProvince, country, picture, social, zipPostalCode } = profile;
    const { isContactPublic, isNamePublic } = profile;
    const { twitterHandle, instagramHandle, linkedinProfile, facebookProfile } = social ?? {};
    const links = [twitterHandle, instagramHandle, linkedinProfile, facebookProfile];
    const place = [city, stateProvince, country, zipPostalCode];
    const shown = [isContactPublic, isNamePublic];
    return JSON.stringify([name, bio, picture?.key, picture?.placeholder, ...shown, ...place, ...links]);
  };
  return facts(one) === facts(two);
}
