import type { Role } from "../backend/contract/accounts.ts";
import type { AccountErased, AccountEvent, SealedPerson, UserRegistered } from "../backend/accounts/events.ts";

/** An account. The personal fields are sealed: `openPerson` of the accounts area opens them. */
export interface User extends SealedPerson {
  readonly userId: string;
  readonly emailHash: string;
  readonly role: Role;
  readonly isAdmin: boolean;
  readonly status: "unverified" | "active";
  readonly isVerified: boolean;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly passwordHash: string;
  readonly picture: { readonly key: string; readonly placeholder: string } | undefined;
  /** Of the address that the account waits for. */
  readonly newEmailHash: string | undefined;
  /** Whether mails that nobody needs may be sent. */
  readonly notifications: boolean;
  /** Whether artists see who plays and follows them. */
  readonly isNamed: boolean;
  /** Why an admin has shut the person out, sealed; undefined for everyone else. */
  readonly suspension: string | undefined;
  /** Of a closed account: nobody can log in, and from `eraseAt` (epoch ms) on it is erased. */
  readonly closing: { readonly by: "owner" | "admin"; readonly eraseAt: number } | undefined;
}

/** Changes of accounts that are written with one statement of each kind. */
export class UserBatch {
  freesAddress = false;
  readonly registered = new Map<string, { data: UserRegistered["data"]; recordedAt: number }>();
  readonly changes = new Map<string, UserChange>();
  readonly erased = new Set<string>();

  add(event: AccountEvent, recordedAt: number): void {
    const { userId } = event.data;
    if (event.type === "UserRegistered") this.registered.set(userId, { data: event.data, recordedAt });
    else if (event.type === "AccountErased") this.#erase(userId);
    else this.changes.set(userId, { ...this.changes.get(userId), ...changeOf(event) });
    this.freesAddress ||= event.type === "EmailChanged" || event.type === "AccountErased";
  }

  /** Nothing comes after it. */
  #erase(userId: string): void {
    this.erased.add(userId);
    this.registered.delete(userId);
    this.changes.delete(userId);
  }
}

export interface UserRow {
  user_id: string;
  email_hash: string;
  role: Role;
  is_admin: boolean;
  status: User["status"];
  created_at: Date;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  address: string;
  password_hash: string;
  new_email_hash: string | null;
  picture_key: string | null;
  placeholder: string | null;
  notifications: boolean;
  is_named: boolean;
  suspension: string | null;
  closed_by: "owner" | "admin" | null;
  erase_at: Date | null;
}

/** A stored row as others read it. */
export function userOf(row: UserRow): User {
  return {
    userId: row.user_id,
    emailHash: row.email_hash,
    role: row.role,
    isAdmin: row.is_admin,
    status: row.status,
    isVerified: row.status !== "unverified",
    createdAt: row.created_at.getTime(),
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    address: row.address,
    passwordHash: row.password_hash,
    picture: row.picture_key === null ? undefined : { key: row.picture_key, placeholder: row.placeholder ?? "" },
    newEmailHash: row.new_email_hash ?? undefined,
    notifications: row.notifications,
    isNamed: row.is_named,
    suspension: row.suspension ?? undefined,
    closing: row.closed_by && row.erase_at ? { by: row.closed_by, eraseAt: row.erase_at.getTime() } : undefined,
  };
}

export type UserChange = Partial<SealedPerson> & {
  passwordHash?: string;
  status?: "active";
  isAdmin?: boolean;
  role?: Role;
  /** Null where it was lifted. */
  suspension?: string | null;
  emailHash?: string;
  newEmailHash?: string;
  /** Null where it was taken away. */
  picture?: User["picture"] | null;
  notifications?: boolean;
  isNamed?: boolean;
  /** Null where the account was opened again. */
  closing?: User["closing"] | null;
};

function changeOf(event: Exclude<AccountEvent, UserRegistered | AccountErased>): UserChange {
  switch (event.type) {
    case "EmailVerified":
      return { status: "active" };
    case "PasswordChanged":
    case "PasswordRehashed":
      return { passwordHash: event.data.passwordHash };
    case "ProfileChanged": {
      const { userId: _userId, ...fields } = event.data;
      return fields;
    }
    case "PictureChanged":
      return { picture: event.data.picture ?? null };
    case "EmailChanged":
      return { email: event.data.email, emailHash: event.data.emailHash };
    case "SettingsChanged":
      return { notifications: event.data.notifications };
    case "VisibilityChanged":
      return { isNamed: event.data.isNamed };
    case "EmailChangeRequested":
      return { newEmailHash: event.data.emailHash };
    case "AdminGranted":
      return { isAdmin: true };
    case "AdminRevoked":
      return { isAdmin: false };
    case "RoleChanged":
      return { role: event.data.role };
    case "UserSuspended":
      return { suspension: event.data.reason };
    case "UserUnsuspended":
      return { suspension: null };
    case "AccountClosed":
      return { closing: { by: event.data.by, eraseAt: event.data.eraseAt } };
    case "AccountReopened":
      return { closing: null };
    default:
      return event satisfies never;
  }
}
