import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { Refusal } from "../../contract/refusal.ts";
import { newId } from "../../contract/ids.ts";
import type { Deps } from "../../deps.ts";
import { accountHandler } from "../account/accounts.ts";
import { mobileNumber } from "../account/phone.ts";
import type { Origin } from "../account/register.ts";
import { provePhone as decideProof } from "../account/state.ts";
import { OneTimeCodes } from "../code/codes.ts";
import { badCode, redeemCode } from "../code/verify.ts";
import { enqueueText } from "./texts.ts";

/**
 * Sends a code to a mobile number in E.164, even where another account uses it: only the person with the phone learns
 * that. Nothing is sent when the hour's codes are used up. Throws Refusal `texts_unavailable` where Orin sends no
 * texts.
 */
export async function askForPhoneCode(
  deps: Deps,
  { userId, phone }: { readonly userId: string; readonly phone: string },
): Promise<void> {
  if (!deps.texts) throw new Refusal("texts_unavailable", "Phone numbers cannot be proven at the moment");
  const [codeId, now] = [newId(deps.now()), deps.now()];
  await deps.store.sql.begin(async (tx) => {
    const about = phoneHashOf(deps, phone);
    const code = await new OneTimeCodes(deps.keys).issue(tx, { codeId, userId, purpose: "phone", now, about });
    if (code !== undefined) await enqueueText(deps, tx, { textId: codeId, userId, to: phone, code, at: now });
  });
  deps.jobs.poke();
}

/**
 * Takes the code from the text: the number is proven, and is the account's phone from now on. Throws Refusal
 * `invalid_request`, `bad_code`, or `phone_taken` when too many accounts have proven the number.
 */
export async function confirmPhone(
  deps: Deps,
  { userId, phone: said, otp, metadata }: Origin & {
    readonly userId: string;
    readonly phone: string;
    readonly otp: string;
  },
): Promise<void> {
  const phone = mobileNumber(said);
  const user = await findUser(deps.store.sql, userId);
  if (!user) throw badCode();
  await redeemCode(deps, user, { purpose: "phone", otp, about: phoneHashOf(deps, phone) });
  await notePhone(deps, { userId, phone, metadata });
}

/** Notes that the number is the person's, without a code. Throws Refusal `phone_taken`. */
export async function notePhone(
  deps: Pick<Deps, "store" | "personal" | "now">,
  { userId, phone, metadata }: Origin & { readonly userId: string; readonly phone: string },
): Promise<void> {
  const { sql } = deps.store;
  const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
  const key = keys.get(userId);
  if (!user || !key) throw badCode();
  const isNew = key.open("phone", user.phone) !== phone;
  const { accountsPerPhone: most } = policyAt(await readPolicies(sql), deps.now());
  const command = { userId, phone: key.seal("phone", phone), phoneHash: phoneHashOf(deps, phone), isNew, most };
  await deps.store.execute(proof, command, { logs: ["social"], metadata });
}

interface PhoneProof {
  readonly userId: string;
  readonly phone: string;
  readonly phoneHash: string;
  /** The account had another number, or none. */
  readonly isNew: boolean;
  /** How many accounts may have the number. */
  readonly most: number;
}

const proof = accountHandler<PhoneProof>(
  "provePhone",
  (account, { phone, phoneHash, isNew, most }, { provenBy }) =>
    decideProof(account, { phone, phoneHash, ...(isNew && { isNew }) }, { provenBy: provenBy(phoneHash), most }),
  { phones: ({ phoneHash }) => [phoneHash] },
);

/** The accounts of a number. */
function phoneHashOf(deps: Pick<Deps, "personal">, phone: string): string {
  return deps.personal.lookupHash("phone", phone);
}
