import type { Role } from "../../contract/accounts.ts";
import type { AdminRole } from "../../contract/admin_roles.ts";
import { Refusal } from "../../contract/refusal.ts";
import type {
  AccountClosed,
  AccountEvent,
  AdminGranted,
  EmailChanged,
  EmailVerified,
  PasswordChanged,
  PasswordRehashed,
  PhoneProven,
  PictureChanged,
  ProfileChanged,
  SettingsChanged,
  UserRegistered,
  VisibilityChanged,
} from "./events.ts";

/** An account as decisions see it. An unverified one exists, but has no log-in. */
export type Account =
  | { readonly status: "none" }
  | { readonly status: "erased"; readonly userId: string }
  | {
    readonly status: "unverified" | "active";
    readonly userId: string;
    readonly role: Role;
    readonly isAdmin: boolean;
    readonly passwordHash: string;
    /** A password that another person gave has opened its one log-in. */
    readonly isPasswordUsedUp?: boolean;
    readonly email: SealedEmail;
    /** Waits for a code from there. */
    readonly newEmail?: SealedEmail | undefined;
    /** Takes effect later. */
    readonly plannedEmail?: PlannedEmail | undefined;
    /** The last change of address, where it did not take effect. */
    readonly refusedEmail?: string | undefined;
    /** Of the number that is proven. */
    readonly phoneHash?: string | undefined;
    readonly pictureKey?: string | undefined;
    readonly notifications: boolean;
    /** Artists see the name. */
    readonly isNamed: boolean;
    /** Shut out by an admin since `at`, epoch ms. */
    readonly suspension?: { readonly reason: string; readonly at: number } | undefined;
    /** Closed, and to be erased. */
    readonly closing?: Pick<AccountClosed["data"], "by" | "eraseAt"> | undefined;
  };

/** An address that the only side of admins has decided on; `takesEffectAt` in epoch ms. */
export interface PlannedEmail {
  readonly changeId: string;
  readonly email: SealedEmail;
  readonly takesEffectAt: number;
}

export type SealedEmail = Omit<EmailChanged["data"], "userId" | "previousEmail">;

export type AccountSettings = Pick<KnownAccount, "notifications" | "isNamed">;

type KnownAccount = Exclude<Account, { status: "none" | "erased" }>;

/** For so long an address waits for another side, or for the old one to object. */
export const PENDING_EMAIL_MS = 7 * 24 * 3_600_000;

export const NO_ACCOUNT: Account = { status: "none" };

/** Folds one event of an account's stream, recorded at a moment (epoch ms). */
export function evolve(account: Account, event: AccountEvent, at = 0): Account {
  if (event.type === "UserRegistered") {
    const { userId, role, passwordHash } = event.data;
    const account = { userId, role, passwordHash, email: emailOf(event.data) };
    return { ...account, status: "unverified", isAdmin: false, notifications: true, isNamed: false };
  }
  const known = existing(account);
  switch (event.type) {
    case "EmailVerified":
      return { ...known, status: "active" };
    case "PasswordChanged":
      return { ...known, passwordHash: event.data.passwordHash, isPasswordUsedUp: false };
    case "PasswordRehashed":
      return { ...known, passwordHash: event.data.passwordHash };
    case "PasswordLinkAsked":
    case "EmailChangeProposed":
      return known;
    case "GivenPasswordUsed":
      return { ...known, isPasswordUsedUp: true };
    case "AdminGranted":
      return { ...known, isAdmin: true };
    case "AdminRevoked":
      return { ...known, isAdmin: false };
    case "RoleChanged":
      return { ...known, role: event.data.role };
    case "UserSuspended":
      return { ...known, suspension: { reason: event.data.reason, at } };
    case "UserUnsuspended":
      return { ...known, suspension: undefined };
    case "PictureChanged":
      return { ...known, pictureKey: event.data.picture?.key };
    case "EmailChangeRequested":
      return { ...known, newEmail: emailOf(event.data) };
    case "EmailChanged":
      return { ...known, email: emailOf(event.data), newEmail: undefined, plannedEmail: undefined };
    case "EmailChangePlanned": {
      const { changeId, takesEffectAt } = event.data;
      const plannedEmail = { changeId, email: emailOf(event.data), takesEffectAt: Date.parse(takesEffectAt) };
      return { ...known, plannedEmail, refusedEmail: undefined };
    }
    case "EmailChangeRefused":
      return { ...known, plannedEmail: undefined, refusedEmail: event.data.changeId };
    case "SettingsChanged":
      return { ...known, notifications: event.data.notifications };
    case "VisibilityChanged":
      return { ...known, isNamed: event.data.isNamed };
    case "ProfileChanged":
      return event.data.phone === undefined ? known : { ...known, phoneHash: undefined };
    case "PhoneProven":
      return { ...known, phoneHash: event.data.phoneHash };
    case "AccountClosed":
      return { ...known, closing: { by: event.data.by, eraseAt: event.data.eraseAt } };
    case "AccountReopened":
      return { ...known, closing: undefined };
    case "AccountErased":
      return { status: "erased", userId: known.userId };
    default:
      return event satisfies never;
  }
}

export interface RegisterUser {
  readonly data: UserRegistered["data"];
  /** The address is known to be the person's: accounts made by an admin, the first admin, the demo. */
  readonly verified: boolean;
  readonly isAdmin: boolean;
  /** Of an admin; owner, where none is named. */
  readonly adminRole?: AdminRole | undefined;
}

/** Refuses an address that has an account (`email_taken`). */
export function registerUser(account: Account, isEmailTaken: boolean, command: RegisterUser): AccountEvent[] {
  if (isEmailTaken || account.status !== "none") {
    throw emailTaken();
  }
  const { userId } = command.data;
  return [
    { type: "UserRegistered", data: command.data },
    ...(command.verified ? [emailVerified(userId)] : []),
    ...(command.isAdmin ? [adminGranted(userId, command.adminRole)] : []),
  ];
}

/** Nothing more happens to an address that is verified already. */
export function verifyEmail(account: Account): AccountEvent[] {
  const { userId, status } = existing(account);
  return status === "active" ? [] : [emailVerified(userId)];
}

/**
 * The owner's change: refused when the password that was checked is no longer the account's (`conflict`), because
 * someone changed it meanwhile.
 */
export function changePassword(
  account: Account,
  change: { readonly checkedHash: string; readonly passwordHash: string; readonly keptSessionId: string },
): AccountEvent[] {
  const { userId, passwordHash } = existing(account);
  if (passwordHash !== change.checkedHash) {
    throw new Refusal("conflict", "Your password has just changed: please log in again");
  }
  const { keptSessionId } = change;
  return [passwordChanged({ userId, passwordHash: change.passwordHash, by: "owner", keptSessionId })];
}

/**
 * A reset with a code from the mail, or with Google's word, also shows that the address is the person's. The session that
 * it opens, if any, is named: what ends the earlier ones leaves it.
 */
export function resetPassword(
  account: Account,
  passwordHash: string,
  opened: { readonly keptSessionId?: string } = {},
): AccountEvent[] {
  const { userId } = existing(account);
  return [passwordChanged({ userId, passwordHash, by: "reset", ...opened }), ...verifyEmail(account)];
}

/**
 * Uses up a password that another person gave, for the log-in that it opens. Refuses it a second time
 * (`own_password_needed`), and one that was changed since it was checked (`conflict`).
 */
export function useGivenPassword(account: Account, { checkedHash }: { readonly checkedHash: string }): AccountEvent[] {
  const { userId, passwordHash, isPasswordUsedUp } = existing(account);
  if (isPasswordUsedUp) {
    throw new Refusal(
      "own_password_needed",
      "This password was for one log-in. Choose your own with the link in our email.",
    );
  }
  if (passwordHash !== checkedHash) {
    throw new Refusal("conflict", "Your password has just changed: please log in again");
  }
  return [{ type: "GivenPasswordUsed", data: { userId } }];
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

/**
 * Texts to the number reach the person. Refuses with `phone_taken` when as many other accounts as the policy allows have
 * proven it; the number that is proven already adds no event.
 */
export function provePhone(
  account: Account,
  { phone, phoneHash, isNew }: Omit<PhoneProven["data"], "userId">,
  { provenBy, most }: { readonly provenBy: number; readonly most: number },
): AccountEvent[] {
  const { userId, phoneHash: known } = existing(account);
  if (known === phoneHash) return [];
  if (provenBy >= most) {
    const accounts = most === 1 ? "Another account uses" : `${most} other accounts use`;
    throw new Refusal("phone_taken", `${accounts} this number already. Please prove another one.`, { field: "phone" });
  }
  return [{ type: "PhoneProven", data: { userId, phone, phoneHash, ...(isNew && { isNew }) } }];
}

/** The same picture again, or none where there is none, changes nothing. */
export function changePicture(account: Account, { picture }: Omit<PictureChanged["data"], "userId">): AccountEvent[] {
  const { userId, pictureKey } = existing(account);
  if (picture?.key === pictureKey) return [];
  return [{ type: "PictureChanged", data: { userId, ...(picture && { picture }) } }];
}

/** Asked again, the newest address counts. */
export function requestEmail(account: Account, wanted: SealedEmail): AccountEvent[] {
  const { userId, email: known } = existing(account);
  if (known.emailHash === wanted.emailHash) {
    throw new Refusal("invalid_request", "This is already your email", { field: "email" });
  }
  return [{ type: "EmailChangeRequested", data: { userId, ...emailOf(wanted) } }];
}

/** The user entered the code. Refuses when another account has taken the address since (`email_taken`). */
export function confirmEmail(
  account: Account,
  { emailHash, isTaken }: { emailHash: string; isTaken: boolean },
): AccountEvent[] {
  const { userId, email: { email: previousEmail }, newEmail } = existing(account);
  if (newEmail?.emailHash !== emailHash) {
    throw new Refusal("bad_code", "Invalid verification code", { field: "otp" });
  }
  if (isTaken) throw emailTaken();
  return [{ type: "EmailChanged", data: { userId, ...newEmail, previousEmail } }];
}

/** Missing settings stay unchanged; settings that hold already add no event. */
export function changeSettings(account: Account, change: Partial<AccountSettings>): AccountEvent[] {
  const { userId, ...known } = existing(account);
  const { notifications = known.notifications, isNamed = known.isNamed } = change;
  return [
    ...(notifications === known.notifications ? [] : [settingsChanged({ userId, notifications })]),
    ...(isNamed === known.isNamed ? [] : [visibilityChanged({ userId, isNamed })]),
  ];
}

/** Nothing happens to someone who is an admin already. */
export function grantAdmin(account: Account): AccountEvent[] {
  const { userId, isAdmin } = existing(account);
  return isAdmin ? [] : [adminGranted(userId)];
}

/** Whether the account can log in to the back office: the last one that can is never taken away. */
export function isActiveAdmin(account: Account): boolean {
  return account.status === "active" && account.isAdmin && !account.suspension && !account.closing;
}

/** Throws Refusal `not_found` for an account that was never made, or is erased. */
export function existing(account: Account): KnownAccount {
  if (account.status === "none" || account.status === "erased") throw new Refusal("not_found", "User not found");
  return account;
}

function emailOf({ email, emailHash, mailboxHash }: SealedEmail): SealedEmail {
  return { email, emailHash, ...(mailboxHash !== undefined && { mailboxHash }) };
}

function emailVerified(userId: string): EmailVerified {
  return { type: "EmailVerified", data: { userId } };
}

function adminGranted(userId: string, role?: AdminRole): AdminGranted {
  return { type: "AdminGranted", data: { userId, ...(role !== undefined && { role }) } };
}

function settingsChanged(data: SettingsChanged["data"]): SettingsChanged {
  return { type: "SettingsChanged", data };
}

function visibilityChanged(data: VisibilityChanged["data"]): VisibilityChanged {
  return { type: "VisibilityChanged", data };
}

function passwordChanged(data: PasswordChanged["data"]): PasswordChanged {
  return { type: "PasswordChanged", data };
}

/** What an admin sets; missing fields stay unchanged. Personal fields are sealed. */
export interface EditUser {
  readonly userId: string;
  /** Who decides. */
  readonly adminId: string;
  readonly fields: Omit<ProfileChanged["data"], "userId">;
  /** Asked for afterwards, as a proposal: here it only has to be possible. */
  readonly email?: SealedEmail;
  readonly role?: Role;
  readonly isAdmin?: boolean;
  /** The person is mailed a link to choose a password. */
  readonly passwordLink?: boolean;
}

/** Facts beyond the account: whether the new address is taken, and how many admins can log in. */
interface Surroundings {
  readonly isEmailTaken: boolean;
  readonly activeAdmins: number;
}

/**
 * Changes all but the address. Refuses an address that has an account (`email_taken`), taking the last admin away (`last_admin`), and an account that
 * was deleted (`user_deleted`).
 */
export function editUser(
  account: Account,
  edit: EditUser,
  around: Pick<Surroundings, "isEmailTaken">,
): AccountEvent[] {
  const known = kept(account);
  const { userId } = known;
  assertNotAdmins(known, edit);
  const events: AccountEvent[] = [...changeProfile(account, edit.fields)];
  if (edit.email && edit.email.emailHash !== known.email.emailHash && around.isEmailTaken) throw emailTaken();
  if (edit.role !== undefined && edit.role !== known.role) {
    events.push({ type: "RoleChanged", data: { userId, role: edit.role } });
  }
  if (edit.isAdmin === true && !known.isAdmin) events.push({ type: "AdminGranted", data: { userId } });
  if (edit.passwordLink) events.push({ type: "PasswordLinkAsked", data: { userId } });
  return events;
}

/** What of an account is planned, and the last plan that was dropped. */
export function plannedIn(
  account: Account | undefined,
): { readonly planned: PlannedEmail | undefined; readonly refused: string | undefined } {
  const isKnown = account !== undefined && "email" in account;
  return { planned: isKnown ? account.plannedEmail : undefined, refused: isKnown ? account.refusedEmail : undefined };
}

/** An address that admins have decided on. */
export interface ChosenEmail {
  readonly userId: string;
  readonly changeId: string;
  readonly adminId: string;
  readonly email: SealedEmail;
  /** By the only side there is: it takes effect later. */
  readonly isPlanned: boolean;
}

/**
 * The account takes the address now, or after seven days. The address that it has, or is to have, adds nothing. Refuses an
 * admin's account (`admin_protected`) and an address that another account has (`email_taken`).
 */
export function decideEmail(
  account: Account,
  { changeId, adminId, email, isPlanned }: ChosenEmail,
  { now, isTaken }: { readonly now: number; readonly isTaken: boolean },
): AccountEvent[] {
  const known = kept(account);
  const { userId, plannedEmail, email: { email: previousEmail, emailHash } } = known;
  assertNotAdmins(known, { email });
  if (email.emailHash === emailHash) return [];
  if (isTaken) throw emailTaken();
  if (!isPlanned) return [{ type: "EmailChanged", data: { userId, ...email, previousEmail } }];
  if (plannedEmail?.email.emailHash === email.emailHash) return [];
  const takesEffectAt = new Date(now + PENDING_EMAIL_MS).toISOString();
  return [{ type: "EmailChangePlanned", data: { userId, changeId, ...email, plannedBy: adminId, takesEffectAt } }];
}

/** The person keeps their address: they objected, or an admin took the new one back. Refuses with `not_found`. */
export function endPlannedEmail(
  account: Account,
  { changeId, by: refusedBy }: { readonly changeId: string; readonly by: string },
): AccountEvent[] {
  const { userId, plannedEmail, refusedEmail } = existing(account);
  if (refusedEmail === changeId) return [];
  if (plannedEmail?.changeId !== changeId) throw new Refusal("not_found", "There is no such change, or no longer");
  return [{ type: "EmailChangeRefused", data: { userId, changeId, refusedBy } }];
}

/**
 * The moment of a planned address has come. It is dropped where another account has it by now, and for who has become an
 * admin or was deleted. Throws where it is too early.
 */
export function takePlannedEmail(
  account: Account,
  changeId: string,
  { now, isTaken }: { readonly now: number; isTaken(email: SealedEmail): boolean },
): AccountEvent[] {
  const { userId, plannedEmail, isAdmin, closing, email: { email: previousEmail } } = existing(account);
  if (plannedEmail?.changeId !== changeId) return [];
  if (now < plannedEmail.takesEffectAt) throw new Error("A planned address would take effect too early");
  if (isAdmin || closing || isTaken(plannedEmail.email)) {
    return [{ type: "EmailChangeRefused", data: { userId, changeId, refusedBy: "system:emails" } }];
  }
  return [{ type: "EmailChanged", data: { userId, ...plannedEmail.email, previousEmail } }];
}

function emailTaken(): Refusal {
  return new Refusal("email_taken", "Email already registered", { field: "email" });
}

/** The form for users does not change another admin's password, email or rights: that would make two people of one. */
function assertNotAdmins(
  { isAdmin, email }: KnownAccount,
  edit: Pick<EditUser, "passwordLink" | "isAdmin" | "email">,
): void {
  const isOpened = edit.passwordLink === true || edit.isAdmin === false ||
    (edit.email !== undefined && edit.email.emailHash !== email.emailHash);
  if (!isAdmin || !isOpened) return;
  throw new Refusal(
    "admin_protected",
    "This person is an admin: admins change their own password and email, and lose their rights on the page Team",
  );
}

/** Takes the admin right away. Refuses oneself (`own_account`) and the last admin (`last_admin`). */
export function revokeAdmin(
  account: Account,
  command: { readonly userId: string; readonly adminId: string },
  around: Pick<Surroundings, "activeAdmins">,
): AccountEvent[] {
  const { userId, isAdmin } = existing(account);
  if (!isAdmin) return [];
  assertNotOneself(command, "You cannot remove your own admin rights");
  assertNotLast(account, { isEmailTaken: false, ...around });
  return [{ type: "AdminRevoked", data: { userId } }];
}

export interface Suspension {
  readonly userId: string;
  readonly adminId: string;
  /** Sealed. */
  readonly reason: string;
  /** What the person reads of it, sealed. */
  readonly words?: string;
}

/**
 * Refuses oneself (`own_account`), the last admin (`last_admin`), a second time (`already_suspended`), and an account
 * that was deleted (`user_deleted`).
 */
export function suspendUser(account: Account, command: Suspension, around: Surroundings): AccountEvent[] {
  const { userId, suspension } = kept(account);
  if (suspension) throw new Refusal("already_suspended", "This user is already suspended");
  assertNotOneself(command, "You cannot suspend yourself");
  assertNotLast(account, around);
  const { reason, words } = command;
  return [{ type: "UserSuspended", data: { userId, reason, ...(words !== undefined && { words }) } }];
}

/** Lets a suspended person in again. Refuses with `not_suspended`, or with `user_deleted`. */
export function unsuspendUser(account: Account, { reason }: Suspension): AccountEvent[] {
  const { userId, suspension } = kept(account);
  if (!suspension) throw new Refusal("not_suspended", "This user is not suspended");
  return [{ type: "UserUnsuspended", data: { userId, reason } }];
}

/** The only decision about a deleted account is to bring it back. */
function kept(account: Account): KnownAccount {
  const known = existing(account);
  if (known.closing) throw new Refusal("user_deleted", "This user was deleted: restore the account first");
  return known;
}

function assertNotOneself({ userId, adminId }: { userId: string; adminId: string }, text: string): void {
  if (userId === adminId) throw new Refusal("own_account", text);
}

function assertNotLast(account: Account, { activeAdmins }: Surroundings): void {
  if (isActiveAdmin(account) && activeAdmins <= 1) {
    throw new Refusal("last_admin", "The last admin cannot be removed");
  }
}
