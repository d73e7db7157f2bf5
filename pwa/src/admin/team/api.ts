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
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PROPOSALS_KEY } from "../proposals/ProposalCard.tsx";

const KEY = ["admin", "team"];

/** The admins, with who invited whom. */
export function useTeam() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAsAdmin(getAdminTeam, { signal }) });
}

/** Invites an admin again who cannot work yet, or removes one. */
export function useDecideOnMember() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, does }: { userId: string; does: "remove" | "invite" }) =>
      askAsAdmin(does === "remove" ? removeAdmin : inviteAdminAgain, { id: userId }),
    onSuccess: (answer) => {
      client.setQueryData(KEY, answer);
      return client.invalidateQueries({ queryKey: PROPOSALS_KEY });
    },
  });
}

const SESSIONS_KEY = ["admin", "team-sessions"];

/** The admins' open sessions, and when each last came in. */
export function useTeamSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => askAsAdmin(listAdminSessions, { signal }),
  });
}

/** Ends one session of an admin. */
export function useEndTeamSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, sessionId }: { userId: string; sessionId: string }) =>
      askAsAdmin(endAdminSession, { id: userId, sessionId }),
    onSuccess: (answer) => client.setQueryData(SESSIONS_KEY, answer),
  });
}

/** Gives an admin a role: one with more rights is proposed. The role that they have takes back what was confirmed. */
export function useDecideOnRole(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: AdminRole) => askAsAdmin(changeAdminRole, { id: userId, body: { role } }),
    onSuccess: (answer) => {
      client.setQueryData(KEY, answer);
      return client.invalidateQueries({ queryKey: PROPOSALS_KEY });
    },
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Invited) => askAsAdmin(inviteAdmin, { body }),
    onSuccess: () => Promise.all([KEY, PROPOSALS_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
