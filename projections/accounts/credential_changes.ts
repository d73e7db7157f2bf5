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
import { valuesOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, moment, oneOf, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, closingsOf, isClosing } from "../account_closings.ts";

/** What opens an account, or says what it may do; all of it where somebody else made the account. */
type Credential =
  | "account"
  | "password"
  | "password link"
  | "email"
  | "rights"
  | "proposed email"
  | "second factor"
  | "phone number"
  | "name"
  | "Google account";

/** What a new owner of an account would change: it holds what the account can spend. */
const HOLDING: Credential[] = ["password", "email", "second factor", "phone number", "name", "Google account"];

/** A row. */
interface Changed {
  readonly userId: string;
  readonly position: number;
  readonly credential: Credential;
  readonly byId: string | undefined;
  readonly at: number;
}

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
}, { key: ["userId", "position"], indexes: { credential_changes_by: "(by_id, at) where by_id <> user_id" } });

/**
 * Who changed whose password, email, rights or second factor, and when. Inline: payouts wait after such a change, and nobody approves
 * what they prepared themselves.
 */
export const credentialChanges: Projection<CredentialEvent | ProposalMade | ClosingEvent> = {
  name: "credential_changes",
  version: 8,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: [
    ...["UserRegistered", "PasswordChanged", "EmailChanged", "AdminGranted", "AdminRevoked", "AdminConfirmed"] as const,
    ...["AdminRoleChanged", "AdminRoleChangeConfirmed", "EmailChangeProposed", "EmailChangePlanned"] as const,
    "ProposalMade",
    ...["SecondFactorEnrolled", "SecondFactorChanged", "SecondFactorReset", "RecoveryCodesReplaced"] as const,
    ...["PasskeyAdded", "PasskeyRemoved", "ProfileChanged", "PhoneProven", "GoogleLinked"] as const,
    "PasswordLinkAsked",
    ...CLOSING_EVENTS,
  ],
  tables: CREDENTIAL_CHANGES.ddl,

  async apply(tx, events) {
    const rows = events.flatMap((event): Changed[] => {
      if (isClosing(event)) return [];
      const { position, recordedAt: at } = event;
      if (event.type === "ProposalMade") {
        const { kind, subject: userId, adminId: byId } = event.data;
        return kind === PENDING_EMAIL ? [{ userId, position, credential: "proposed email", byId, at }] : [];
      }
      const { type, data: { userId }, metadata } = event;
      const byId = personIn(metadata.actor);
      // People sign up as visitors: that is no change.
      if (type === "UserRegistered" && byId === undefined) return [];
      const credential = credentialIn(event);
      return credential === undefined ? [] : [{ userId, position, credential, byId, at }];
    });
    if (rows.length > 0) {
      const columns = { uuid: ["userId", "byId"], bigint: ["position"], text: ["credential"], ms: ["at"] } as const;
      await tx`insert into credential_changes ${valuesOf(tx, rows, columns)}`;
    }
    const { erased } = closingsOf(events);
    if (erased.length > 0) await tx`delete from credential_changes where user_id = any(${[...erased]}::uuid[])`;
  },
};

/** What of a person's name, phone number and Google account an event changes; undefined for none of them. */
export function changedIn(
  { type, data }: Pick<ProfileChanged | PhoneProven | GoogleLinked, "type" | "data">,
): "phone number" | "name" | "Google account" | undefined {
  if (type === "PhoneProven") return "isNew" in data && data.isNew ? "phone number" : undefined;
  if (type === "GoogleLinked") return "isLater" in data && data.isLater ? "Google account" : undefined;
  return "firstName" in data || "lastName" in data ? "name" : "phone" in data ? "phone number" : undefined;
}

/** What an event changes; undefined where it changes nothing that opens an account. */
function credentialIn(event: Pick<CredentialEvent, "type" | "data">): Credential | undefined {
  const { type } = event;
  if (type === "PhoneProven" || type === "GoogleLinked" || type === "ProfileChanged") {
    return changedIn(event as Parameters<typeof changedIn>[0]);
  }
  return CREDENTIALS[type];
}

const CREDENTIALS: Readonly<
  Record<Exclude<CredentialEvent["type"], "ProfileChanged" | "PhoneProven" | "GoogleLinked">, Credential>
> = {
  UserRegistered: "account",
  PasswordChanged: "password",
  PasswordLinkAsked: "password link",
  EmailChanged: "email",
  EmailChangeProposed: "proposed email",
  EmailChangePlanned: "proposed email",
  AdminGranted: "rights",
  AdminRevoked: "rights",
  AdminConfirmed: "rights",
  AdminRoleChanged: "rights",
  AdminRoleChangeConfirmed: "rights",
  SecondFactorEnrolled: "second factor",
  SecondFactorChanged: "second factor",
  SecondFactorReset: "second factor",
  RecoveryCodesReplaced: "second factor",
  PasskeyAdded: "second factor",
  PasskeyRemoved: "second factor",
};

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

/** The last change of each of these people's credentials that holds their tokens, by whomever, since a moment (epoch ms). */
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
