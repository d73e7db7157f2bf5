import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { badCode, redeemCode } from "../code/verify.ts";
import { isGoogleOf } from "../google/sign_in.ts";
import { type Attempts, isPasswordOf } from "./log_in.ts";

/** One of these proves that the person logged in owns the account. Accounts opened with Google have no password. */
interface OwnersProof {
  readonly password?: string | undefined;
  /** From the mail with the code for closing. */
  readonly otp?: string | undefined;
  /** Google's ID token. */
  readonly credential?: string | undefined;
  readonly attempts: Attempts;
}

/**
 * Throws Refusal `wrong_password`, `bad_code` or `wrong_google` unless every proof given holds; `identity_unavailable`
 * when Google's keys could not be read.
 */
export async function proveOwner(
  deps: Deps,
  userId: string,
  { password, otp, credential, attempts }: OwnersProof,
): Promise<void> {
  const user = await findUser(deps.store.sql, userId);
  if (!user) throw new Refusal("not_found", "Account not found");
  if (password !== undefined && !await isPasswordOf(deps, user, { password, attempts })) {
    throw new Refusal("wrong_password", "The password is not correct", { field: "password" });
  }
  if (credential !== undefined && !await isGoogleOf(deps, userId, credential)) {
    throw new Refusal("wrong_google", "This is not the Google account you use for Orin");
  }
  if (otp !== undefined) await redeemCode(deps, user, { purpose: "close", otp });
  if (password === undefined && credential === undefined && otp === undefined) throw badCode();
}
