import { POLICY_STREAM } from "../../backend/admin/policy/events.ts";
import type { AuditView } from "../../backend/contract/audit.ts";
import type { Place } from "../../backend/store/chain/chained_events.ts";
import type { Json } from "../../backend/store/log/canonical.ts";
import type { RecordedEvent } from "../../backend/store/log/event.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import { EVERY_TYPE, type Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, moment, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { readAdmins } from "./admins.ts";

/** Whom or what an event is about: `user:<id>`, `track:<id>`, `withdrawal:<id>` or `policy`. */
type Subject = string;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const SUBJECT = /^(policy|(user|track|withdrawal):[0-9a-f-]{36})$/;

/** The names of members that hold a subject's id. They go by the name alone, so new events need no entry here. */
const KINDS = new Map([
  ...["userId", "ownerId", "creatorId", "authorId", "listenerId", "followerId", "giverId", "artistId"]
    .map((name) => [name, "user"] as const),
  ["trackId", "track"] as const,
  ["withdrawalId", "withdrawal"] as const,
]);

/** The names of members that list people. */
const LISTS = new Set(["personIds", "members"]);

/** The subjects that an event names itself. The person who acted is its actor, not a subject. */
export function subjectsOf({ type, stream, data }: Pick<RecordedEvent, "type" | "stream" | "data">): Subject[] {
  const found = new Set<Subject>(stream === POLICY_STREAM ? ["policy"] : []);
  for (const [name, value] of membersOf(data)) {
    const kind = KINDS.get(name);
    if (kind && isId(value) && !isOnlyNamed(type, name)) found.add(`${kind}:${value}`);
    // An export or a look at sealed fields names what the admin looked into.
    if ((name === "subject" || name === "lookedInto") && typeof value === "string" && SUBJECT.test(value)) {
      found.add(value);
    }
    if (LISTS.has(name) && Array.isArray(value)) { for (const id of value) if (isId(id)) found.add(`user:${id}`); }
  }
  for (const subject of type === "TransferPosted" ? movedBy(data) : []) found.add(subject);
  for (const subject of commentedIn(data)) found.add(subject);
  return [...found];
}

/** There are millions of rewards, and other projections explain each of them. */
export function isReward({ type, data }: Pick<RecordedEvent, "type" | "data">): boolean {
  return type === "TransferPosted" && memberOf(data, "code") === "reward";
}

/** The withdrawal that a transfer belongs to, by its hold or by its detail; and the users whose accounts it moves. */
function movedBy(data: Json): Subject[] {
  const code = String(memberOf(data, "code"));
  const detail = memberOf(data, "detail") ?? null;
  const withdrawalId = memberOf(detail, "withdrawalId") ?? memberOf(detail, "holdId");
  const entries = memberOf(data, "entries");
  const users = (Array.isArray(entries) ? entries : []).flatMap((entry: Json) => {
    const [kind, id] = String(memberOf(entry, "account")).split(":");
    return kind === "user" && isId(id) ? [`user:${id}`] : [];
  });
  return [...code.startsWith("withdrawal") && isId(withdrawalId) ? [`withdrawal:${withdrawalId}`] : [], ...users];
}

function commentedIn(data: Json): Subject[] {
  const id = memberOf(data, "entityId");
  return memberOf(data, "entityType") === "track" && isId(id) ? [`track:${id}`] : [];
}

/** Artists get followers by the thousand, and none of them changes the artist's account. */
function isOnlyNamed(type: string, name: string): boolean {
  return name === "creatorId" && (type === "UserFollowed" || type === "UserUnfollowed");
}

function isId(value: unknown): value is string {
  return typeof value === "string" && UUID.test(value);
}

function memberOf(value: Json, name: string): Json | undefined {
  return membersOf(value).find(([key]) => key === name)?.[1];
}

function membersOf(value: Json): [string, Json | undefined][] {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? Object.entries(value) : [];
}

const AUDIT_EVENTS = table("audit_events", {
  log: text,
  position: bigint,
  type: text,
  actor: text,
  recordedAt: moment,
}, {
  key: ["log", "position"],
  indexes: {
    audit_events_by_time: "(recorded_at, log, position)",
    audit_events_by_actor: "(actor, recorded_at, log, position)",
    audit_events_by_type: "(type, recorded_at, log, position)",
    audit_events_by_both: "(type, actor, recorded_at, log, position)",
  },
});

const AUDIT_SUBJECTS = table("audit_subjects", {
  subject: text,
  recordedAt: moment,
  log: text,
  position: bigint,
  type: text,
  actor: text,
}, { key: ["subject", "recordedAt", "log", "position"] });

const AUDIT_WITHDRAWALS = table("audit_withdrawals", { withdrawalId: uuid, userId: uuid }, { key: ["withdrawalId"] });

/**
 * The positions of the events of a withdrawal, a user, a track or the policy, and who did what when, so that an audit
 * reads a few rows and never a log. It takes every type of event, so that we cannot forget one; only plays and their
 * rewards have projections of their own.
 */
export const auditSubjects: Projection = {
  name: "audit_subjects",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["ledger", "social"],
  on: [EVERY_TYPE],
  tables: ddlOf(AUDIT_EVENTS, AUDIT_SUBJECTS, AUDIT_WITHDRAWALS),

  async apply(tx, all) {
    const events = all.filter((event) => !isReward(event));
    if (events.length === 0) return;
    await noteOwners(tx, events);
    const owners = await ownersOf(tx, events);
    const rows = events.map((event) => ({ ...event, actor: event.metadata.actor }));
    await AUDIT_EVENTS.insert(tx, rows);
    const about = rows.flatMap((row) => withOwners(row, owners).map((subject) => ({ ...row, subject })));
    await AUDIT_SUBJECTS.insert(tx, about);
  },
};

/**
 * Only its first event names the owner of a withdrawal; all its steps belong to the owner's history. What another log says
 * of it may have been read before.
 */
async function noteOwners(tx: Tx, events: readonly RecordedEvent[]): Promise<void> {
  const requests = events.filter((event) => event.type === "WithdrawalRequested").map((event) => subjectsOf(event));
  if (requests.length === 0) return;
  const idIn = (subjects: readonly Subject[], kind: string) =>
    subjects.find((subject) => subject.startsWith(kind))?.slice(kind.length) ?? "";
  const rows = requests.map((subjects) => ({
    withdrawalId: idIn(subjects, "withdrawal:"),
    userId: idIn(subjects, "user:"),
  }));
  await AUDIT_WITHDRAWALS.add(tx, rows);
  const owners = rows.map(({ withdrawalId, userId }) => ({
    about: `withdrawal:${withdrawalId}`,
    owner: `user:${userId}`,
  }));
  await tx`
    insert into audit_subjects
    select owner, recorded_at, log, position, type, actor
    from ${rowsOf(tx, owners, { text: ["about", "owner"] })} as requested join audit_subjects on subject = about
    on conflict do nothing`;
}

async function ownersOf(tx: Tx, events: readonly RecordedEvent[]): Promise<Map<Subject, Subject>> {
  const ids = events.flatMap(subjectsOf).filter((subject) => subject.startsWith("withdrawal:"))
    .map((subject) => subject.slice("withdrawal:".length));
  const owners = await ownersOfWithdrawals(tx, ids);
  return new Map([...owners].map(([id, userId]) => [`withdrawal:${id}`, `user:${userId}`]));
}

function withOwners(event: RecordedEvent, owners: ReadonlyMap<Subject, Subject>): Subject[] {
  const named = subjectsOf(event);
  return [...new Set([...named, ...named.flatMap((subject) => owners.get(subject) ?? [])])];
}

/** An audit's conditions, all of which must hold. Times in epoch ms, without `to` itself. */
export interface AuditFilter {
  /** Left out, `all`. */
  readonly view?: AuditView | undefined;
  readonly subject?: Subject | undefined;
  readonly actor?: string | undefined;
  readonly type?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A place in the order of an audit, newest first. */
export interface AuditPlace extends Place {
  readonly recordedAt: number;
}

/** The positions of the events that fit, newest first, older than `before` when given. */
export async function findAudit(
  sql: Sql | Tx,
  filter: AuditFilter,
  { before, limit }: { before?: AuditPlace | undefined; limit: number },
): Promise<AuditPlace[]> {
  return await pageOf(sql, filter, {
    bounds: before === undefined ? sql`` : sql`and (recorded_at, log, position) < ${placeRow(sql, before)}`,
    order: sql`order by recorded_at desc, log desc, position desc limit ${limit}`,
  });
}

/** The same, oldest first, after `after` and up to `upTo` inclusive: to read all, a page at a time. */
export async function listAudit(
  sql: Sql | Tx,
  filter: AuditFilter,
  { after, upTo, limit }: { after: AuditPlace | undefined; upTo: AuditPlace; limit: number },
): Promise<AuditPlace[]> {
  return await pageOf(sql, filter, {
    bounds: sql`and (recorded_at, log, position) <= ${placeRow(sql, upTo)}
      ${after === undefined ? sql`` : sql`and (recorded_at, log, position) > ${placeRow(sql, after)}`}`,
    order: sql`order by recorded_at, log, position limit ${limit}`,
  });
}

function placeRow(sql: Sql | Tx, { recordedAt, log, position }: AuditPlace) {
  return sql`(${new Date(recordedAt)}, ${log}, ${position})`;
}

type Fragment = ReturnType<Sql>;

/** The events that fit within bounds, in an order that ends with a limit. */
async function pageOf(
  sql: Sql | Tx,
  filter: AuditFilter,
  { bounds, order }: { bounds: Fragment; order: Fragment },
): Promise<AuditPlace[]> {
  const own = sql`
    select log, position, recorded_at from ${tableOf(sql, filter)} ${conditions(sql, filter)} ${bounds} ${order}`;
  if (filter.view !== "decisions") return await sql<AuditPlace[]>`${own}`;
  // A few admins among many people: the newest of each are found in the index, and never all events searched.
  const actors = (await readAdmins(sql)).map(({ userId }) => `user:${userId}`);
  return await sql<AuditPlace[]>`
    select log, position, recorded_at from unnest(${actors}::text[]) as admin cross join lateral (${own}) as own ${order}`;
}

function tableOf(sql: Sql | Tx, { subject }: AuditFilter): Fragment {
  return subject === undefined ? sql`audit_events where true` : sql`audit_subjects where subject = ${subject}`;
}

function conditions(sql: Sql | Tx, { view, actor, type, from, to }: AuditFilter): Fragment {
  return sql`
    ${view === "decisions" ? sql`and actor = admin and type <> all(${LOOKS})` : sql``}
    ${view === "people" ? sql`and actor not like 'system:%'` : sql``}
    ${actor === undefined ? sql`` : sql`and actor = ${actor}`}
    ${type === undefined ? sql`` : sql`and type = ${type}`}
    ${from === undefined ? sql`` : sql`and recorded_at >= ${new Date(from)}`}
    ${to === undefined ? sql`` : sql`and recorded_at < ${new Date(to)}`}`;
}

/** What an admin does that decides nothing: looking, coming in, and what a decision moves by itself. */
const LOOKS = [
  ...["AdminLoggedIn", "AdminLoginFailed", "PasswordRehashed", "CaseFileShown", "TransferPosted"],
  ...["PersonalDataListed", "PersonalDataNoted", "PersonalDataOpened"],
];

/** The types of events there are, each found by one step into the index. */
export async function auditTypes(sql: Sql | Tx): Promise<string[]> {
  const rows = await sql<{ type: string }[]>`
    with recursive found as (
      (select type from audit_events order by type limit 1)
      union all
      select (select type from audit_events where audit_events.type > found.type order by type limit 1)
      from found where found.type is not null
    )
    select type from found where type is not null`;
  return rows.map((row) => row.type);
}

/** The owners of withdrawals. */
export async function ownersOfWithdrawals(sql: Sql | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await AUDIT_WITHDRAWALS.byIds(sql, [...new Set(ids)]);
  return new Map([...found].map(([withdrawalId, { userId }]) => [withdrawalId, userId]));
}
