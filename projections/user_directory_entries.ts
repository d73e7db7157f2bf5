import type { AccountEvent } from "../backend/accounts/events.ts";
import type { Role } from "../backend/contract/accounts.ts";
import type { UserStatus } from "../backend/contract/admin_users.ts";
import { folded } from "../backend/contract/fold.ts";
import type { PersonKey } from "../backend/store/personal_data.ts";

/** A person as admins see them, in clear. */
export interface Entry {
  readonly userId: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly role: Role;
  readonly isAdmin: boolean;
  readonly isVerified: boolean;
  /** Why an admin has shut the person out. */
  readonly suspension: string | undefined;
  /** The account is to be erased. */
  readonly isClosing: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
}

/** What an event makes of a person; undefined once they are erased. */
export function entryAfter(
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
    ...{ userId: data.userId, createdAt, role: data.role, isAdmin: false },
    ...{ isVerified: false, suspension: undefined, isClosing: false },
    ...{ firstName: field("firstName"), lastName: field("lastName"), email: field("email") },
    ...{ phone: field("phone"), address: field("address") },
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
    case "EmailChanged":
      return { email: key.open("email", event.data.email) };
    case "AdminGranted":
      return { isAdmin: true };
    case "AdminRevoked":
      return { isAdmin: false };
    case "RoleChanged":
      return { role: event.data.role };
    case "UserSuspended":
      return { suspension: key.open("suspension reason", event.data.reason) };
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

/** What counts first is what an admin has to know: whether the account goes, is shut out, or never proved itself. */
export function statusOf(entry: Pick<Entry, "isClosing" | "suspension" | "isVerified">): UserStatus {
  if (entry.isClosing) return "closing";
  if (entry.suspension !== undefined) return "suspended";
  return entry.isVerified ? "active" : "unverified";
}

const MOST_WORDS = 8;

/**
 * As they stand in `words`: a number without its gaps and with its country, an address as it is, the rest folded. What
 * has no letter and no digit is no word.
 */
export function wordsIn(q: string): string[] {
  const typed = q.trim().toLowerCase();
  const digits = typed.replaceAll(/[\s().+-]/g, "");
  if (/^\d{4,}$/.test(digits)) return [digits.replace(/^0/, "234")];
  const words = typed.split(/\s+/).flatMap((word) => /[@.]/.test(word) ? [word] : folded(word).split(" "));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).slice(0, MOST_WORDS);
}

/** Family names first, as lists of people go. */
export function nameOf({ firstName, lastName }: Entry): string {
  return folded(`${lastName} ${firstName}`);
}

/** What a person is found by: folded name, address, number. */
export function wordsOf(entry: Entry): string {
  return `${folded(`${entry.firstName} ${entry.lastName}`)} ${entry.email.toLowerCase()} ${entry.phone}`;
}
