import type { AdminRole } from "@contract/admin_roles.ts";
import type { TeamAnswer, TeamSessionsAnswer } from "@contract/team.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/team";
const KEY = ["admin", "team"];

/** The admins, with who invited whom. */
export function useTeam() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<TeamAnswer>(PATH, { signal }) });
}

/** Confirms an invited admin, sends the invitation again, or removes an admin. */
export function useDecideOnMember() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, does }: { userId: string; does: "confirm" | "remove" | "invite" }) =>
      adminApi<TeamAnswer>(`${PATH}/${userId}/${does}`, { method: "POST" }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
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

/** Proposes a role, or confirms or cancels one that is proposed. */
export function useDecideOnRole(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: { role: AdminRole } | { does: "confirm" | "cancel"; changeId: string }) =>
      "role" in decision
        ? adminApi<TeamAnswer>(`${PATH}/${userId}/role`, { method: "POST", body: decision })
        : adminApi<TeamAnswer>(`${PATH}/${userId}/role/${decision.changeId}/${decision.does}`, { method: "POST" }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}

/** Invites an admin; the list shows them. */
export function useCreateAdmin<Form>() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Form) => adminApi("/api/auth/create-admin", { method: "POST", body }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
