import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { createUser, editUser } from "../accounts/commands_admin.ts";
import { openPersonOf } from "../accounts/commands_person.ts";
import { openSuspension } from "../accounts/commands_suspension.ts";
import { type AdminUser, CreateUserRequest, EditUserRequest, UserListQuery } from "../contract/admin_users.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { commandIdOf, metadataOf, requestIdOf } from "../http/request_id.ts";
import { requireAdmin, type WithSession } from "../http/session.ts";
import { sessionsFor } from "../http/sessions.ts";
import { jsonBody, queryParams } from "../http/validate.ts";
import { countEntries, type Entry, listEntries, statusOf } from "../../projections/user_directory.ts";
import { findUser } from "../../projections/users.ts";
import { noteListed, noteOpened } from "./commands_opened.ts";
import { decidingAbout, needPasswordForAccounts, SETTLE_MS, userIdOf, userNotFound } from "./routes_deciding.ts";
import { newAdminRoutes, standingRoutes } from "./routes_standing.ts";

/** People, as admins list, make, change, suspend and delete them (spec 3, section 7). */
export function userRoutes(deps: Deps) {
  const { sql } = deps.store;

  const edit = async (c: Context<WithSession>, body: z.infer<typeof EditUserRequest>) => {
    const { userId, adminId, metadata } = decidingAbout(deps, c);
    const { password, confirmPassword, ...rest } = body;
    if (password) assertSame(password, confirmPassword);
    const change = { ...rest, ...(password ? { password } : {}) };
    await editUser(deps, { userId, adminId, edit: change, metadata });
    if (password) await sessionsFor(deps).endAll(userId);
    await deps.store.settle(SETTLE_MS);
    return c.json({ message: "User updated successfully", user: await userAnswer(deps, userId) }, 200);
  };

  return new Hono()
    .get("/api/v1/admin/users", requireAdmin(deps), queryParams(UserListQuery), async (c) => {
      const { q, status, sort, order, limit, cursor } = c.req.valid("query");
      const page = { q, status, sort, descending: order === "desc", limit, after: cursor };
      const users = (await listEntries(sql, page)).map(adminUser);
      await noteListed(deps, c.var.session, {
        ...{ list: "users", filter: { status, sort, order, cursor }, search: q, requestId: requestIdOf(c) },
        personIds: users.map(({ _id }) => _id),
      });
      return c.json(users, 200);
    })
    .get("/api/v1/admin/users/count", requireAdmin(deps), queryParams(UserListQuery), async (c) => {
      return c.json({ total: await countEntries(sql, c.req.valid("query")) }, 200);
    })
    .get("/api/v1/admin/users/:id", requireAdmin(deps), async (c) => {
      const { userId: adminId } = c.var.session;
      const personId = userIdOf(c);
      const user = await userAnswer(deps, personId);
      await noteOpened(deps.store, { adminId, personId, lookedInto: "back office", requestId: requestIdOf(c) });
      return c.json(user, 200);
    })
    .post("/api/v1/admin/users", requireAdmin(deps), jsonBody(CreateUserRequest), async (c) => {
      const { confirmPassword, ...user } = c.req.valid("json");
      needPasswordForAccounts(deps, c);
      assertSame(user.password, confirmPassword);
      const origin = { metadata: metadataOf(c, c.var.session.userId), commandId: commandIdOf(c) };
      const { userId } = await createUser(deps, user, origin);
      await deps.store.settle(SETTLE_MS);
      return c.json({ message: "User created successfully", userId, user: await userAnswer(deps, userId) }, 201);
    })
    // Both readings of the documents.
    .put("/api/v1/users/:id", requireAdmin(deps), jsonBody(EditUserRequest), (c) => edit(c, c.req.valid("json")))
    .patch("/api/v1/users/:id", requireAdmin(deps), jsonBody(EditUserRequest), (c) => edit(c, c.req.valid("json")))
    .put("/api/v1/admin/users/:id", requireAdmin(deps), jsonBody(EditUserRequest), (c) => edit(c, c.req.valid("json")))
    .patch(
      "/api/v1/admin/users/:id",
      requireAdmin(deps),
      jsonBody(EditUserRequest),
      (c) => edit(c, c.req.valid("json")),
    )
    .route("/", standingRoutes(deps))
    .route("/", newAdminRoutes(deps));
}

/** As the account stands now: the directory, which lists are read from, may be a moment behind. */
async function userAnswer(deps: Deps, userId: string): Promise<AdminUser> {
  const { sql } = deps.store;
  const [user, person] = await Promise.all([findUser(sql, userId), openPersonOf(deps, userId)]);
  if (!user || !person) throw userNotFound();
  const { createdAt, role, isAdmin, isVerified, closing } = user;
  const suspension = await openSuspension(deps, user);
  return adminUser({ userId, createdAt, role, isAdmin, isVerified, suspension, isClosing: !!closing, ...person });
}

function adminUser(entry: Entry): AdminUser {
  const { userId, createdAt, firstName, lastName, email, address, phone, role, isAdmin, isVerified } = entry;
  return {
    _id: userId,
    ...{ firstName, lastName, email, address, phone, role, isAdmin, isVerified },
    createdAt: new Date(createdAt).toISOString(),
    status: statusOf(entry),
    suspension: entry.suspension ?? null,
  };
}

function assertSame(password: string, confirmed: string | undefined): void {
  if (confirmed === undefined || confirmed === password) return;
  throw new Refusal("invalid_request", "Passwords do not match", { field: "confirmPassword" });
}
