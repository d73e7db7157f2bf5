import type { Role } from "../contract/accounts.ts";
import { Refusal } from "../contract/refusal.ts";
import type {
  AccountEvent,
  AdminGranted,
  EmailVerified,
  PasswordChanged,
  PasswordRehashed,
  ProfileChanged,
  UserRegistered,
} from "./events.ts";

/** An account as decisions see it. An unverified one exists, but nobody can log in to it. */
export type Account =
  | { readonly status: "none" }
  | {
    readonly status: "unverified" | "active";
    readonly userId: string;
    readonly role: Role;
    readonly isAdmin: boolean;
    readonly passwordHash: string;
  };
type KnownAccount = Exclude<Account, { status: "none" }>;

export const NO_ACCOUNT: Account = { status: "none" };

/** Folds one event of an account's stream. */
export function evolve(account: Account, event: AccountEvent): Account {
  if (event.type === "UserRegistered") {
    const { userId, role, passwordHash } = event.data;
    return { status: "unverified", userId, role, isAdmin: false, passwordHash };
  }
  const known = existing(account);
  switch (event.type) {
    case "EmailVerified":
      return { ...known, status: "active" };
    case "PasswordChanged":
    case "PasswordRehashed":
      return { ...known, passwordHash: event.data.passwordHash };
    case "AdminGranted":
      return { ...known, isAdmin: true };
    case "ProfileChanged":
      return known;
    default:
      return event satisfies never;
  }
}

export interface RegisterUser {
  readonly data: UserRegistered["data"];
  /** The address is known to be the person's: accounts made by an admin, the first admin, the demo. */
  readonly verified: boolean;
  readonly isAdmin: boolean;
}

/** Refuses an address that has an account (`email_taken`). */
export function registerUser(account: Account, isEmailTaken: boolean, command: RegisterUser): AccountEvent[] {
  if (isEmailTaken || account.status !== "none") {
    throw new Refusal("email_taken", "Email already registered", { field: "email" });
  }
  const { userId } = command.data;
  return [
    { type: "UserRegistered", data: command.data },
    ...(command.verified ? [emailVerified(userId)] : []),
    ...(command.isAdmin ? [adminGranted(userId)] : []),
  ];
}

/** Nothing more happens to an address that is verified already. */
export function verifyEmail(account: Account): AccountEvent[] {
  const { userId, status } = existing(account);
  return status === "active" ? [] : [emailVerified(userId)];
}

/**
 * The owner's change: refused when the password that was checked is no longer the account's (`conflict`), because
 * somebody changed it meanwhile.
 */
export function changePassword(
  account: Account,
  change: { readonly checkedHash: string; readonly passwordHash: string; readonly keptSessionId: string },
): AccountEvent[] {
  const { userId, passwordHash } = existing(account);
  if (passwordHash !== change.checkedHash) {
    throw new Refusal("conflict", "The password was changed meanwhile: please log in again");
  }
  const { keptSessionId } = change;
  return [passwordChanged({ userId, passwordHash: change.passwordHash, by: "owner", keptSessionId })];
}

/** A reset with a code from the mail also shows that the address is the person's. */
export function resetPassword(account: Account, passwordHash: string): AccountEvent[] {
  const { userId } = existing(account);
  return [passwordChanged({ userId, passwordHash, by: "reset" }), ...verifyEmail(account)];
}

/** Only while the password is still the one that was hashed again. */
export function rehashPassword(
  account: Account,
  rehash: { readonly checkedHash: string; readonly passwordHash: string },
): AccountEvent[] {
  const { userId, passwordHash } = existing(account);
  if (passwordHash !== rehash.checkedHash) return [];
  const event: PasswordRehashed = {
    type: "PasswordRehashed",
    data: { userId, passwordHash: rehash.passwordHash },
  };
  return [event];
}

/** The fields are sealed, so whether they differ is known to the caller alone; no field is no event. */
export function changeProfile(account: Account, fields: Omit<ProfileChanged["data"], "userId">): AccountEvent[] {
  const { userId } = existing(account);
  return Object.keys(fields).length === 0 ? [] : [{ type: "ProfileChanged", data: { ...fields, userId } }];
}

export function grantAdmin(account: Account): AccountEvent[] {
  const { userId, isAdmin } = existing(account);
  return isAdmin ? [] : [adminGranted(userId)];
}

function existing(account: Account): KnownAccount {
  if (account.status === "none") throw new Refusal("not_found", "Account not found");
  return account;
}

function emailVerified(userId: string): EmailVerified {
  return { type: "EmailVerified", data: { userId } };
}

function adminGranted(userId: string): AdminGranted {
  return { type: "AdminGranted", data: { userId } };
}

function passwordChanged(data: PasswordChanged["data"]): PasswordChanged {
  return { type: "PasswordChanged", data };
}
