import type { Role } from "../backend/contract/accounts.ts";
import type { AccountEvent, SealedPerson, UserRegistered } from "../backend/accounts/events.ts";
import type { RecordedEvent } from "../backend/store/event.ts";
import type { Projection } from "../backend/store/projection.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

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
}

/** Who has an account. Inline, because registering asks whether an address is taken. */
export const users: Projection = {
  name: "users",
  version: 2,
  mode: "inline",
  logs: ["social"],
  on: [
    "UserRegistered",
    "EmailVerified",
    "PasswordChanged",
    "PasswordRehashed",
    "ProfileChanged",
    "PictureChanged",
    "EmailChangeRequested",
    "EmailChanged",
    "SettingsChanged",
    "AdminGranted",
  ],
  tables: `
    create table users (
      user_id uuid primary key,
      email_hash text not null unique,
      role text not null check (role in ('listener', 'creator')),
      is_admin boolean not null default false,
      status text not null default 'unverified' check (status in ('unverified', 'active')),
      created_at timestamptz not null,
      first_name text not null,
      last_name text not null,
      email text not null,
      phone text not null,
      address text not null,
      password_hash text not null,
      new_email_hash text,
      picture_key text,
      placeholder text,
      notifications boolean not null default true
    ) with (fillfactor = 80);
  `,

  async apply(tx, events) {
    const changes = new Map<string, Change>();
    const registered: { data: UserRegistered["data"]; recordedAt: number }[] = [];
    for (const recorded of events) {
      const event = accountEvent(recorded);
      if (event.type === "UserRegistered") registered.push({ data: event.data, recordedAt: recorded.recordedAt });
      else changes.set(event.data.userId, { ...changes.get(event.data.userId), ...changeOf(event) });
    }
    if (registered.length > 0) await insertUsers(tx, registered);
    if (changes.size > 0) await updateUsers(tx, changes);
  },
};

/** The account of an id. */
export async function findUser(sql: Sql | Tx, userId: string): Promise<User | undefined> {
  const [row] = await sql<Row[]>`select * from users where user_id = ${userId}`;
  return row && userOf(row);
}

/** The accounts of many ids; unknown ones are missing from the map. */
export async function findUsers(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, User>> {
  const rows = await sql<Row[]>`select * from users where user_id = any(${[...userIds]}::uuid[])`;
  return new Map(rows.map((row) => [row.user_id, userOf(row)]));
}

/** The account of an address, by its keyed hash. */
export async function findUserByEmailHash(sql: Sql | Tx, emailHash: string): Promise<User | undefined> {
  const [row] = await sql<Row[]>`select * from users where email_hash = ${emailHash}`;
  return row && userOf(row);
}

/** Those of the given hashes that have an account: for decisions, with the transaction's handle. */
export async function findTakenEmails(tx: Tx, emailHashes: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ email_hash: string }[]>`
    select email_hash from users where email_hash = any(${[...emailHashes]})`;
  return new Set(rows.map((row) => row.email_hash));
}

/** Those of the given ids that have an account: for decisions, with the transaction's handle. */
export async function findExistingUsers(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ user_id: string }[]>`
    select user_id from users where user_id = any(${[...userIds]}::uuid[])`;
  return new Set(rows.map((row) => row.user_id));
}

export async function countUsers(sql: Sql | Tx): Promise<{ total: number; creators: number; admins: number }> {
  const [row] = await sql<{ total: number; creators: number; admins: number }[]>`
    select count(*)::int as total, (count(*) filter (where role = 'creator'))::int as creators,
      (count(*) filter (where is_admin))::int as admins
    from users`;
  return row ?? { total: 0, creators: 0, admins: 0 };
}

type Change = Partial<SealedPerson> & {
  passwordHash?: string;
  status?: "active";
  isAdmin?: true;
  emailHash?: string;
  newEmailHash?: string;
  /** Null where it was taken away. */
  picture?: User["picture"] | null;
  notifications?: boolean;
};

interface Row {
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
}

function userOf(row: Row): User {
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
  };
}

function changeOf(event: Exclude<AccountEvent, UserRegistered>): Change {
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
    case "EmailChangeRequested":
      return { newEmailHash: event.data.emailHash };
    case "AdminGranted":
      return { isAdmin: true };
    default:
      return event satisfies never;
  }
}

async function insertUsers(tx: Tx, rows: readonly { data: UserRegistered["data"]; recordedAt: number }[]) {
  const column = (pick: (data: UserRegistered["data"]) => string) => rows.map((row) => pick(row.data));
  await tx`
    insert into users (user_id, email_hash, role, created_at, first_name, last_name, email, phone, address,
      password_hash)
    select user_id, email_hash, role, to_timestamp(created / 1000), first_name, last_name, email, phone, address,
      password_hash
    from unnest(
      ${column((data) => data.userId)}::uuid[], ${column((data) => data.emailHash)}::text[],
      ${column((data) => data.role)}::text[], ${rows.map((row) => row.recordedAt)}::float8[],
      ${column((data) => data.firstName)}::text[], ${column((data) => data.lastName)}::text[],
      ${column((data) => data.email)}::text[], ${column((data) => data.phone)}::text[],
      ${column((data) => data.address)}::text[], ${column((data) => data.passwordHash)}::text[]
    ) as t(user_id, email_hash, role, created, first_name, last_name, email, phone, address, password_hash)`;
}

async function updateUsers(tx: Tx, changes: ReadonlyMap<string, Change>): Promise<void> {
  const column = <Value>(pick: (change: Change) => Value | undefined) =>
    [...changes.values()].map((change) => pick(change) ?? null);
  await tx`
    update users set
      first_name = coalesce(change.first_name, users.first_name),
      last_name = coalesce(change.last_name, users.last_name),
      phone = coalesce(change.phone, users.phone),
      address = coalesce(change.address, users.address),
      password_hash = coalesce(change.password_hash, users.password_hash),
      status = coalesce(change.status, users.status),
      is_admin = coalesce(change.is_admin, users.is_admin),
      email = coalesce(change.email, users.email),
      email_hash = coalesce(change.email_hash, users.email_hash),
      new_email_hash = coalesce(change.new_email_hash, users.new_email_hash),
      notifications = coalesce(change.notifications, users.notifications),
      picture_key = case when change.has_picture then change.picture_key else users.picture_key end,
      placeholder = case when change.has_picture then change.placeholder else users.placeholder end
    from unnest(
      ${[...changes.keys()]}::uuid[], ${column((change) => change.firstName)}::text[],
      ${column((change) => change.lastName)}::text[], ${column((change) => change.phone)}::text[],
      ${column((change) => change.address)}::text[], ${column((change) => change.passwordHash)}::text[],
      ${column((change) => change.status)}::text[], ${
    column((change) => change.isAdmin?.toString())
  }::text[]::boolean[],
      ${column((change) => change.email)}::text[], ${column((change) => change.emailHash)}::text[],
      ${column((change) => change.newEmailHash)}::text[],
      ${column((change) => change.notifications?.toString())}::text[]::boolean[],
      ${column((change) => String(change.picture !== undefined))}::text[]::boolean[],
      ${column((change) => change.picture?.key)}::text[], ${column((change) => change.picture?.placeholder)}::text[]
    ) as change(user_id, first_name, last_name, phone, address, password_hash, status, is_admin, email, email_hash,
      new_email_hash, notifications, has_picture, picture_key, placeholder)
    where users.user_id = change.user_id`;
}

/** The projection asks for these types alone, and only the accounts area writes them. */
function accountEvent(event: RecordedEvent): AccountEvent {
  return event as unknown as AccountEvent;
}
