import { findUser, type User } from "../../../projections/accounts/users.ts";
import { Refusal } from "../../contract/refusal.ts";
import { assertNotOrin } from "../../contract/speaks_for_orin.ts";
import type { Deps } from "../../deps.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { accountHandler } from "./accounts.ts";
import type { ProfileChanged } from "./events.ts";
import { normalPhone } from "./phone.ts";
import type { Origin } from "./register.ts";
import { changeProfile as decideProfile } from "./state.ts";

const PROFILE_FIELDS = ["firstName", "lastName", "phone", "address"] as const;

export type ProfileFields = { readonly [Field in typeof PROFILE_FIELDS[number]]?: string | undefined };

/**
 * Changes the given fields that differ. Throws Refusal `invalid_request` for a bad phone number, `artist_name_taken` for
 * Orin's own name, `not_found`.
 */
export async function changeProfile(
  deps: Deps,
  userId: string,
  { fields, metadata, commandId }: Origin & { fields: ProfileFields },
): Promise<void> {
  const user = await findUser(deps.store.sql, userId);
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!user || !key) throw new Refusal("not_found", "Account not found");
  const changed = changedFields(fields, user, key);
  if (changed.firstName !== undefined || changed.lastName !== undefined) {
    const nameField = (field: "firstName" | "lastName") => fields[field] ?? key.open(field, user[field]) ?? "";
    assertNotOrin(`${nameField("firstName")} ${nameField("lastName")}`, "firstName");
  }
  const command = { userId, fields: changed };
  await deps.store.execute(profileChange, command, {
    logs: ["social"],
    metadata,
    ...(commandId === undefined ? {} : { commandId, content: { userId, ...fields } }),
  });
}

/** The fields that are given and differ, sealed. Throws Refusal `invalid_request` for a bad phone number. */
export function changedFields(
  fields: ProfileFields,
  user: User,
  key: PersonKey,
): Omit<ProfileChanged["data"], "userId"> {
  const said = fields.phone === undefined ? fields : { ...fields, phone: normalPhone(fields.phone) };
  return Object.fromEntries(PROFILE_FIELDS.flatMap((field) => {
    const text = said[field];
    return text === undefined || text === key.open(field, user[field]) ? [] : [[field, key.seal(field, text)]];
  }));
}

const profileChange = accountHandler<{ userId: string; fields: Omit<ProfileChanged["data"], "userId"> }>(
  "changeProfile",
  (account, { fields }) => decideProfile(account, fields),
);
