import * as calls from "../../contract/calls/admin_team.ts";
import { fullName } from "../../contract/full_name.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { revokeAdmin } from "../../accounts/account/make_admin.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { TeamAnswer } from "../../contract/team.ts";
import type { Deps } from "../../deps.ts";
import { needFreshPassword } from "../../http/fresh_password.ts";
import { Attempts } from "../../http/rate_limit.ts";
import { metadataOf, requestIdOf } from "../../http/request_id.ts";
import type { WithSession } from "../../http/session.ts";
import { idInPath } from "../../http/validate.ts";
import { enrol } from "./enrol.ts";
import { acceptInvitation, inviteAgain } from "./invitation.ts";
import { changeRole } from "./role_kind.ts";
import { endSessionOf, sessionsOfTeam } from "./sessions.ts";
import { secondFactorsSince } from "../second_factor/reads.ts";
import { countSides, readTeam } from "../../approvals/reads.ts";

const NO_ADMIN = "Admin not found";
const NO_SESSION = "Session not found";
const NEED_PASSWORD = "Please enter your password again to change the team";

/** The admins as a team: who invited whom, who is confirmed, and how an invited one comes in. */
export function teamRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getAdminTeam, async (c) => c.json(await teamOf(deps, c.var.session.userId), 200))
    .serve(calls.listAdminSessions, async (c) => {
      return c.json(await sessionsOfTeam(deps, c.var.session.sessionId), 200);
    })
    .serve(calls.endAdminSession, async (c) => {
      const { session } = c.var;
      needFreshPassword(deps.now(), session, NEED_PASSWORD);
      const [userId, sessionId] = [idInPath(c, "id", NO_SESSION), idInPath(c, "sessionId", NO_SESSION)];
      const isEnded = await endSessionOf(deps, { userId, sessionId, metadata: metadataOf(c, session.userId) });
      if (!isEnded) throw new Refusal("not_found", NO_SESSION);
      return c.json(await sessionsOfTeam(deps, session.sessionId), 200);
    })
    .serve(calls.enrolAdmin, async (c) => {
      const { userId, sessionId } = c.var.session;
      const { currentPassword: given, newPassword: chosen } = c.req.valid("json");
      const attempts = new Attempts(deps, c, { kind: "admin password", account: userId });
      await enrol(deps, { userId, sessionId, given, chosen, attempts, metadata: metadataOf(c, userId) });
      return c.json({ message: "Your password is set. Please log in with it." }, 200);
    })
    .serve(calls.acceptAdminInvitation, async (c) => {
      await acceptInvitation(deps, { ...c.req.valid("json"), requestId: requestIdOf(c) });
      return c.json({ message: "Your password is set. Please log in with it." }, 200);
    })
    .serve(calls.inviteAdminAgain, async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      await deps.store.execute(inviteAgain, { userId, by: adminId }, { logs: ["social"], metadata });
      return c.json(await teamOf(deps, adminId), 200);
    })
    .serve(calls.removeAdmin, async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      const member = (await readTeam(deps.store.sql, deps.now())).find((admin) => admin.userId === userId);
      if (!member) throw new Refusal("not_found", NO_ADMIN);
      if (member.root === userId) {
        throw new Refusal("admin_protected", "A founding owner is named by the operator and cannot be removed here");
      }
      await revokeAdmin(deps, { userId, adminId, metadata });
      await deps.sessions.endAll(userId);
      return c.json(await teamOf(deps, adminId), 200);
    })
    .include(roleRoutes(deps));
}

function roleRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.changeAdminRole, async (c) => {
      const { userId, adminId, metadata } = decidingAbout(deps, c);
      const { role } = c.req.valid("json");
      await changeRole(deps, { userId, role, adminId, changeId: newId(deps.now()), metadata });
      return c.json(await teamOf(deps, adminId), 200);
    });
}

function decidingAbout(deps: Deps, c: Context<WithSession>) {
  const { session } = c.var;
  needFreshPassword(deps.now(), session, NEED_PASSWORD);
  const { userId: adminId } = session;
  return { adminId, userId: idInPath(c, "id", NO_ADMIN), metadata: metadataOf(c, adminId) };
}

async function teamOf(deps: Deps, callerId: string): Promise<TeamAnswer> {
  const now = deps.now();
  const admins = await readTeam(deps.store.sql, now);
  const caller = admins.find(({ userId }) => userId === callerId);
  const mayInvite = caller?.standing === "works" && caller.role === "owner";
  const people = admins.flatMap(({ userId, root, invitedBy }) => [userId, root, ...(invitedBy ? [invitedBy] : [])]);
  const [persons, factors] = await Promise.all([
    openPersonsOf(deps, [...new Set(people)]),
    secondFactorsSince(deps.store.sql, admins.map(({ userId }) => userId)),
  ]);
  const factorSince = (userId: string) => {
    const since = factors.get(userId);
    return since === undefined ? null : new Date(since).toISOString();
  };
  const adminName = (userId: string) => fullName(persons.get(userId), "A former admin");
  const members = admins.map((admin) => ({
    ...{ userId: admin.userId, name: adminName(admin.userId), side: adminName(admin.root) },
    isFounder: admin.root === admin.userId,
    invitedBy: admin.invitedBy === undefined ? null : adminName(admin.invitedBy),
    ...{ standing: admin.standing, isSuspended: admin.isSuspended ?? false },
    role: admin.role,
    secondFactorSince: factorSince(admin.userId),
    mayResetSecondFactor: factors.has(admin.userId) && mayInvite && caller.root !== admin.root,
    change: admin.change
      ? {
        ...{ role: admin.change.role, isConfirmed: admin.change.isConfirmed },
        effectiveFrom: new Date(admin.change.effectiveFrom).toISOString(),
      }
      : null,
  }));
  return {
    members,
    sides: await countSides(deps.store.sql, now),
  };
}
