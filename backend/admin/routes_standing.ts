import { Hono } from "hono";
import { createUser } from "../accounts/commands_admin.ts";
import { closeAccount, reopenAccount } from "../accounts/commands_closing.ts";
import { suspend, unsuspend } from "../accounts/commands_suspension.ts";
import type { MessageAnswer } from "../contract/accounts.ts";
import { CreateAdminRequest, SuspendRequest } from "../contract/admin_users.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { commandIdOf, metadataOf } from "../http/request_id.ts";
import { requireAdmin } from "../http/session.ts";
import { sessionsFor } from "../http/sessions.ts";
import { jsonBody } from "../http/validate.ts";
import { decidingAbout, needPasswordForAccounts, SETTLE_MS } from "./routes_deciding.ts";

/** A user's access: deleted, restored, suspended, suspension lifted. */
export function standingRoutes(deps: Deps) {
  return new Hono()
    .delete("/api/v1/admin/users/:id", requireAdmin(deps), async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      if (userId === adminId) throw new Refusal("own_account", "You cannot delete your own account here");
      const { eraseAt } = await closeAccount(deps, { userId, by: "admin", metadata });
      await sessionsFor(deps).endAll(userId);
      await deps.store.settle(SETTLE_MS);
      return c.json({ message: "User deleted successfully", eraseAt: new Date(eraseAt).toISOString() }, 200);
    })
    .post("/api/v1/admin/users/:id/restore", requireAdmin(deps), async (c) => {
      const { userId, metadata } = decidingAbout(deps, c);
      await reopenAccount(deps, { userId, by: "admin", metadata });
      await deps.store.settle(SETTLE_MS);
      return c.json({ message: "User restored" } satisfies MessageAnswer, 200);
    })
    .post("/api/v1/admin/users/:id/suspend", requireAdmin(deps), jsonBody(SuspendRequest), async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      await suspend(deps, { userId, adminId, ...c.req.valid("json") }, { metadata });
      await sessionsFor(deps).endAll(userId);
      await deps.store.settle(SETTLE_MS);
      return c.json({ message: "User suspended" } satisfies MessageAnswer, 200);
    })
    .post("/api/v1/admin/users/:id/unsuspend", requireAdmin(deps), jsonBody(SuspendRequest), async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      await unsuspend(deps, { userId, adminId, ...c.req.valid("json") }, { metadata });
      await deps.store.settle(SETTLE_MS);
      return c.json({ message: "Suspension lifted" } satisfies MessageAnswer, 200);
    });
}

/** Admins are made by admins alone, who have just shown that they are who they say. */
export function newAdminRoutes(deps: Deps) {
  return new Hono()
    .post("/api/auth/create-admin", requireAdmin(deps), jsonBody(CreateAdminRequest), async (c) => {
      needPasswordForAccounts(deps, c);
      const { fullName, ...person } = c.req.valid("json");
      const origin = { metadata: metadataOf(c, c.var.session.userId), commandId: commandIdOf(c) };
      const admin = { ...person, ...namesIn(fullName), role: "listener" as const, isAdmin: true };
      const { userId } = await createUser(deps, admin, origin);
      await deps.store.settle(SETTLE_MS);
      return c.json({ message: "Admin Created Successfully!", userId }, 201);
    });
}

/** The first word, and the rest. */
function namesIn(fullName: string): { firstName: string; lastName: string } {
  const [firstName = "", ...rest] = fullName.split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
