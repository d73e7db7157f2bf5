import type { Context, MiddlewareHandler } from "hono";
import { routePath } from "hono/route";
import { factsOf } from "../contract/calls/call.ts";
import { mayCall, rolesFor } from "../contract/calls/roles.ts";
import { ACTING_HEADER, roleMay, type TeamRight } from "../contract/memberships.ts";
import { Id } from "../contract/requests/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { adminCookieOf } from "./admin_cookie.ts";
import { withFacts } from "./route_facts.ts";
import { type Session } from "./sessions.ts";

export type { Session } from "./sessions.ts";

export type WithSession = { Variables: { session: Session } };
/** How long an auditor looks at personal details with one note. */
const NOTE_MS = 15 * 60_000;

export type MaybeWithSession = { Variables: { session: Session | undefined } };
/** A play report needs to know only its listener: the session may have ended since. */
export type WithReporter = { Variables: { reporter: { readonly userId: string } } };

/** Lets only logged-in people through: 401 otherwise, with `text` for visitors. Sets `c.var.session`. */
export function requireUser(deps: Deps, text?: string): MiddlewareHandler<WithSession> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    const token = bearerOf(c);
    if (token === undefined && text !== undefined) throw new Refusal("unauthenticated", text);
    c.set("session", await sessionOrRefusal(deps, token));
    await next();
  }, { caller: "user" });
}

/** Like `requireUser`, also for those who have no password of their own yet: for choosing it. */
export function requireUserOrGiven(deps: Deps): MiddlewareHandler<WithSession> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    c.set("session", await sessionOrRefusal(deps, bearerOf(c), { mayBeGiven: true }));
    await next();
  }, { caller: "user" });
}

/** Like `optionalUser`; without a token the cookie of the back office counts. */
export function optionalUserOrAdmin(deps: Deps): MiddlewareHandler<MaybeWithSession> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    const token = bearerOf(c) ?? adminCookieOf(deps, c);
    c.set("session", token === undefined ? undefined : await sessionOfToken(deps, token));
    await next();
  }, { caller: "anyone" });
}

/** Lets everyone through and sets `c.var.session` for logged-in people; a bad token counts as none. */
export function optionalUser(deps: Deps): MiddlewareHandler<MaybeWithSession> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    const token = bearerOf(c);
    const session = token === undefined ? undefined : await sessionOfToken(deps, token);
    c.set("session", session?.audience === "given" ? undefined : session);
    await next();
  }, { caller: "anyone" });
}

/**
 * Lets only creators through, for themselves: 401 without a session, with `text` for visitors, 403 for listeners and for
 * members who act for an artist. Sets `c.var.session`. What a team may do names its right: `actingCreator`.
 */
export function requireCreator(deps: Deps, text?: string): MiddlewareHandler<WithSession> {
  return actingCreator(deps, "owner", text);
}

/**
 * Lets creators through for themselves, and members of an artist's team for that artist, whose header `Orin-Acting-For`
 * names, where their role has the right at this moment. Sets `c.var.session`: of a member it is the artist's, with who
 * really calls in `acting`. Refuses as `requireCreator`, with `not_in_team` and with `team_forbidden`.
 */
export function actingCreator(deps: Deps, right: TeamRight, text?: string): MiddlewareHandler<WithSession> {
  return withFacts(async (c, next) => {
    const token = bearerOf(c);
    if (token === undefined && text !== undefined) throw new Refusal("unauthenticated", text);
    const session = await sessionOrRefusal(deps, token);
    const artist = actingFor(c) === undefined ? session : await artistFor(deps, c, { session, right });
    if (artist.role !== "creator") throw new Refusal("creators_only", "Only creators can do this");
    c.set("session", artist);
    await next();
  }, { caller: "creator", right });
}

/** Like `actingCreator`, for calls that the back office's screens and listeners make, too. */
export function actingCreatorOrAdmin(deps: Deps, right: TeamRight): MiddlewareHandler<WithSession> {
  return withFacts(async (c, next) => {
    const session = await sessionOrRefusal(deps, bearerOf(c) ?? adminCookieOf(deps, c));
    c.set("session", actingFor(c) === undefined ? session : await artistFor(deps, c, { session, right }));
    await next();
  }, { caller: "user or admin", right });
}

/** Which artist a request acts for; undefined for one that its sender makes for themselves. */
function actingFor(c: Context): string | undefined {
  return c.req.header(ACTING_HEADER);
}

/** Asked anew at each request, so that a membership that ends, ends in open sessions, too. */
async function artistFor(
  deps: Deps,
  c: Context,
  { session, right }: { readonly session: Session; readonly right: TeamRight },
): Promise<Session> {
  const creatorId = Id.safeParse(actingFor(c)).data;
  const { userId: memberId, audience } = session;
  const role = creatorId === undefined || audience !== "user"
    ? undefined
    : await deps.teamRoleOf({ memberId, creatorId });
  if (creatorId === undefined || role === undefined) {
    throw new Refusal("not_in_team", "You do not work for this artist any more");
  }
  if (!roleMay(role, right)) {
    throw new Refusal(
      "team_forbidden",
      right === "owner"
        ? "Only the artist can do this, with their own account"
        : `Your role in this team does not allow this: it is for ${right === "manage" ? "managers" : "editors"}`,
    );
  }
  return { ...session, userId: creatorId, role: "creator", isAdmin: false, acting: { memberId, role } };
}

/** What no team may do: a call that knows nothing of teams never takes a member's own account for the artist's. */
function assertForOneself(c: Context): void {
  if (actingFor(c) === undefined) return;
  throw new Refusal("team_forbidden", "Only the artist can do this, with their own account");
}

/**
 * Lets only admins with a session of the back office through, by token or cookie, whose role may make this call: 401
 * without one, with `text`, 403 for any other session.
 */
export function requireAdmin(
  deps: Deps,
  text = "Admin token not found. Please login again.",
): MiddlewareHandler<WithSession> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    const token = bearerOf(c) ?? adminCookieOf(deps, c);
    if (token === undefined) throw new Refusal("unauthenticated", text);
    const session = await sessionOrRefusal(deps, token);
    if (session.audience === "enrolment") {
      throw new Refusal(
        "enrolment_needed",
        "The back office opens when you have chosen your own password and an admin of another side has confirmed you",
      );
    }
    assertAdmin(deps, c, session);
    c.set("session", session);
    await next();
  }, { caller: "admin" });
}

/** Like `requireAdmin`, for what an admin sets up before the back office opens, too. */
export function requireAdminOrEnrolment(deps: Deps): MiddlewareHandler<WithSession> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    const session = await sessionOrRefusal(deps, bearerOf(c) ?? adminCookieOf(deps, c));
    if (session.audience !== "enrolment") assertAdmin(deps, c, session);
    c.set("session", session);
    await next();
  }, { caller: "enrolment" });
}

function assertAdmin(deps: Deps, c: Context, session: Session): void {
  if (session.audience !== "admin" || !session.isAdmin) throw new Refusal("admins_only", "Only admins can do this");
  assertRole(deps, session, `${c.req.method} ${routePath(c)}`);
}

/**
 * Refuses with `role_forbidden` a call that the admin's role may not make, and with `note_needed` one for which the
 * auditor has written no note within the last quarter of an hour. A call is written as it is declared.
 */
export function assertRole(deps: Pick<Deps, "now">, { adminRole, noteAt }: Session, call: string): void {
  if (adminRole === undefined || !mayCall(adminRole, call)) {
    throw new Refusal("role_forbidden", `Your role does not allow this: ask an admin with the role ${rolesFor(call)}`);
  }
  if (adminRole === "auditor" && factsOf(call)?.isPersonal && deps.now() - noteAt > NOTE_MS) {
    throw new Refusal("note_needed", "Please note why you open personal details");
  }
}

/** Lets invited admins through who may not work yet. Sets `c.var.session`. */
export function requireEnrolment(deps: Deps): MiddlewareHandler<WithSession> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    const session = await sessionOrRefusal(deps, bearerOf(c) ?? adminCookieOf(deps, c));
    if (session.audience === "admin") throw new Refusal("already_decided", "You have chosen your password already");
    if (session.audience !== "enrolment") throw new Refusal("admins_only", "Only invited admins do this");
    c.set("session", session);
    await next();
  }, { caller: "enrolment" });
}

/**
 * Lets play reports through: with a session's token or a report token, in the header or, for the documented beacon, as
 * `?token=`. Sets `c.var.reporter`.
 */
export function requireReporter(deps: Deps): MiddlewareHandler<WithReporter> {
  return withFacts(async (c, next) => {
    assertForOneself(c);
    const token = bearerOf(c) ?? c.req.query("token");
    if (token === undefined || token === "") throw tokenMissing();
    const reporter = await deps.tokens.verifyReport(token) ?? await sessionOrRefusal(deps, token);
    c.set("reporter", { userId: reporter.userId });
    await next();
  }, { caller: "reporter" });
}

async function sessionOrRefusal(
  deps: Deps,
  token: string | undefined,
  { mayBeGiven = false }: { readonly mayBeGiven?: boolean } = {},
): Promise<Session> {
  if (token === undefined) throw tokenMissing();
  const session = await sessionOfToken(deps, token);
  if (!session) throw sessionEnded();
  if (session.audience === "given" && !mayBeGiven) {
    throw new Refusal("own_password_needed", "Please choose your own password first");
  }
  return session;
}

async function sessionOfToken(deps: Deps, token: string): Promise<Session | undefined> {
  const claims = await deps.tokens.verifySession(token);
  return claims && await deps.sessions.find(claims);
}

function bearerOf(c: Context): string | undefined {
  return /^Bearer +(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

function tokenMissing(): Refusal {
  return new Refusal("unauthenticated", "Authentication token not found");
}

function sessionEnded(): Refusal {
  return new Refusal("session_ended", "Authentication required. Please login again.");
}
