import * as calls from "../../contract/calls/admin_people.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import * as z from "zod/mini";
import { countEntries } from "../../../projections/accounts/user_directory.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { accountVersion, createUser, editUser } from "../../accounts/account/edit_user.ts";
import { namesIn } from "../../accounts/account/make_admin.ts";
import { waitingEmail } from "../../accounts/account/email_kind.ts";
import { cancelPlannedEmail, plannedEmailOf } from "../../accounts/account/planned_email.ts";
import { openPersonOf, openSuspension } from "../../accounts/account/reads.ts";
import { isMusicHidden } from "../../catalogue/artist/reads.ts";
import { setMusic } from "../../catalogue/artist/suspended_music.ts";
import { suspend } from "../../accounts/account/suspend.ts";
import { reopenAccount } from "../../accounts/closing/close.ts";
import { deleteByAdmin } from "../../accounts/closing/kind.ts";
import type { MessageAnswer } from "../../contract/accounts.ts";
import type { AdminUser } from "../../contract/admin_users.ts";
import { EditUserRequest, type UserFilters } from "../../contract/requests/admin_users.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { lagosDay, lagosSpan } from "../../contract/policy.ts";
import { type Cell, CSV_MARK, csvFile, csvLinesOf } from "../../http/csv.ts";
import { freshPassword, needFreshPassword } from "../../http/fresh_password.ts";
import { commandIdOf, metadataOf, requestIdOf } from "../../http/request_id.ts";
import { liftSuspension } from "../../moderation/suspension/kind.ts";
import { assertRole, type WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { logAccess, logListAccess, writeNote } from "../../audit/log_access.ts";
import { invitedAdmins } from "../team/reads.ts";
import { adminUser, listUsers } from "./reads.ts";

const EXPORTED_AT_ONCE = 500;
const COLUMNS = ["id", "createdAt", "firstName", "lastName", "email", "phone", "role", "admin", "status"];

/** The form for users makes an admin as well: for those who may invite one. */
const NEW_ADMIN = "POST /api/auth/create-admin";

/** A list that was asked for right after a change shows it: the closed and their music have left it. */
const SHOWN = ["user_directory", "creators", "tracks", "albums", "search"];

/** People, as admins list, make, change, suspend and delete them (spec 3, section 7). */
export function userRoutes(deps: Deps) {
  const { sql } = deps.store;

  return new Routes(deps)
    .serve(calls.searchUsers, async (c) => {
      const { limit, cursor, ...filters } = c.req.valid("query");
      const { q, ...filter } = filters;
      const users = await listUsers(sql, { ...pageOf(filters), limit, after: cursor });
      await logListAccess(deps, c.var.session, {
        ...{ list: "users", filter: { ...filter, cursor }, search: q, requestId: requestIdOf(c) },
        personIds: users.map(({ _id }) => _id),
      });
      return c.json(users, 200);
    })
    .serve(calls.countUsers, async (c) => {
      return c.json({ total: await countEntries(sql, pageOf(c.req.valid("query"))) }, 200);
    })
    .serve(calls.exportUsers, async (c) => {
      const { session } = c.var;
      needFreshPassword(deps.now(), session, "Please enter your password again to export users");
      const { note, ...filters } = c.req.valid("json");
      const { userId: adminId, sessionId } = session;
      await writeNote(deps, { adminId, sessionId, note, requestId: requestIdOf(c) });
      const day = lagosDay(deps.now());
      return csvFile(c, `orin-users-${day}.csv`, tableOf(deps, c, filters));
    })
    .serve(calls.getUser, async (c) => {
      const { userId: adminId } = c.var.session;
      const personId = userIdOf(c);
      const user = await userAnswer(deps, personId);
      await logAccess(deps.store, { adminId, personId, lookedInto: "back office", requestId: requestIdOf(c) });
      return c.json(user, 200);
    })
    .serve(calls.createUser, async (c) => {
      const { confirmPassword, ...user } = c.req.valid("json");
      if (user.isAdmin) assertRole(deps, c.var.session, NEW_ADMIN);
      needPasswordForAccounts(deps, c);
      assertSame(user.password, confirmPassword);
      const origin = { metadata: metadataOf(c, c.var.session.userId), commandId: commandIdOf(c) };
      const { userId, positions } = await createUser(deps, user, origin);
      await deps.store.catchUp(SHOWN, { positions });
      return c.json({
        message: "User created successfully",
        userId,
        user: await userAnswer(deps, userId),
      }, 201);
    })
    .include(editRoutes(deps))
    .include(plannedEmailRoutes(deps))
    .include(standingRoutes(deps))
    .include(newAdminRoutes(deps));
}

function editRoutes(deps: Deps) {
  const edit = async (c: Context<WithSession>, body: z.infer<typeof EditUserRequest>) => {
    const { userId, adminId, metadata } = decidingAbout(deps, c);
    const { password, confirmPassword, ...rest } = body;
    if (body.isAdmin === true && !(await findUser(deps.store.sql, userId))?.isAdmin) {
      assertRole(deps, c.var.session, NEW_ADMIN);
    }
    if (password) assertSame(password, confirmPassword);
    // What an admin types here is no password of anybody: the person chooses their own.
    const passwordLink = rest.passwordLink || !!password;
    const positions = await editUser(deps, { userId, adminId, edit: { ...rest, passwordLink }, metadata });
    // A person who lost a role or a right is logged out before the admin has the answer.
    await deps.store.catchUp([...SHOWN, "accounts_lost_access"], { positions });
    return c.json({
      message: passwordLink ? "User updated successfully. We mail them a link to choose a password." : UPDATED,
      ...(passwordLink && { passwordLinkSent: true }),
      user: await userAnswer(deps, userId),
    }, 200);
  };

  return new Routes(deps)
    // Both readings of the documents.
    .serve(calls.putUserShort, (c) => edit(c, c.req.valid("json")))
    .serve(calls.patchUserShort, (c) => edit(c, c.req.valid("json")))
    .serve(calls.putUser, (c) => edit(c, c.req.valid("json")))
    .serve(calls.patchUser, (c) => edit(c, c.req.valid("json")));
}

/** The account as of now: the directory behind the lists may be a moment late. */
async function userAnswer(deps: Deps, userId: string): Promise<AdminUser> {
  const { sql } = deps.store;
  const [user, person, version, invited] = await Promise.all([
    findUser(sql, userId),
    openPersonOf(deps, userId),
    accountVersion(deps, userId),
    invitedAdmins(sql),
  ]);
  if (!user || !person) throw userNotFound();
  const { createdAt, role, isAdmin, isVerified, closing } = user;
  const suspension = await openSuspension(deps, user);
  return {
    ...adminUser(
      { userId, createdAt, role, isAdmin, isVerified, suspension, isClosing: !!closing, ...person },
      invited,
    ),
    version,
    ...(suspension !== undefined && { music: await isMusicHidden(deps, userId) ? "hidden" : "stays" }),
    ...await pendingAnswer(deps, userId),
  };
}

/** An address that waits for another side, or takes effect later. */
async function pendingAnswer(
  deps: Deps,
  userId: string,
): Promise<Pick<AdminUser, "pendingEmail" | "plannedEmailChange">> {
  const [waiting, planned] = await Promise.all([waitingEmail(deps, userId), plannedEmailOf(deps, userId)]);
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  const sealed = waiting?.email ?? planned?.email.email;
  if (!key || sealed === undefined) return {};
  const pendingEmail = key.open("email", sealed);
  if (waiting || !planned) return { pendingEmail };
  const { changeId, takesEffectAt } = planned;
  return { pendingEmail, plannedEmailChange: { changeId, takesEffectAt: new Date(takesEffectAt).toISOString() } };
}

function assertSame(password: string, confirmed: string | undefined): void {
  if (confirmed === undefined || confirmed === password) return;
  throw new Refusal("invalid_request", "Passwords do not match", { field: "confirmPassword" });
}

/** An address that was to take effect is taken back. */
function plannedEmailRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.cancelPlannedEmail, async (c) => {
      const about = decidingAbout(deps, c);
      await cancelPlannedEmail(deps, { ...about, changeId: idInPath(c, "changeId", NO_USER) });
      return c.json(await userAnswer(deps, about.userId), 200);
    });
}

/** A user's access: deleted, restored, suspended, suspension lifted. */
function standingRoutes(deps: Deps) {
  const { sql } = deps.store;
  const fresh = freshPassword(deps, ACCOUNTS);
  return new Routes(deps)
    .serve(calls.deleteUser, async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      const { state, eraseAt } = await deleteByAdmin(deps, { userId, adminId, metadata });
      if (state === "waiting") return c.json({ message: WAITS, state }, 202);
      await deps.sessions.endAll(userId);
      await deps.store.catchUp(SHOWN);
      const on = eraseAt === undefined ? {} : { eraseAt: new Date(eraseAt).toISOString() };
      return c.json({ message: "User deleted successfully", ...on }, 200);
    })
    .serve(calls.restoreUser, async (c) => {
      const { userId, metadata } = decidingAbout(deps, c);
      const positions = await reopenAccount(deps, { userId, by: "admin", metadata });
      await deps.store.catchUp(SHOWN, { positions });
      return c.json({ message: "User restored" } satisfies MessageAnswer, 200);
    })
    .serve(calls.suspendUser, async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      const { reason, words, music } = c.req.valid("json");
      // Only admins who may decide about the team suspend its admins.
      if ((await findUser(sql, userId))?.isAdmin) assertRole(deps, c.var.session, NEW_ADMIN);
      const said = { userId, adminId, reason, ...(words !== undefined && { words }) };
      const positions = await suspend(deps, said, { metadata });
      await deps.sessions.endAll(userId);
      if (music === "hidden") await setMusic(deps, { artistId: userId, music, metadata });
      await deps.store.catchUp(SHOWN, { positions });
      return c.json({ message: "User suspended" } satisfies MessageAnswer, 200);
    })
    .serve(calls.unsuspendUser, async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      const { reason } = c.req.valid("json");
      if ((await findUser(sql, userId))?.isAdmin) assertRole(deps, c.var.session, NEW_ADMIN);
      const state = await liftSuspension(deps, { userId, adminId, reason, metadata });
      if (state === "waiting") return c.json({ message: WAITS, state }, 202);
      await deps.store.catchUp(SHOWN);
      return c.json({ message: "Suspension lifted" } satisfies MessageAnswer, 200);
    })
    // Changes the choice while the suspension lasts.
    .serve(calls.setMusicHidden, fresh, async (c) => {
      const { userId, metadata } = decidingAbout(deps, c);
      const user = await findUser(sql, userId);
      if (!user) throw new Refusal("not_found", NO_USER);
      if (user.suspension === undefined) throw new Refusal("not_suspended", "This user is not suspended");
      await setMusic(deps, { artistId: userId, music: c.req.valid("json").music, metadata });
      return c.json(await userAnswer(deps, userId), 200);
    });
}

/** Admins are made by admins alone, who have just shown that they are who they say. */
function newAdminRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.inviteAdmin, async (c) => {
      needPasswordForAccounts(deps, c);
      const { fullName, role: adminRole, ...person } = c.req.valid("json");
      const origin = { metadata: metadataOf(c, c.var.session.userId), commandId: commandIdOf(c) };
      const admin = { ...person, ...namesIn(fullName), role: "listener" as const, isAdmin: true, adminRole };
      const { userId, positions } = await createUser(deps, admin, origin);
      await deps.store.catchUp(SHOWN, { positions });
      return c.json({ message: "Admin Created Successfully!", userId }, 201);
    });
}

const UPDATED = "User updated successfully";
const NO_USER = "User not found";
const WAITS = "They have tokens: an admin on another side has to confirm this";
const ACCOUNTS = "Please enter your password again to change accounts";

/** Throws Refusal `password_needed` unless the admin may decide about accounts without giving the password again. */
function needPasswordForAccounts(deps: Deps, c: Context<WithSession>): void {
  needFreshPassword(deps.now(), c.var.session, ACCOUNTS);
}

/** The admin and the user concerned. The admin has given the password within the last 15 minutes. */
function decidingAbout(deps: Deps, c: Context<WithSession>) {
  needPasswordForAccounts(deps, c);
  const { userId: adminId } = c.var.session;
  return { adminId, userId: userIdOf(c), metadata: metadataOf(c, adminId) };
}

/** The user in the path. Throws Refusal `not_found` for a malformed id. */
function userIdOf(c: Context): string {
  return idInPath(c, "id", NO_USER);
}

/** The refusal for an unknown user. */
function userNotFound(): Refusal {
  return new Refusal("not_found", NO_USER);
}

function pageOf({ q, status, role, sort, order, ...days }: UserFilters) {
  return { q, status, role, sort, descending: order === "desc", ...lagosSpan(days) };
}

async function* tableOf(deps: Deps, c: Context<WithSession>, filters: UserFilters): AsyncGenerator<string, void> {
  const { q: search, ...filter } = filters;
  yield `${CSV_MARK}${csvLinesOf([COLUMNS])}`;
  let users: AdminUser[] = [];
  do {
    const page = { ...pageOf(filters), limit: EXPORTED_AT_ONCE, after: users.at(-1)?._id };
    users = await listUsers(deps.store.sql, page);
    // Each part of the list is in the log before it leaves.
    const personIds = users.map(({ _id }) => _id);
    await logListAccess(deps, c.var.session, {
      ...{ list: "users_export", filter, search, requestId: requestIdOf(c), personIds },
    });
    if (users.length > 0) yield csvLinesOf(users.map(lineOf));
  } while (users.length === EXPORTED_AT_ONCE);
}

function lineOf({ _id, createdAt, firstName, lastName, email, phone, role, isAdmin, isInvited, status }: AdminUser) {
  const admin = isInvited ? "invited" : isAdmin ? "yes" : "no";
  return [_id, createdAt, firstName, lastName, email, phone, role, admin, status] satisfies Cell[];
}
