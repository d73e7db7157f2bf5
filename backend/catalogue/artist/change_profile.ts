import { findOwnCreator } from "../../../projections/catalogue/creators.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { changeProfile } from "../../accounts/account/change_profile.ts";
import { openPerson } from "../../accounts/account/reads.ts";
import { compact } from "../../contract/compact.ts";
import type { CreatorProfileUpdate } from "../../contract/requests/creator.ts";
import { Refusal } from "../../contract/refusal.ts";
import { SOCIAL_FIELDS, socialName } from "../../contract/social_links.ts";
import type { Deps } from "../../deps.ts";
import type { Positions } from "../../store/log/group.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { artists } from "./artists.ts";
import { assertNotOrin } from "../../contract/speaks_for_orin.ts";
import { assertOwnName } from "./names.ts";
import type { CreatorProfileSet, SocialLinks } from "./events.ts";
import { decideProfile, decideProfileChange, type ProfileChange } from "./state.ts";

/** The creator's page without the person's own data, and the key that opens those. */
interface OwnPage {
  readonly key: PersonKey;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly zipPostalCode: string;
}

/**
 * Saves what is given of a creator's account and page; the rest stays. What is public is stored in clear, the person's
 * own data sealed. Throws Refusal `invalid_request`, `not_found`.
 */
export async function saveCreatorProfile(
  deps: Deps,
  { userId, update, metadata }: { userId: string; update: CreatorProfileUpdate; metadata: Metadata },
): Promise<Positions> {
  const own = await ownPage(deps, userId);
  const { firstName, lastName, phone, address, email, artistName, zipPostalCode, ...rest } = update;
  if (email !== undefined && email !== own.email) {
    const text = "You need to confirm a new email first: please change it in your account settings";
    throw new Refusal("invalid_request", text, { field: "email" });
  }
  const wholeName = `${firstName ?? own.firstName} ${lastName ?? own.lastName}`.trim();
  if (artistName) await assertOwnName(deps, { artist: artistName, ownerId: userId });
  if (artistName === "") assertNotOrin(wholeName);
  await changeProfile(deps, userId, { fields: { firstName, lastName, phone, address }, metadata });
  const { bio, city, stateProvince, country, isContactPublic, isNamePublic } = rest;
  const change = {
    creatorId: userId,
    firstName: wholeName,
    ...compact({ bio, city, stateProvince, country, isContactPublic, isNamePublic }),
    ...(artistName === undefined ? {} : { name: artistName || wholeName }),
    ...(zipPostalCode === undefined || zipPostalCode === own.zipPostalCode
      ? {}
      : { zipPostalCode: own.key.seal("zipPostalCode", zipPostalCode) }),
    social: linksIn(rest),
  };
  return (await deps.store.execute(changeCreatorProfile, change, { logs: ["social"], metadata })).positions;
}

/** What only the person's key opens. Throws Refusal `session_ended` for someone who was erased. */
export async function ownPage(deps: Deps, userId: string): Promise<OwnPage> {
  const { sql } = deps.store;
  const [user, creator, keys] = await Promise.all([
    findUser(sql, userId),
    findOwnCreator(sql, userId),
    deps.personal.keysOf(sql, [userId]),
  ]);
  const key = keys.get(userId);
  const person = user && await openPerson(deps.personal, sql, user);
  if (!key || !person) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const { firstName, lastName, email } = person;
  const zip = creator?.zipPostalCode;
  return { key, firstName, lastName, email, zipPostalCode: zip === undefined ? "" : key.open("zipPostalCode", zip) };
}

/** The schema has held the names to their places. */
function linksIn(update: Partial<Record<keyof SocialLinks, string | undefined>>): Partial<SocialLinks> {
  return Object.fromEntries(SOCIAL_FIELDS.flatMap((field) => {
    const typed = update[field];
    return typed === undefined ? [] : [[field, socialName(field, typed) ?? ""]];
  }));
}

/** Sets what an artist shows of themselves. */
export const setCreatorProfile = artists.handler("setCreatorProfile", {
  id: ({ creatorId }: CreatorProfileSet["data"]) => creatorId,
  decide: decideProfile,
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Changes a part of an artist's page and leaves the rest as it is by then. */
const changeCreatorProfile = artists.handler("changeCreatorProfile", {
  id: ({ creatorId }: ProfileChange) => creatorId,
  decide: decideProfileChange,
  result: ({ events }) => ({ changed: events.length > 0 }),
});
