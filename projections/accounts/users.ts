import type {
  AccountErased,
  AccountEvent,
  EmailChanged,
  SealedPerson,
  UserRegistered,
} from "../../backend/accounts/account/events.ts";
import type { Role } from "../../backend/contract/accounts.ts";
import { plainArray, rowsOf, valuesOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { boolean, moment, oneOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

/** An address that waits or takes effect later changes nothing here, nor does a link that was mailed. */
type UserEvent = Exclude<
  AccountEvent,
  {
    readonly type:
      | "EmailChangeProposed"
      | "EmailChangePlanned"
      | "EmailChangeRefused"
      | "PasswordLinkAsked"
      | "GivenPasswordUsed";
  }
>;

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
  /** Of the phone number, where it is proven. */
  readonly phoneHash: string | undefined;
  /** Of the address that the account waits for. */
  readonly newEmailHash: string | undefined;
  /** Whether the person wants mails that are not needed. */
  readonly notifications: boolean;
  /** Whether artists see who plays and follows them. */
  readonly isNamed: boolean;
  /** Why an admin suspended the person, sealed; undefined for everyone else. */
  readonly suspension: string | undefined;
  /** Of a closed account: nobody can log in, and Orin erases it at `eraseAt` (epoch ms). */
  readonly closing: { readonly by: "owner" | "admin"; readonly eraseAt: number } | undefined;
}

/** Changes of accounts, written with one statement of each kind. */
class UserBatch {
  freesAddress = false;
  readonly registered = new Map<string, { data: UserRegistered["data"]; recordedAt: number }>();
  readonly changes = new Map<string, UserChange>();
  readonly erased = new Set<string>();

  add(event: UserEvent, recordedAt: number): void {
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

interface UserRow {
  userId: string;
  emailHash: string;
  role: Role;
  isAdmin: boolean;
  status: User["status"];
  createdAt: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  passwordHash: string;
  newEmailHash: string | undefined;
  phoneHash: string | undefined;
  pictureKey: string | undefined;
  placeholder: string | undefined;
  notifications: boolean;
  isNamed: boolean;
  suspension: string | undefined;
  closedBy: "owner" | "admin" | undefined;
  eraseAt: number | undefined;
}

/** A stored row as others read it. */
function userOf(row: UserRow): User {
  return {
    userId: row.userId,
    emailHash: row.emailHash,
    role: row.role,
    isAdmin: row.isAdmin,
    status: row.status,
    isVerified: row.status !== "unverified",
    createdAt: row.createdAt,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    address: row.address,
    passwordHash: row.passwordHash,
    picture: row.pictureKey === undefined ? undefined : { key: row.pictureKey, placeholder: row.placeholder ?? "" },
    phoneHash: row.phoneHash,
    newEmailHash: row.newEmailHash,
    notifications: row.notifications,
    isNamed: row.isNamed,
    suspension: row.suspension,
    closing: row.closedBy && row.eraseAt ? { by: row.closedBy, eraseAt: row.eraseAt } : undefined,
  };
}

type UserChange = Partial<SealedPerson> & {
  passwordHash?: string;
  status?: "active";
  isAdmin?: boolean;
  role?: Role;
  /** Null after an admin lifted it. */
  suspension?: string | null;
  emailHash?: string;
  mailboxHash?: string;
  newEmailHash?: string;
  /** Null when the number is no longer proven. */
  phoneHash?: string | null;
  /** Null after its owner removed it. */
  picture?: User["picture"] | null;
  notifications?: boolean;
  isNamed?: boolean;
  /** Null after the account was reopened. */
  closing?: User["closing"] | null;
};

function changeOf(event: Exclude<UserEvent, UserRegistered | AccountErased>): UserChange {
  switch (event.type) {
    case "EmailVerified":
      return { status: "active" };
    case "PasswordChanged":
    case "PasswordRehashed":
      return { passwordHash: event.data.passwordHash };
    case "ProfileChanged": {
      const { userId: _userId, ...fields } = event.data;
      return fields.phone === undefined ? fields : { ...fields, phoneHash: null };
    }
    case "PhoneProven":
      return { phone: event.data.phone, phoneHash: event.data.phoneHash };
    case "PictureChanged":
      return { picture: event.data.picture ?? null };
    case "EmailChanged":
      return emailOf(event.data);
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

/** An address that is no other way to write its mailbox, or is from before mailboxes were told apart, names it itself. */
function emailOf(
  { email, emailHash, mailboxHash = emailHash }: Pick<EmailChanged["data"], "email" | "emailHash" | "mailboxHash">,
) {
  return { email, emailHash, mailboxHash };
}

const USERS = table("users", {
  userId: uuid,
  emailHash: text.unique,
  mailboxHash: text,
  role: oneOf("listener", "creator"),
  isAdmin: boolean.default("false"),
  status: oneOf("unverified", "active").default("'unverified'"),
  createdAt: moment,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  address: text,
  passwordHash: text,
  newEmailHash: text.optional,
  phoneHash: text.optional,
  pictureKey: text.optional,
  placeholder: text.optional,
  notifications: boolean.default("true"),
  isNamed: boolean.default("false"),
  suspension: text.optional,
  closedBy: oneOf("owner", "admin").optional,
  eraseAt: moment.optional.check("(erase_at is null) = (closed_by is null)"),
}, {
  key: ["userId"],
  fillfactor: 80,
  indexes: {
    users_admins: "(user_id) where is_admin",
    users_mailboxes: "(mailbox_hash)",
    users_phones: "(phone_hash) where phone_hash is not null",
    users_roles: "(role, is_admin)",
    users_newest: "(created_at desc, user_id desc)",
  },
});

/** Who has an account. Inline, because registering asks whether an address is taken. */
export const users: Projection<UserEvent> = {
  name: "users",
  version: 7,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: [
    "UserRegistered",
    "EmailVerified",
    "PasswordChanged",
    "PasswordRehashed",
    "ProfileChanged",
    "PhoneProven",
    "PictureChanged",
    "EmailChangeRequested",
    "EmailChanged",
    "SettingsChanged",
    "VisibilityChanged",
    "AdminGranted",
    "AdminRevoked",
    "RoleChanged",
    "UserSuspended",
    "UserUnsuspended",
    "AccountClosed",
    "AccountReopened",
    "AccountErased",
  ],
  tables: USERS.ddl,

  async apply(tx, events) {
    let batch = new UserBatch();
    for (const recorded of events) {
      // Another account may take the freed address later in the batch.
      if (batch.freesAddress && TAKES_ADDRESS.has(recorded.type)) {
        await write(tx, batch);
        batch = new UserBatch();
      }
      batch.add(recorded, recorded.recordedAt);
    }
    await write(tx, batch);
  },
};

const TAKES_ADDRESS: ReadonlySet<string> = new Set<UserEvent["type"]>(["UserRegistered", "EmailChanged"]);

/** The account of an id. */
export async function findUser(sql: Sql | Tx, userId: string): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`select * from users where user_id = ${userId}`;
  return row && userOf(row);
}

/** The accounts of many ids; unknown ones are missing from the map. */
export async function findUsers(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, User>> {
  if (userIds.length === 0) return new Map();
  const rows = await sql<UserRow[]>`select * from users where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.userId, userOf(row)]));
}

/** What a play report asks of an account. `createdAt` in epoch ms. */
export interface Reporting {
  readonly createdAt: number;
  readonly isSuspended: boolean;
  readonly isClosing: boolean;
}

/** The same of many accounts; unknown ones are missing from the map. */
export async function findReporters(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Reporting>> {
  const rows = await sql<{ userId: string; createdAt: number; suspended: boolean; closing: boolean }[]>`
    select user_id, created_at, suspension is not null as suspended,
      closed_by is not null and erase_at is not null as closing
    from users where user_id = any(${plainArray(userIds)}::text::uuid[])`;
  return new Map(rows.map(({ userId, createdAt, suspended, closing }) => {
    return [userId, { createdAt, isSuspended: suspended, isClosing: closing }];
  }));
}

/** The people who let others see their name, without closed accounts. */
export async function namedAmong(sql: Sql | Tx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from users where user_id = any(${[...userIds]}::uuid[]) and is_named and closed_by is null`;
  return new Set(rows.map((row) => row.userId));
}

/** The id that carries the latest time. */
export async function newestUserId(sql: Sql | Tx): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id from users where substr(user_id::text, 15, 1) = '7' order by user_id desc limit 1`;
  return row?.userId;
}

/** The account of an address, by its keyed hash. */
export async function findUserByEmailHash(sql: Sql | Tx, emailHash: string): Promise<User | undefined> {
  const [row] = await sql<UserRow[]>`select * from users where email_hash = ${emailHash}`;
  return row && userOf(row);
}

/** Those of the given hashes that have an account: for decisions, with the transaction's handle. */
export async function findTakenEmails(tx: Tx, emailHashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ emailHash: string }[]>`
    select hash as email_hash from unnest(${[...emailHashes]}::text[]) as asked(hash)
    where exists (select from users where email_hash = hash) or exists (select from users where mailbox_hash = hash)`;
  return new Set(rows.map((row) => row.emailHash));
}

/** Whose addresses or mailboxes have one of the hashes. */
export async function findOwners(sql: Sql | Tx, emailHashes: readonly string[]): Promise<string[]> {
  const hashes = [...emailHashes];
  const rows = await sql<{ userId: string }[]>`
    select user_id from users where email_hash = any(${hashes}) or mailbox_hash = any(${hashes})`;
  return rows.map((row) => row.userId);
}

/** Whether a person has proven the same phone number as one of these others. */
export async function sharesPhone(sql: Sql | Tx, userId: string, others: readonly string[]): Promise<boolean> {
  const rows = await sql`
    select from users as own join users as other on other.phone_hash = own.phone_hash
    where own.user_id = ${userId} and other.user_id = any(${[...others]}::uuid[]) and other.user_id <> own.user_id
    limit 1`;
  return rows.length > 0;
}

/** How many accounts have proven each of the given numbers: for decisions, with the transaction's handle. */
export async function countPhones(sql: Sql | Tx, phoneHashes: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ phoneHash: string; count: number }[]>`
    select phone_hash, count(*)::int as count from users where phone_hash = any(${[...phoneHashes]})
    group by phone_hash`;
  return new Map(rows.map((row) => [row.phoneHash, row.count]));
}

/** Whose accounts are open and old enough, in the order of their ids. */
export async function findLongRegistered(
  sql: Sql | Tx,
  { registeredBefore, needsPhone, after, limit }: {
    /** Epoch ms. */
    readonly registeredBefore: number;
    readonly needsPhone: boolean;
    readonly after: string | undefined;
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select user_id from users
    where created_at <= ${new Date(registeredBefore)} and status = 'active' and closed_by is null
      ${needsPhone ? sql`and phone_hash is not null` : sql``}
      ${after === undefined ? sql`` : sql`and user_id > ${after}`}
    order by user_id limit ${limit}`;
  return rows.map((row) => row.userId);
}

/** Admins who can log in: for decisions, with the transaction's handle. */
export async function countActiveAdmins(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ admins: number }[]>`
    select count(*)::int as admins from users where is_admin and status = 'active' and suspension is null
      and closed_by is null`;
  return row?.admins ?? 0;
}

/** How many people there are, and how many of them are creators and admins. */
export async function countUsers(sql: Sql | Tx): Promise<{ total: number; creators: number; admins: number }> {
  const [row] = await sql<{ total: number; creators: number; admins: number }[]>`
    select count(*)::int as total, (count(*) filter (where role = 'creator'))::int as creators,
      (count(*) filter (where is_admin))::int as admins
    from users`;
  return row ?? { total: 0, creators: 0, admins: 0 };
}

/** Accounts registered in a time, epoch ms. */
export async function countRegistered(
  sql: Sql | Tx,
  { from, to }: { from: number; to: number },
): Promise<{ users: number; creators: number }> {
  const [row] = await sql<{ users: number; creators: number }[]>`
    select count(*)::int as users, (count(*) filter (where role = 'creator'))::int as creators
    from users where created_at >= ${new Date(from)} and created_at < ${new Date(to)}`;
  return row ?? { users: 0, creators: 0 };
}

async function write(tx: Tx, { registered, changes, erased }: UserBatch): Promise<void> {
  if (erased.size > 0) await tx`delete from users where user_id = any(${[...erased]}::uuid[])`;
  if (registered.size > 0) await insertUsers(tx, [...registered.values()]);
  if (changes.size > 0) await updateUsers(tx, changes);
}

async function insertUsers(tx: Tx, registered: readonly { data: UserRegistered["data"]; recordedAt: number }[]) {
  const rows = registered.map(({ data, recordedAt }) => ({ ...data, ...emailOf(data), createdAt: recordedAt }));
  const text = [...SEALED, "passwordHash", "emailHash", "mailboxHash", "role"] as const;
  await tx`insert into users ${valuesOf(tx, rows, { uuid: ["userId"], text, ms: ["createdAt"] })}`;
}

const SEALED = ["firstName", "lastName", "email", "phone", "address"] as const;

async function updateUsers(tx: Tx, changes: ReadonlyMap<string, UserChange>): Promise<void> {
  const rows = [...changes].map(([userId, { picture, phoneHash, suspension, closing, ...change }]) => ({
    ...change,
    userId,
    hasPhoneHash: phoneHash !== undefined,
    phoneHash,
    hasPicture: picture !== undefined,
    pictureKey: picture?.key,
    placeholder: picture?.placeholder,
    hasSuspension: suspension !== undefined,
    suspension,
    hasClosing: closing !== undefined,
    closedBy: closing?.by,
    eraseAt: closing?.eraseAt,
  }));
  const login = ["passwordHash", "emailHash", "mailboxHash", "newEmailHash", "status", "role"] as const;
  const changed = rowsOf(tx, rows, {
    uuid: ["userId"],
    text: [...SEALED, ...login, "pictureKey", "placeholder", "phoneHash", "suspension", "closedBy"],
    boolean: ["isAdmin", "notifications", "isNamed", "hasPhoneHash", "hasPicture", "hasSuspension", "hasClosing"],
    ms: ["eraseAt"],
  });
  await tx`
    update users set
      first_name = coalesce(change.first_name, users.first_name),
      last_name = coalesce(change.last_name, users.last_name),
      phone = coalesce(change.phone, users.phone),
      address = coalesce(change.address, users.address),
      password_hash = coalesce(change.password_hash, users.password_hash),
      status = coalesce(change.status, users.status),
      is_admin = coalesce(change.is_admin, users.is_admin),
      role = coalesce(change.role, users.role),
      email = coalesce(change.email, users.email),
      email_hash = coalesce(change.email_hash, users.email_hash),
      mailbox_hash = coalesce(change.mailbox_hash, users.mailbox_hash),
      new_email_hash = coalesce(change.new_email_hash, users.new_email_hash),
      notifications = coalesce(change.notifications, users.notifications),
      is_named = coalesce(change.is_named, users.is_named),
      phone_hash = case when change.has_phone_hash then change.phone_hash else users.phone_hash end,
      picture_key = case when change.has_picture then change.picture_key else users.picture_key end,
      placeholder = case when change.has_picture then change.placeholder else users.placeholder end,
      suspension = case when change.has_suspension then change.suspension else users.suspension end,
      closed_by = case when change.has_closing then change.closed_by else users.closed_by end,
      erase_at = case when change.has_closing then change.erase_at else users.erase_at end
    from ${changed} as change
    where users.user_id = change.user_id`;
}
