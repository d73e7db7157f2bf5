import { POLICY_STREAM } from "../backend/admin/events.ts";
import type { Json } from "../backend/store/canonical.ts";
import type { RecordedEvent } from "../backend/store/event.ts";

/** Whom or what an event is about: `user:<id>`, `track:<id>`, `withdrawal:<id>` or `policy`. */
export type Subject = string;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SUBJECT = /^(policy|(user|track|withdrawal):[0-9a-f-]{36})$/;

/** Members of an event's data that name a subject, by their words alone: new events are found without being listed. */
const KINDS = new Map([
  ...["userId", "ownerId", "creatorId", "authorId", "listenerId", "followerId", "giverId", "artistId"]
    .map((name) => [name, "user"] as const),
  ["trackId", "track"] as const,
  ["withdrawalId", "withdrawal"] as const,
]);

/** The subjects that an event names itself. Who acted is its actor and no subject of it. */
export function subjectsOf({ type, stream, data }: Pick<RecordedEvent, "type" | "stream" | "data">): Subject[] {
  const found = new Set<Subject>(stream === POLICY_STREAM ? ["policy"] : []);
  for (const [name, value] of membersOf(data)) {
    const kind = KINDS.get(name);
    if (kind && isId(value) && !isOnlyNamed(type, name)) found.add(`${kind}:${value}`);
    // An export or a look at sealed fields says what was looked into.
    if ((name === "subject" || name === "lookedInto") && typeof value === "string" && SUBJECT.test(value)) {
      found.add(value);
    }
    if (name === "personIds" && Array.isArray(value)) { for (const id of value) if (isId(id)) found.add(`user:${id}`); }
  }
  for (const subject of type === "TransferPosted" ? movedBy(data) : []) found.add(subject);
  for (const subject of commentedIn(data)) found.add(subject);
  return [...found];
}

/** A reward is the plays' own matter: there are millions, and their own projections explain each. */
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

/** Being followed happens to artists by the thousand and is no step of their account. */
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
