import {
  changeAdminRole,
  endAdminSession,
  getAdminTeam,
  inviteAdminAgain,
  listAdminSessions,
  removeAdmin,
} from "@contract/calls/admin_team.ts";
import { inviteAdmin } from "@contract/calls/admin_people.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { AdminRole } from "@contract/admin_roles.ts";
import { useAnswer, useChange } from "../shell/queries.ts";
import { PROPOSALS_KEY } from "../proposals/ProposalCard.tsx";

const KEY = ["admin", "team"];

/** The admins, with who invited whom. */
export function useTeam() {
  return useAnswer(KEY, getAdminTeam);
}

/** Invites an admin again who cannot work yet, or removes one. */
export function useDecideOnMember() {
  return useChange(
    ({ userId, does }: { userId: string; does: "remove" | "invite" }) =>
      askAsAdmin(does === "remove" ? removeAdmin : inviteAdminAgain, { id: userId }),
    { holds: KEY, successRenews: [PROPOSALS_KEY] },
  );
}

const SESSIONS_KEY = ["admin", "team-sessions"];

/** The admins' open sessions, and when each last came in. */
export function useTeamSessions() {
  return useAnswer(SESSIONS_KEY, listAdminSessions);
}

/** Ends one session of an admin. */
export function useEndTeamSession() {
  return useChange(
    ({ userId, sessionId }: { userId: string; sessionId: string }) =>
      askAsAdmin(endAdminSession, { id: userId, sessionId }),
    { holds: SESSIONS_KEY },
  );
}

/** Gives an admin a role: one with more rights is proposed. The role that they have takes back what was confirmed. */
export function useDecideOnRole(userId: string) {
  return useChange((role: AdminRole) => askAsAdmin(changeAdminRole, { id: userId, body: { role } }), {
    holds: KEY,
    successRenews: [PROPOSALS_KEY],
  });
}

interface Invited {
  fullName: string;
  email: string;
  phone: string;
  address: string;
  role: AdminRole;
  password?: string;
}

/** Invites an admin; the list shows them. */
export function useCreateAdmin() {
  return useChange((body: Invited) => askAsAdmin(inviteAdmin, { body }), { successRenews: [KEY, PROPOSALS_KEY] });
}
