import { type AccountEvent, SUSPENSION_REASON } from "../../backend/accounts/account/events.ts";
import type { Role } from "../../backend/contract/accounts.ts";
import type { UserSort, UserStatus } from "../../backend/contract/admin_users.ts";
import { folded } from "../../backend/contract/normalize_text.ts";
import type { PersonalData, PersonKey } from "../../backend/store/personal/personal_data.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import {
  boolean,
  moment,
  oneOf,
  type RowOf,
  table,
  text,
  textOf,
  uuid,
} from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

/** A person as admins see them, unsealed. */
export interface Entry {
  readonly userId: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly role: Role;
  readonly isAdmin: boolean;
  readonly isVerified: boolean;
  /** Why an admin suspended the person. */
  readonly suspension: string | undefined;
  /** The account waits to be erased. */
  readonly isClosing: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
}

/** What an event makes of a person; undefined once they are erased. */
function entryAfter(
  before: Entry | undefined,
  event: AccountEvent,
  { key, recordedAt }: { key: PersonKey; recordedAt: number },
): Entry | undefined {
  if (event.type === "AccountErased") return undefined;
  if (event.type === "UserRegistered") return registered(event, key, recordedAt);
  return before && { ...before, ...changeOf(event, key) };
}

function registered(
  { data }: Extract<AccountEvent, { type: "UserRegistered" }>,
  key: PersonKey,
  createdAt: number,
): Entry {
  const field = (name: "firstName" | "lastName" | "email" | "phone" | "address") => key.open(name, data[name]);
  return {
    userId: data.userId,
    createdAt,
    role: data.role,
    isAdmin: false,
    isVerified: false,
    suspension: undefined,
    isClosing: false,
    firstName: field("firstName"),
    lastName: field("lastName"),
    email: field("email"),
    phone: field("phone"),
    address: field("address"),
  };
}

function changeOf(event: AccountEvent, key: PersonKey): Partial<Entry> {
  switch (event.type) {
    case "EmailVerified":
      return { isVerified: true };
    case "ProfileChanged": {
      const { userId: _userId, ...sealed } = event.data;
      return Object.fromEntries(Object.entries(sealed).map(([name, text]) => [name, key.open(name, text)]));
    }
    case "PhoneProven":
      return { phone: key.open("phone", event.data.phone) };
    case "EmailChanged":
      return { email: key.open("email", event.data.email) };
    case "AdminGranted":
      return { isAdmin: true };
    case "AdminRevoked":
      return { isAdmin: false };
    case "RoleChanged":
      return { role: event.data.role };
    case "UserSuspended":
      return { suspension: key.open(SUSPENSION_REASON, event.data.reason) };
    case "UserUnsuspended":
      return { suspension: undefined };
    case "AccountClosed":
      return { isClosing: true };
    case "AccountReopened":
      return { isClosing: false };
    default:
      return {};
  }
}

/** The first that applies, by what an admin must know first: closing, suspended, unverified. */
export function statusOf(entry: Pick<Entry, "isClosing" | "suspension" | "isVerified">): UserStatus {
  if (entry.isClosing) return "closing";
  if (entry.suspension !== undefined) return "suspended";
  return entry.isVerified ? "active" : "unverified";
}

/** With what the list is sorted and searched by. */
function rowOf(entry: Entry): RowOf<typeof USER_DIRECTORY> {
  return { ...entry, status: statusOf(entry), name: fullNameOf(entry), words: wordsOf(entry) };
}

const MOST_WORDS = 8;

/**
 * In the form of `words`: numbers without gaps and with their country, addresses unchanged, the rest folded. Text
 * without a letter or digit is no word.
 */
function wordsIn(q: string): string[] {
  const typed = q.trim().toLowerCase();
  const digits = typed.replaceAll(/[\s().+-]/g, "");
  if (/^\d{4,}$/.test(digits)) return [digits.replace(/^0/, "234")];
  const words = typed.split(/\s+/).flatMap((word) => /[@.]/.test(word) ? [word] : folded(word).split(" "));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).slice(0, MOST_WORDS);
}

/** Family name first, for lists. */
function fullNameOf({ firstName, lastName }: Entry): string {
  return folded(`${lastName} ${firstName}`);
}

/** The words that find a person: folded name, address, number. */
function wordsOf(entry: Entry): string {
  return `${folded(`${entry.firstName} ${entry.lastName}`)} ${entry.email.toLowerCase()} ${entry.phone}`;
}

const HANDLED = [
  ...["UserRegistered", "EmailVerified", "ProfileChanged", "PhoneProven", "EmailChanged", "RoleChanged"],
  ...["AdminGranted", "AdminRevoked", "UserSuspended", "UserUnsuspended"],
  ...["AccountClosed", "AccountReopened", "AccountErased"],
] as const satisfies readonly AccountEvent["type"][];

const USER_DIRECTORY = table("user_directory", {
  userId: uuid,
  createdAt: moment,
  role: textOf<Role>(),
  isAdmin: boolean,
  isVerified: boolean,
  isClosing: boolean,
  status: oneOf("active", "unverified", "suspended", "closing"),
  suspension: text.optional,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  address: text,
  name: text,
  words: text,
}, {
  key: ["userId"],
  indexes: {
    user_directory_newest: "(created_at, user_id)",
    user_directory_by_name: "(name, user_id)",
    user_directory_by_email: "(email, user_id)",
    user_directory_by_role: "(role, user_id)",
    user_directory_by_status: "(status, user_id)",
    user_directory_words: "using gin (words gin_trgm_ops)",
  },
});

/**
 * Everyone by name, address and number, unsealed, for admins to search, sort and page through. Like
 * `lyric_words` it opens sealed data; it leaves out people without a key, and an erasure deletes their row.
 */
export function userDirectory(personal: PersonalData): Projection<AccountEvent> {
  return {
    name: "user_directory",
    version: 3,
    mode: "async",
    place: "social",
    logs: ["social"],
    on: HANDLED,
    tables: USER_DIRECTORY.ddl,

    async apply(tx, events) {
      const ids = [...new Set(events.map((event) => event.data.userId))];
      const keys = await personal.keysOf(tx, ids);
      const entries = new Map<string, Entry>(await USER_DIRECTORY.byIds(tx, ids));
      for (const event of events) {
        const { userId } = event.data;
        const key = keys.get(userId);
        const before = entries.get(userId);
        const entry = key && entryAfter(before, event, { key, recordedAt: event.recordedAt });
        if (entry) entries.set(userId, entry);
        else entries.delete(userId);
      }
      await USER_DIRECTORY.remove(tx, "userId", ids.filter((id) => !entries.has(id)));
      await USER_DIRECTORY.put(tx, [...entries.values()].map(rowOf));
    },
  };
}

interface DirectoryQuery {
  /** Words of names, parts of addresses and numbers, all of which must match. */
  readonly q: string;
  /** Left out: everyone but closing accounts. */
  readonly status?: UserStatus | "admin" | undefined;
  readonly role?: Role | undefined;
  /** When they joined, epoch ms, without `to` itself. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface DirectoryPage extends DirectoryQuery {
  readonly sort: UserSort;
  readonly descending: boolean;
  readonly limit: number;
  /** The id of the last entry of the page before. */
  readonly after?: string | undefined;
}

/** A page of people. The order's index finds the page after an entry, however far down. */
export async function listEntries(sql: Sql | Tx, page: DirectoryPage): Promise<Entry[]> {
  const column = sql(COLUMNS[page.sort]);
  return await sql<Entry[]>`
    select * from user_directory
    where ${matching(sql, page)} and ${
    page.after === undefined
      ? sql`true`
      : page.descending
      ? sql`(${column}, user_id) < (select ${column}, user_id from user_directory where user_id = ${page.after})`
      : sql`(${column}, user_id) > (select ${column}, user_id from user_directory where user_id = ${page.after})`
  }
    order by ${page.descending ? sql`${column} desc, user_id desc` : sql`${column}, user_id`}
    limit ${page.limit}`;
}

/** How many people fit a query, on all pages. */
export async function countEntries(sql: Sql | Tx, query: DirectoryQuery): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from user_directory where ${matching(sql, query)}`;
  return row?.total ?? 0;
}

const COLUMNS: Readonly<Record<UserSort, string>> = {
  name: "name",
  email: "email",
  role: "role",
  status: "status",
  created: "created_at",
};

function matching(sql: Sql | Tx, { q, status, role, from, to }: DirectoryQuery) {
  const patterns = wordsIn(q).map((word) => `%${word.replaceAll(/[\\%_]/g, "\\$&")}%`);
  // The query holds no words, so no person fits.
  if (q.trim() !== "" && patterns.length === 0) return sql`false`;
  const kind = status === undefined
    ? sql`status <> 'closing'`
    : status === "admin"
    ? sql`is_admin and status <> 'closing'`
    : sql`status = ${status}`;
  const narrowed = sql`
    ${kind} ${role === undefined ? sql`` : sql`and role = ${role}`}
    ${from === undefined ? sql`` : sql`and created_at >= ${new Date(from)}`}
    ${to === undefined ? sql`` : sql`and created_at < ${new Date(to)}`}`;
  // One condition a word: the index of pieces does not serve "like all".
  return patterns.reduce((all, pattern) => sql`${all} and words like ${pattern}`, narrowed);
}
