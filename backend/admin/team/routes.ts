import { type Context, Hono } from "hono";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { revokeAdmin } from "../../accounts/account/make_admin.ts";
import { EnrolRequest } from "../../contract/requests/team.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { TeamAnswer } from "../../contract/team.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { requireAdmin, requireEnrolment, type WithSession } from "../../http/session.ts";
import { idInPath, jsonBody } from "../../http/validate.ts";
import { confirmAdmin, enrol } from "./enrol.ts";
import { readTeam } from "./reads.ts";

const NO_ADMIN = "Admin not found";

/** The admins as a team: who invited whom, who is confirmed, and how an invited one comes in. */
export function teamRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/admin/team", requireAdmin(deps), async (c) => c.json(await teamOf(deps, c.var.session.userId), 200))
    .post("/api/v1/admin/enrol", requireEnrolment(deps), jsonBody(EnrolRequest), async (c) => {
      const { userId, sessionId } = c.var.session;
      const { currentPassword: given, newPassword: chosen } = c.req.valid("json");
      const attempts = new Attempts(deps, c, { kind: "admin password", account: userId });
      await enrol(deps, { userId, sessionId, given, chosen, attempts, metadata: metadataOf(c, userId) });
      return c.json({ message: "Your password is set. Please log in with it." }, 200);
    })
    .post("/api/v1/admin/team/:id/confirm", requireAdmin(deps), async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      await deps.store.execute(confirmAdmin, { userId, by: adminId }, { logs: ["social"], metadata });
      return c.json(await teamOf(deps, adminId), 200);
    })
    .post("/api/v1/admin/team/:id/remove", requireAdmin(deps), async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      const member = (await readTeam(deps.store.sql)).find((admin) => admin.userId === userId);
      if (!member) throw new Refusal("not_found", NO_ADMIN);
      if (member.root === userId) {
        throw new Refusal("admin_protected", "A founding owner is named by the operator and cannot be removed here");
      }
      await revokeAdmin(deps, { userId, adminId, metadata });
      await deps.sessions.endAll(userId);
      return c.json(await teamOf(deps, adminId), 200);
    });
}

function decidingAbout(deps: Deps, c: Context<WithSession>) {
  const { session } = c.var;
  needFreshPassword(deps.now(), session, "Please enter your password again to change the team");
  const { userId: adminId } = session;
  return { adminId, userId: idInPath(c, "id", NO_ADMIN), metadata: metadataOf(c, adminId) };
}

async function teamOf(deps: Deps, callerId: string): Promise<TeamAnswer> {
  const admins = await readTeam(deps.store.sql);
  const caller = admins.find(({ userId }) => userId === callerId);
  const people = admins.flatMap(({ userId, root, invitedBy }) => [userId, root, ...invitedBy ? [invitedBy] : []]);
  const persons = await openPersonsOf(deps, [...new Set(people)]);
  const nameOf = (userId: string) => {
    const person = persons.get(userId);
    return person ? `${person.firstName} ${person.lastName}`.trim() : "A former admin";
  };
  const members = admins.map((admin) => ({
    ...{ userId: admin.userId, name: nameOf(admin.userId), side: nameOf(admin.root) },
    isFounder: admin.root === admin.userId,
    invitedBy: admin.invitedBy === undefined ? null : nameOf(admin.invitedBy),
    standing: admin.standing,
    mayConfirm: !admin.isConfirmed && caller?.standing === "works" && caller.root !== admin.root,
  }));
  return {
    members,
    sides: new Set(admins.filter(({ standing }) => standing === "works").map(({ root }) => root)).size,
  };
}
