import type { AccountEvent, EmailChanged, UserRegistered } from "../../backend/accounts/account/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { plainArray } from "../../backend/store/projections/columns.ts";
import { boolean, moment, oneOf, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { inRuns, projection } from "../declare.ts";

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
  /** Of the address that the account waits for. */
  newEmailHash: text.optional,
  /** Of the phone number, where it is proven. */
  phoneHash: text.optional,
  pictureKey: text.optional,
  placeholder: text.optional,
  /** Whether the person wants mails that are not needed. */
  notifications: boolean.default("true"),
  /** Whether artists see who plays and follows them. */
  isNamed: boolean.default("false"),
  /** Why an admin suspended the person, sealed; undefined for everyone else. */
  suspension: text.optional,
  closedBy: oneOf("owner", "admin").optional,
  eraseAt: moment.optional.check("(erase_at is null) = (closed_by is null)"),
}, {
  key: ["userId"],
  erase: ["userId"],
  fillfactor: 80,
  indexes: {
    users_admins: "(user_id) where is_admin",
    users_mailboxes: "(mailbox_hash)",
    users_phones: "(phone_hash) where phone_hash is not null",
    users_roles: "(role, is_admin)",
    users_newest: "(created_at desc, user_id desc)",
  },
});

/** What is folded by set. */
const IN_RUNS = [
  ...["UserRegistered", "EmailVerified", "PasswordChanged", "PasswordRehashed", "ProfileChanged"] as const,
  ...["PhoneProven", "PictureChanged", "EmailChangeRequested", "SettingsChanged", "VisibilityChanged"] as const,
  ...["AdminGranted", "AdminRevoked", "RoleChanged", "UserSuspended", "UserUnsuspended"] as const,
  ...["AccountClosed", "AccountReopened"] as const,
] as const;

/** Who has an account. Inline, because registering asks whether an address is taken. */
export const users = projection<AccountEvent>({
  name: "users",
  version: 7,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [USERS],
  handlers: {
    ...inRuns(IN_RUNS, fold),
    // Addresses are unique: who takes one that another gives up comes after that.
    EmailChanged: (tx, { data }) => USERS.set(tx, { userId: data.userId }, emailOf(data)),
  },
});

type RunEvent = Extract<AccountEvent, { readonly type: typeof IN_RUNS[number] }>;

/**
 * Who is new is written first, and then what changed of each: in waves, so that a statement is never of more columns than
 * an event names. The client remembers every statement, and of all mixtures there would be very many.
 */
async function fold(tx: Tx, events: readonly Recorded<RunEvent>[]): Promise<void> {
  const registered = events.flatMap(({ type, data, recordedAt: createdAt }) =>
    type === "UserRegistered" ? [{ ...data, ...emailOf(data), createdAt }] : []
  );
  const waves: Map<string, Partial<UserRow>>[] = [];
  const lastOf = new Map<string, number>();
  for (const event of events) {
    if (event.type === "UserRegistered") continue;
    const { userId } = event.data;
    const change = changeOf(event);
    if (columnsOf(change) === "") continue;
    const last = lastOf.get(userId) ?? -1;
    const at = columnsOf(waves[last]?.get(userId)) === columnsOf(change) ? last : last + 1;
    (waves[at] ??= new Map()).set(userId, change);
    lastOf.set(userId, at);
  }
  await USERS.insert(tx, registered);
  for (const wave of waves) await USERS.setEach(tx, wave);
}

function columnsOf(change: Partial<UserRow> = {}): string {
  return Object.keys(change).toSorted().join();
}

function changeOf({ type, data }: Exclude<RunEvent, UserRegistered>): Partial<UserRow> {
  switch (type) {
    case "EmailVerified":
      return { status: "active" };
    case "PasswordChanged":
    case "PasswordRehashed":
      return { passwordHash: data.passwordHash };
    case "ProfileChanged": {
      const { userId: _userId, ...fields } = data;
      // A number that was typed in is not proven.
      return { ...fields, ...fields.phone !== undefined && { phoneHash: undefined } };
    }
    case "PhoneProven":
      return { phone: data.phone, phoneHash: data.phoneHash };
    case "PictureChanged":
      return { pictureKey: data.picture?.key, placeholder: data.picture?.placeholder };
    case "EmailChangeRequested":
      return { newEmailHash: data.emailHash };
    case "SettingsChanged":
      return { notifications: data.notifications };
    case "VisibilityChanged":
      return { isNamed: data.isNamed };
    case "AdminGranted":
    case "AdminRevoked":
      return { isAdmin: type === "AdminGranted" };
    case "RoleChanged":
      return { role: data.role };
    case "UserSuspended":
      return { suspension: data.reason };
    case "UserUnsuspended":
      return { suspension: undefined };
    case "AccountClosed":
      return { closedBy: data.by, eraseAt: data.eraseAt };
    case "AccountReopened":
      return { closedBy: undefined, eraseAt: undefined };
  }
}

/** An address that is no other way to write its mailbox, or is from before mailboxes were told apart, names it itself. */
function emailOf(
  { email, emailHash, mailboxHash = emailHash }: Pick<EmailChanged["data"], "email" | "emailHash" | "mailboxHash">,
) {
  return { email, emailHash, mailboxHash };
}

type UserRow = RowOf<typeof USERS>;

/** An account. The personal fields are sealed: `openPerson` of the accounts area opens them. Times in epoch ms. */
export type User = Omit<UserRow, "mailboxHash" | "pictureKey" | "placeholder" | "closedBy" | "eraseAt"> & {
  readonly isVerified: boolean;
  readonly picture: { readonly key: string; readonly placeholder: string } | undefined;
  /** Of a closed account: its owner cannot log in, and Orin erases it at `eraseAt`. */
  readonly closing: { readonly by: "owner" | "admin"; readonly eraseAt: number } | undefined;
};

function userOf(
  { mailboxHash: _mailboxHash, pictureKey: key, placeholder = "", closedBy: by, eraseAt, ...row }: UserRow,
): User {
  return {
    ...row,
    isVerified: row.status !== "unverified",
    picture: key === undefined ? undefined : { key, placeholder },
    closing: by && eraseAt ? { by, eraseAt } : undefined,
  };
}

/** The account of an id. */
export async function findUser(sql: Sql | Tx, userId: string): Promise<User | undefined> {
  const row = await USERS.find(sql, userId);
  return row && userOf(row);
}

/** The accounts of many ids; unknown ones are missing from the map. */
export async function findUsers(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, User>> {
  const found = await USERS.byIds(sql, userIds);
  return new Map([...found].map(([userId, row]) => [userId, userOf(row)]));
}

/** What a play report asks of an account. `createdAt` in epoch ms. */
export interface Reporting {
  readonly createdAt: number;
  readonly isSuspended: boolean;
  readonly isClosing: boolean;
}

/** The same of many accounts; unknown ones are missing from the map. */
export async function findReporters(sql: Sql | Tx, userIds: readonly string[]): Promise<Map<string, Reporting>> {
  const rows = await sql<(Reporting & { readonly userId: string })[]>`
    select user_id, created_at, suspension is not null as is_suspended, closed_by is not null as is_closing
    from users where user_id = any(${plainArray(userIds)}::text::uuid[])`;
  return new Map(rows.map(({ userId, ...reporting }) => [userId, reporting]));
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
  const row = await USERS.find(sql, { emailHash });
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
