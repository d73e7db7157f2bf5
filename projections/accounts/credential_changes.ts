import type {
  AdminGranted,
  AdminRevoked,
  EmailChanged,
  EmailChangePlanned,
  EmailChangeProposed,
  PasswordChanged,
  PasswordLinkAsked,
  PhoneProven,
  ProfileChanged,
  UserRegistered,
} from "../../backend/accounts/account/events.ts";
import { PENDING_EMAIL } from "../../backend/accounts/account/events.ts";
import type { ProposalMade } from "../../backend/approvals/events.ts";
import type { GoogleLinked } from "../../backend/accounts/google/events.ts";
import type { AdminConfirmed, AdminRoleChangeConfirmed, AdminRoleChanged } from "../../backend/admin/team/events.ts";
import type { RecoveryCodeUsed, SecondFactorEvent } from "../../backend/admin/second_factor/events.ts";
import type { ChangeByAnother } from "../../backend/contract/admin_standing.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { bigint, moment, oneOf, type RowOf, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { projection } from "../declare.ts";

type CredentialEvent =
  | UserRegistered
  | PasswordChanged
  | PasswordLinkAsked
  | EmailChanged
  | EmailChangeProposed
  | EmailChangePlanned
  | AdminGranted
  | AdminRevoked
  | AdminConfirmed
  | AdminRoleChanged
  | AdminRoleChangeConfirmed
  | ProfileChanged
  | PhoneProven
  | GoogleLinked
  | Exclude<SecondFactorEvent, RecoveryCodeUsed>;

const CREDENTIAL_CHANGES = table("credential_changes", {
  userId: uuid,
  position: bigint,
  credential: oneOf(
    "account",
    "password",
    "email",
    "rights",
    "proposed email",
    "second factor",
    "phone number",
    "name",
    "Google account",
    "password link",
  ),
  byId: uuid.optional,
  at: moment,
}, {
  key: ["userId", "position"],
  erase: ["userId"],
  indexes: { credential_changes_by: "(by_id, at) where by_id <> user_id" },
});

/** What opens an account, or says what it may do; all of it where another person made the account. */
type Credential = RowOf<typeof CREDENTIAL_CHANGES>["credential"];

/** What a new owner of an account would change: it holds what the account can spend. */
const HOLDING: Credential[] = ["password", "email", "second factor", "phone number", "name", "Google account"];

/**
 * Who changed whose password, email, rights or second factor, and when. Inline: payouts wait after such a change, and no
 * admin approves what they prepared themselves.
 */
export const credentialChanges = projection<CredentialEvent | ProposalMade>({
  name: "credential_changes",
  version: 8,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [CREDENTIAL_CHANGES],
  handlers: {
    // People sign up as visitors: that is no change.
    UserRegistered: (tx, event) => personIn(event.metadata.actor) === undefined ? undefined : add(tx, event, "account"),
    PasswordChanged: (tx, event) => add(tx, event, "password"),
    PasswordLinkAsked: (tx, event) => add(tx, event, "password link"),
    EmailChanged: (tx, event) => add(tx, event, "email"),
    EmailChangeProposed: (tx, event) => add(tx, event, "proposed email"),
    EmailChangePlanned: (tx, event) => add(tx, event, "proposed email"),
    ProposalMade: (tx, { data: { kind, subject: userId, adminId: byId }, position, recordedAt: at }) =>
      kind === PENDING_EMAIL
        ? CREDENTIAL_CHANGES.insert(tx, { userId, position, credential: "proposed email", byId, at })
        : undefined,
    AdminGranted: (tx, event) => add(tx, event, "rights"),
    AdminRevoked: (tx, event) => add(tx, event, "rights"),
    AdminConfirmed: (tx, event) => add(tx, event, "rights"),
    AdminRoleChanged: (tx, event) => add(tx, event, "rights"),
    AdminRoleChangeConfirmed: (tx, event) => add(tx, event, "rights"),
    SecondFactorEnrolled: (tx, event) => add(tx, event, "second factor"),
    SecondFactorChanged: (tx, event) => add(tx, event, "second factor"),
    SecondFactorReset: (tx, event) => add(tx, event, "second factor"),
    RecoveryCodesReplaced: (tx, event) => add(tx, event, "second factor"),
    PasskeyAdded: (tx, event) => add(tx, event, "second factor"),
    PasskeyRemoved: (tx, event) => add(tx, event, "second factor"),
    ProfileChanged: (tx, event) => add(tx, event, changedIn(event)),
    PhoneProven: (tx, event) => add(tx, event, changedIn(event)),
    GoogleLinked: (tx, event) => add(tx, event, changedIn(event)),
  },
});

async function add(
  tx: Tx,
  { data: { userId }, position, metadata: { actor }, recordedAt: at }: Recorded<CredentialEvent>,
  credential: Credential | undefined,
): Promise<void> {
  if (credential !== undefined) {
    await CREDENTIAL_CHANGES.insert(tx, { userId, position, credential, byId: personIn(actor), at });
  }
}

/** What of a person's name, phone number and Google account an event changes; undefined for none of them. */
export function changedIn(
  { type, data }: Pick<ProfileChanged | PhoneProven | GoogleLinked, "type" | "data">,
): "phone number" | "name" | "Google account" | undefined {
  if (type === "PhoneProven") return "isNew" in data && data.isNew ? "phone number" : undefined;
  if (type === "GoogleLinked") return "isLater" in data && data.isLater ? "Google account" : undefined;
  return "firstName" in data || "lastName" in data ? "name" : "phone" in data ? "phone number" : undefined;
}

/** The person in an actor such as `user:<id>`; undefined for the service itself. */
export function personIn(actor: string): string | undefined {
  return actor.startsWith("user:") ? actor.slice("user:".length) : undefined;
}

/** What others changed for these people since a moment (epoch ms). */
export async function changesOf(
  sql: Sql | Tx,
  userIds: readonly string[],
  since: number,
): Promise<(ChangeByAnother & { readonly credential: Credential })[]> {
  const rows = await sql<{ userId: string; byId: string; credential: Credential; at: number }[]>`
    select user_id, by_id, credential, at from credential_changes
    where user_id = any(${[...userIds]}::uuid[]) and by_id <> user_id and at >= ${new Date(since)}`;
  return rows.map(({ userId, byId: by, credential, at }) => ({ userId, by, credential, at }));
}

/**
 * Whether one of these people has ever made the account of one of the others, set its password or asked for the link to
 * choose one, set or proposed its email, or reset its second factor.
 */
export async function hasOpened(
  sql: Sql | Tx,
  { by, userIds }: { readonly by: readonly string[]; readonly userIds: readonly string[] },
): Promise<boolean> {
  const rows = await sql`
    select from credential_changes
    where by_id = any(${[...by]}::uuid[]) and user_id = any(${[...userIds]}::uuid[])
      and by_id <> user_id and credential <> 'rights'
    limit 1`;
  return rows.length > 0;
}

/** The people whose accounts these admins have ever made or opened, as `hasOpened` says. */
export async function openedBy(sql: Sql | Tx, by: readonly string[]): Promise<string[]> {
  const rows = await sql<{ userId: string }[]>`
    select distinct user_id from credential_changes
    where by_id = any(${[...by]}::uuid[]) and by_id <> user_id and credential <> 'rights'`;
  return rows.map((row) => row.userId);
}

/** A change that holds what its owner can spend. */
interface HoldingChange {
  readonly userId: string;
  /** In words that fit "Your … has changed". */
  readonly credential: string;
  /** Epoch ms. */
  readonly at: number;
}

/** The last change of each of these people's credentials that holds their tokens, by any person, since a moment (epoch ms). */
export async function credentialChangesOf(
  sql: Sql | Tx,
  userIds: readonly string[],
  since: number,
): Promise<HoldingChange[]> {
  return await sql<{ userId: string; credential: Credential; at: number }[]>`
    select distinct on (user_id) user_id, credential, at from credential_changes
    where user_id = any(${[...userIds]}::uuid[]) and credential = any(${HOLDING}) and at > ${new Date(since)}
    order by user_id, at desc, position desc`;
}
