import type { Role } from "../../contract/accounts.ts";
import type { AdminRole } from "../../contract/admin_roles.ts";
import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** Personal fields of an account: only the person's key opens them, each under its own name. */
export type SealedPerson = {
  readonly firstName: Sealed;
  readonly lastName: Sealed;
  readonly email: Sealed;
  /** E.164; may be empty. */
  readonly phone: Sealed;
  readonly address: Sealed;
};

export type UserRegistered = Event<
  "UserRegistered",
  SealedPerson & {
    readonly userId: string;
    readonly role: Role;
    /** Keyed hash: finds the account of an address without holding the address. */
    readonly emailHash: string;
    /** The same of the mailbox, where the address is only one way to write it: a mailbox has one account. */
    readonly mailboxHash?: string;
    /** Argon2id, as a PHC string. */
    readonly passwordHash: Sealed;
  }
>;

/** The person has shown that mail to the address reaches them. */
export type EmailVerified = Event<"EmailVerified", { readonly userId: string }>;

export type PasswordChanged = Event<"PasswordChanged", {
  readonly userId: string;
  readonly passwordHash: Sealed;
  /** By the owner who knew the old one, or with a code sent by mail. No admin sets one any more. */
  readonly by: "owner" | "reset" | "admin";
  /** The session that stays open, when the owner changed the password. */
  readonly keptSessionId?: string;
}>;

/** An admin has a link mailed to the person with which they choose a new password. The password stays until they do. */
export type PasswordLinkAsked = Event<"PasswordLinkAsked", { readonly userId: string }>;

/** The log-in that a password opens which another person gave: the next one needs a password of the person's own. */
type GivenPasswordUsed = Event<"GivenPasswordUsed", { readonly userId: string }>;

/** The same password hashed with today's parameters. */
export type PasswordRehashed = Event<"PasswordRehashed", { readonly userId: string; readonly passwordHash: Sealed }>;

/** Missing fields are unchanged. */
export type ProfileChanged = Event<
  "ProfileChanged",
  { readonly userId: string } & Partial<Omit<SealedPerson, "email">>
>;

/** The person has shown that texts to the number reach them: it is their phone now. Another number drops the proof. */
export type PhoneProven = Event<"PhoneProven", {
  readonly userId: string;
  readonly phone: Sealed;
  /** Keyed hash: finds the accounts of a number without holding the number. */
  readonly phoneHash: string;
  /** The account had another number, or none. */
  readonly isNew?: true;
}>;

/** A picture in all its sizes; without one it was taken away. `key` is the folder of its files. */
export type PictureChanged = Event<"PictureChanged", {
  readonly userId: string;
  readonly picture?: { readonly key: string; readonly placeholder: string };
}>;

/** The person wants to be reached elsewhere; nothing changes before a code from there comes back. */
type EmailChangeRequested = Event<"EmailChangeRequested", {
  readonly userId: string;
  readonly email: Sealed;
  readonly emailHash: string;
  readonly mailboxHash?: string;
}>;

/** The new address is the person's; `previousEmail` gets a notice. */
export type EmailChanged = Event<"EmailChanged", {
  readonly userId: string;
  readonly email: Sealed;
  readonly emailHash: string;
  readonly mailboxHash?: string;
  readonly previousEmail: Sealed;
}>;

/** Of before there was a stream of proposals, only read: an admin asked for another address of a person. */
export type EmailChangeProposed = Event<"EmailChangeProposed", {
  readonly userId: string;
  readonly changeId: string;
  readonly email: Sealed;
  readonly emailHash: string;
  readonly mailboxHash?: string;
  readonly proposedBy: string;
  /** ISO 8601. */
  readonly lapsesAt: string;
}>;

/**
 * The only side of admins decided that the person has another address from a moment on (ISO 8601), unless the old one
 * objects.
 */
export type EmailChangePlanned = Event<"EmailChangePlanned", {
  readonly userId: string;
  readonly changeId: string;
  readonly email: Sealed;
  readonly emailHash: string;
  readonly mailboxHash?: string;
  readonly plannedBy: string;
  readonly takesEffectAt: string;
}>;

/**
 * The person keeps the address they have: they objected, or an admin took it back (before there was a stream of proposals,
 * one of another side), or it could not take effect when its moment came (`system:…`).
 */
export type EmailChangeRefused = Event<
  "EmailChangeRefused",
  { readonly userId: string; readonly changeId: string; readonly refusedBy: string }
>;

/** The kind of proposals about a person's address, by the person's id. */
export const PENDING_EMAIL = "pending_email";

/** What the person wants mails about. */
export type SettingsChanged = Event<"SettingsChanged", { readonly userId: string; readonly notifications: boolean }>;

/** Whether artists see who plays and follows them: first name and picture, or "A listener". */
export type VisibilityChanged = Event<"VisibilityChanged", { readonly userId: string; readonly isNamed: boolean }>;

/** Without a role the admin is an owner. */
export type AdminGranted = Event<"AdminGranted", { readonly userId: string; readonly role?: AdminRole }>;

export type AdminRevoked = Event<"AdminRevoked", { readonly userId: string }>;

export type RoleChanged = Event<"RoleChanged", { readonly userId: string; readonly role: Role }>;

/** The field as which an admin's reason for a suspension, and for its end, is sealed. */
export const SUSPENSION_REASON = "suspension reason";

/**
 * An admin has shut the person out: no log-in, no withdrawal, until someone lifts it. The admin's reason is sealed with
 * the person's key; so is what the person reads of it, as "answer".
 */
export type UserSuspended = Event<
  "UserSuspended",
  { readonly userId: string; readonly reason: Sealed; readonly words?: Sealed }
>;

export type UserUnsuspended = Event<"UserUnsuspended", { readonly userId: string; readonly reason: Sealed }>;

/**
 * Log-ins to the account are over. From `eraseAt` (epoch ms) on the account is erased, unless it is opened again
 * before: by its owner, or by an admin where an admin closed it.
 */
export type AccountClosed = Event<"AccountClosed", {
  readonly userId: string;
  readonly by: "owner" | "admin";
  readonly eraseAt: number;
  /** An admin's, sealed with the person's key. */
  readonly reason?: Sealed;
}>;

export type AccountReopened = Event<"AccountReopened", { readonly userId: string; readonly by: "owner" | "admin" }>;

/** Everything personal is forgotten, for ever: the key is destroyed, projections and files let go. The books stay. */
export type AccountErased = Event<"AccountErased", { readonly userId: string }>;

export type AccountEvent =
  | UserRegistered
  | EmailVerified
  | PasswordChanged
  | PasswordLinkAsked
  | GivenPasswordUsed
  | PasswordRehashed
  | ProfileChanged
  | PhoneProven
  | PictureChanged
  | EmailChangeRequested
  | EmailChanged
  | EmailChangeProposed
  | EmailChangePlanned
  | EmailChangeRefused
  | SettingsChanged
  | VisibilityChanged
  | AdminGranted
  | AdminRevoked
  | RoleChanged
  | UserSuspended
  | UserUnsuspended
  | AccountClosed
  | AccountReopened
  | AccountErased;

/** The stream of an account, in the log `social`. */
export function userStream(userId: string): string {
  return `user/${userId}`;
}
