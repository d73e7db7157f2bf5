import { Hono } from "hono";
import { openPerson } from "../accounts/commands.ts";
import { CreatorProfileUpdate, type OwnCreatorProfile } from "../contract/creators.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { metadataOf } from "../http/request_id.ts";
import { requireCreator } from "../http/session.ts";
import { jsonBody } from "../http/validate.ts";
import { findCreator } from "../../projections/creators.ts";
import { findUser } from "../../projections/users.ts";
import { ownPage, saveCreatorProfile } from "./commands_profile.ts";

const SETTLE_MS = 1_000;
const NO_LINKS = { twitterHandle: "", instagramHandle: "", linkedinProfile: "", facebookProfile: "" };

/** A creator's own page and account. */
export function creatorProfileRoutes(deps: Deps) {
  return new Hono()
    .get(
      "/api/v1/creator-profile",
      requireCreator(deps),
      async (c) => c.json(await profileOf(deps, c.var.session.userId), 200),
    )
    .put("/api/v1/update-profile", requireCreator(deps), jsonBody(CreatorProfileUpdate), async (c) => {
      const { userId } = c.var.session;
      await saveCreatorProfile(deps, { userId, update: c.req.valid("json"), metadata: metadataOf(c, userId) });
      await deps.store.settle(SETTLE_MS);
      return c.json({ ...await profileOf(deps, userId), message: "Profile updated successfully" }, 200);
    });
}

async function profileOf(deps: Deps, userId: string): Promise<OwnCreatorProfile> {
  const { sql } = deps.store;
  const [user, page, { zipPostalCode, ...name }] = await Promise.all([
    findUser(sql, userId),
    findCreator(sql, userId),
    ownPage(deps, userId),
  ]);
  const person = user && await openPerson(deps.personal, sql, user);
  if (!user || !person) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const { firstName, lastName, email, phone, address } = person;
  return {
    ...{ success: true, id: userId, firstName, lastName, email, phone, address, zipPostalCode },
    artistName: page?.name ?? `${name.firstName} ${name.lastName}`.trim(),
    profilePicture: { url: page?.pictureUrl ?? "" },
    role: user.role,
    isAdmin: user.isAdmin,
    createdAt: new Date(user.createdAt).toISOString(),
    bio: page?.bio ?? "",
    city: page?.city ?? "",
    stateProvince: page?.stateProvince ?? "",
    country: page?.country ?? "",
    ...(page?.social ?? NO_LINKS),
    isContactPublic: page?.isContactPublic ?? false,
    isNamePublic: page?.isNamePublic ?? false,
  };
}
