import { Refusal } from "../../contract/refusal.ts";
import { type Account, existing, isActiveAdmin } from "../account/state.ts";
import type { AccountClosed, AccountErased, AccountReopened } from "../account/events.ts";

/** How long a closed account can be reopened. */
export const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Closing once more changes nothing. The last admin stays (`last_admin`): without one, no new admin could be let in.
 */
export function closeAccount(
  account: Account,
  { by, reason, activeAdmins, now }: Pick<AccountClosed["data"], "by" | "reason"> & {
    /** How many admins can log in. */
    readonly activeAdmins: number;
    readonly now: number;
  },
): AccountClosed[] {
  const { userId, closing } = existing(account);
  if (closing) return [];
  if (isActiveAdmin(account) && activeAdmins <= 1) throw new Refusal("last_admin", "The last admin cannot be removed");
  const data = { userId, by, eraseAt: now + KEPT_MS, ...(reason === undefined ? {} : { reason }) };
  return [{ type: "AccountClosed", data }];
}

/** What an admin closed, the owner cannot open (`account_closed`). */
export function reopenAccount(account: Account, by: AccountReopened["data"]["by"]): AccountReopened[] {
  const { userId, closing } = existing(account);
  if (!closing) return [];
  if (by === "owner" && closing.by === "admin") {
    throw closedByOrin();
  }
  return [{ type: "AccountReopened", data: { userId, by } }];
}

/**
 * Erasing once more changes nothing. Not before the day (`erasure_not_due`), nor during a payout
 * (`withdrawal_open`), which needs to know whom it pays.
 */
export function eraseAccount(
  account: Account,
  { hasOpenWithdrawal, now }: { readonly hasOpenWithdrawal: boolean; readonly now: number },
): AccountErased[] {
  if (account.status === "erased") return [];
  const { userId, closing } = existing(account);
  if (!closing || closing.eraseAt > now) throw new Refusal("erasure_not_due", "It is too early to erase this account");
  if (hasOpenWithdrawal) {
    throw new Refusal("withdrawal_open", "Orin erases the account once its withdrawal is finished");
  }
  return [{ type: "AccountErased", data: { userId } }];
}

/** The refusal for an account that an admin closed: its owner cannot open it again. */
export function closedByOrin(): Refusal {
  return new Refusal("account_closed", "Orin closed this account. Please contact support.");
}
