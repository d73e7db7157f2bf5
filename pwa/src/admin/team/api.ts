import type { AdminRole } from "@contract/admin_roles.ts";
import type { TeamAnswer, TeamSessionsAnswer } from "@contract/team.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { PROPOSALS_KEY } from "../proposals/ProposalCard.tsx";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/team";
const KEY = ["admin", "team"];

/** The admins, with who invited whom. */
export function useTeam() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<TeamAnswer>(PATH, { signal }) });
}

/** Invites an admin again who cannot work yet, or removes one. */
export function useDecideOnMember() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, does }: { userId: string; does: "remove" | "invite" }) =>
      adminApi<TeamAnswer>(`${PATH}/${userId}/${does}`, { method: "POST" }),
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
    queryFn: ({ signal }) => adminApi<TeamSessionsAnswer>(`${PATH}/sessions`, { signal }),
  });
}

/** Ends one session of an admin. */
export function useEndTeamSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, sessionId }: { userId: string; sessionId: string }) =>
      adminApi<TeamSessionsAnswer>(`${PATH}/${userId}/sessions/${sessionId}/end`, { method: "POST" }),
    onSuccess: (answer) => client.setQueryData(SESSIONS_KEY, answer),
  });
}

/** Gives an admin a role: one with more rights is proposed. The role that they have takes back what was confirmed. */
export function useDecideOnRole(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: AdminRole) => adminApi<TeamAnswer>(`${PATH}/${userId}/role`, { method: "POST", body: { role } }),
    onSuccess: (answer) => {
      client.setQueryData(KEY, answer);
      return client.invalidateQueries({ queryKey: PROPOSALS_KEY });
    },
  });
}

/** Invites an admin; the list shows them. */
export function useCreateAdmin<Form>() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Form) => adminApi("/api/auth/create-admin", { method: "POST", body }),
    onSuccess: () => Promise.all([KEY, PROPOSALS_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
