import type { AdminRole } from "../contract/admin_roles.ts";
import { ADMIN_IDLE_MS } from "../contract/admin.ts";
import { newId } from "../contract/ids.ts";
import type { TeamRole } from "../contract/memberships.ts";
import { deleteInBatches } from "../store/delete_in_batches.ts";
import type { Sql } from "../store/sql.ts";
import { forgetDevices } from "./known_devices.ts";
import type { Audience, SessionClaims } from "./tokens.ts";

/** The caller. Role and admin right date from the log-in: a change of either ends the person's sessions. */
export interface Session extends SessionClaims {
  readonly role: "listener" | "creator";
  readonly isAdmin: boolean;
  /** When the person last gave the password, epoch ms; approvals want it within the last 15 minutes. */
  readonly passwordAt: number;
  /** What the person may do in the back office; undefined outside of it. */
  readonly adminRole: AdminRole | undefined;
  /** When an auditor last noted why they look at personal details, epoch ms; 0 for never. */
  readonly noteAt: number;
  /** When it ends at the latest as it is used now, epoch ms. */
  readonly endsAt: number;
  /** Who really calls, and as what, where a member of a team acts for the artist that `userId` then names. */
  readonly acting?: { readonly memberId: string; readonly role: TeamRole };
}

export interface StartSession {
  /** Where something named the session before it was there. */
  readonly sessionId?: string;
  readonly userId: string;
  readonly role: Session["role"];
  readonly isAdmin: boolean;
  readonly audience: Audience;
  readonly remember: boolean;
  readonly userAgent: string;
  /** The caller's network address; left out of people's own sessions. */
  readonly address?: string;
  /** The Nigerian state of the network, where that is known. */
  readonly place?: string | undefined;
  /** In a cookie of the back office: it ends when it is not used for a while. */
  readonly isCookie?: boolean;
}

/** A session in its owner's list. Times in epoch ms. */
interface ListedSession {
  readonly sessionId: string;
  readonly audience: Audience;
  readonly userAgent: string;
  /** Of a session of the back office. */
  readonly address: string | undefined;
  readonly place: string | undefined;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

export const REMEMBERED_MS = 90 * 24 * 3_600_000;
export const NOT_REMEMBERED_MS = 24 * 3_600_000;
/** Use does not extend a session of the back office. */
const ADMIN_MS = 8 * 3_600_000;
/** How long a session may still count as valid here after another process ended it. */
export const CACHED_MS = 5_000;
const SEEN_EVERY_MS = 5 * 60_000;
/** What ends by idling is noted more often. */
const COOKIE_SEEN_EVERY_MS = 60_000;
const MOST_CACHED = 20_000;
/** Longer than any clock of another process is slow. */
const ENDED_FOR_MS = 24 * 3_600_000;

interface Row {
  sessionId: string;
  userId: string;
  audience: "user" | "admin";
  isEnrolment: boolean;
  isCookie: boolean;
  role: Session["role"];
  isAdmin: boolean;
  remember: boolean;
  userAgent: string;
  address: string | undefined;
  loginState: string | undefined;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  passwordAt: number;
  noteAt: number | undefined;
}

/** The log-ins. A row is the session; ending it ends its token immediately in this process, in others within 5 s. */
export class Sessions {
  readonly #cache = new Map<string, { session: Session; expiresAt: number; until: number }>();

  /** `roleOf`: what an admin may do now. */
  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly roleOf: (userId: string) => Promise<AdminRole | undefined>,
  ) {}

  /** Starts a session: 90 days from its last use when remembered, else 24 hours; 8 hours for the back office, if its cookie is used. */
  async start(start: StartSession): Promise<{ session: SessionClaims; expiresAt: number }> {
    const now = this.now();
    const { sessionId = newId(now) } = start;
    const lifeMs = start.audience !== "user" ? ADMIN_MS : start.remember ? REMEMBERED_MS : NOT_REMEMBERED_MS;
    const expiresAt = now + lifeMs;
    const { userId, role, isAdmin, audience, remember, userAgent, isCookie = false, address = null, place = null } =
      start;
    const firstEnd = isCookie ? now + ADMIN_IDLE_MS : expiresAt;
    await this.sql`
      insert into sessions (session_id, user_id, audience, role, is_admin, remember, user_agent, created_at,
        last_seen_at, expires_at, password_at, is_enrolment, is_cookie, address, login_state)
      values (${sessionId}, ${userId}, ${
      audience === "user" || audience === "given" ? "user" : "admin"
    }, ${role}, ${isAdmin}, ${remember}, ${userAgent.slice(0, 300)},
        ${new Date(now)}, ${new Date(now)}, ${new Date(firstEnd)}, ${new Date(now)},
        ${audience === "enrolment" || audience === "given"}, ${isCookie}, ${address}, ${place})`;
    return { session: { userId, sessionId, audience }, expiresAt };
  }

  /** The session that a token names, or undefined when it has ended. */
  async find({ sessionId, userId, audience }: SessionClaims): Promise<Session | undefined> {
    const now = this.now();
    const cached = this.#cache.get(sessionId);
    const found = cached && cached.until > now ? cached : await this.#read(sessionId, now);
    if (!found || found.expiresAt <= now) return undefined;
    return found.session.userId === userId && found.session.audience === audience ? found.session : undefined;
  }

  /** The person's valid sessions, last used first. */
  async list(userId: string): Promise<ListedSession[]> {
    const rows = await this.sql<Row[]>`
      select * from sessions where user_id = ${userId} and expires_at > ${new Date(this.now())}
      order by last_seen_at desc, session_id`;
    return rows.map((row) => ({
      sessionId: row.sessionId,
      audience: audienceOf(row),
      userAgent: row.userAgent,
      address: row.address,
      place: row.loginState,
      createdAt: row.createdAt,
      lastSeenAt: row.lastSeenAt,
      expiresAt: row.expiresAt,
    }));
  }

  /** From which state people logged in last, where that is known, for as long as they stay logged in. */
  async placesOf(userIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.sql<{ userId: string; loginState: string }[]>`
      select distinct on (user_id) user_id, login_state from sessions
      where user_id = any(${[...userIds]}::uuid[]) and login_state is not null order by user_id, created_at desc`;
    return new Map(rows.map((row) => [row.userId, row.loginState]));
  }

  /** Notes that the person gave the password again: approvals want a fresh one. */
  async confirmPassword(sessionId: string): Promise<void> {
    await this.sql`update sessions set password_at = ${new Date(this.now())} where session_id = ${sessionId}`;
    this.#cache.delete(sessionId);
  }

  /** Notes that an auditor has written why they look at personal details. */
  async confirmNote(sessionId: string): Promise<void> {
    await this.sql`update sessions set note_at = ${new Date(this.now())} where session_id = ${sessionId}`;
    this.#cache.delete(sessionId);
  }

  /** Ends one session of the person; answers whether there was one. */
  async end(userId: string, sessionId: string): Promise<boolean> {
    const rows = await this.sql`
      delete from sessions where user_id = ${userId} and session_id = ${sessionId} returning 1`;
    this.#cache.delete(sessionId);
    return rows.length > 0;
  }

  /** Ends the person's sessions and forgets their devices, all or all but one session; with `startedBefore` (epoch ms) only the older ones. */
  async endAll(userId: string, { except, startedBefore }: { except?: string; startedBefore?: number } = {}) {
    const before = new Date(startedBefore ?? this.now() + REMEMBERED_MS);
    await this.sql`
      delete from sessions
      where user_id = ${userId} and session_id is distinct from ${except ?? null} and created_at <= ${before}`;
    await forgetDevices(this.sql, userId);
    for (const [sessionId, { session }] of this.#cache) if (session.userId === userId) this.#cache.delete(sessionId);
  }

  async #read(sessionId: string, now: number) {
    this.#cache.delete(sessionId);
    const [row] = await this.sql<Row[]>`select * from sessions where session_id = ${sessionId}`;
    if (!row || row.expiresAt <= now) return undefined;
    const expiresAt = await this.#see(row, now);
    const audience = audienceOf(row);
    const session: Session = {
      userId: row.userId,
      sessionId,
      audience,
      role: row.role,
      isAdmin: row.isAdmin,
      passwordAt: row.passwordAt,
      adminRole: audience === "admin" ? await this.roleOf(row.userId) : undefined,
      noteAt: row.noteAt ?? 0,
      endsAt: row.isCookie ? row.createdAt + ADMIN_MS : expiresAt,
    };
    const found = { session, expiresAt, until: now + CACHED_MS };
    if (this.#cache.size >= MOST_CACHED) this.#cache.clear();
    this.#cache.set(sessionId, found);
    return found;
  }

  /** Slides a session that use prolongs and notes its use, at most every few minutes. Answers when it expires. */
  async #see(row: Row, now: number): Promise<number> {
    const everyMs = row.isCookie ? COOKIE_SEEN_EVERY_MS : SEEN_EVERY_MS;
    if (now - row.lastSeenAt < everyMs) return row.expiresAt;
    const expiresAt = expiryOf(row, now);
    await this.sql`
      update sessions set last_seen_at = ${new Date(now)}, expires_at = ${new Date(expiresAt)}
      where session_id = ${row.sessionId}`;
    return expiresAt;
  }
}

/** Deletes the sessions that ended a day ago or earlier (`now` in epoch ms): none of them opens anything again. */
export async function forgetEndedSessions(sql: Sql, now: number): Promise<void> {
  await deleteInBatches((limit) =>
    sql`
      delete from sessions where session_id in (
        select session_id from sessions where expires_at < ${new Date(now - ENDED_FOR_MS)}
        limit ${limit} for update skip locked)`
  );
}

/** When a session ends that is used now. */
function expiryOf({ remember, audience, isCookie, createdAt, expiresAt }: Row, now: number): number {
  if (isCookie) return Math.min(now + ADMIN_IDLE_MS, createdAt + ADMIN_MS);
  return remember && audience === "user" ? now + REMEMBERED_MS : expiresAt;
}

function audienceOf({ audience, isEnrolment }: Row): Audience {
  return !isEnrolment ? audience : audience === "user" ? "given" : "enrolment";
}
