import {
  answerTeamInvitation,
  cancelMemberInvitation,
  changeMemberRole,
  inviteMember,
  leaveTeam,
  removeMember,
  teamActivityCsv,
} from "@contract/calls/team.ts";
import { requestOf } from "../../lib/request_of.ts";
import { actFor, actingHeaders, askAsArtist } from "../../lib/acting.ts";
import { ask } from "../../lib/ask.ts";
import type { OwnTeam, TeamOfMine, TeamRole, TeamsOfMine } from "@contract/memberships.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { ownTeamQuery, teamsQuery } from "../../data/teams.ts";
import { ApiError } from "../../lib/api_error.ts";
import { fileNameOf, saveFile } from "../../lib/save_file.ts";
import { getSession } from "../../lib/session.ts";

/** Forgets what was read for another artist. The picture in the page's head is the person's own. */
export function forgetArtist(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey: [root, what] }) => root === "creator" && what !== "picture" });
}

/** Works for an artist from now on, or for oneself. */
export function useSwitchArtist(): (team: TeamOfMine | undefined) => void {
  const client = useQueryClient();
  return (team) => {
    const memberId = getSession()?.userId;
    if (!team || memberId === undefined) actFor(undefined);
    else actFor({ artistId: team.artistId, artistName: team.artistName, role: team.role, memberId });
    forgetArtist(client);
  };
}

/** A change of the artist's team; the answer is the team as it is then. */
function useTeamChange<Said>(call: (said: Said) => Promise<OwnTeam>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (team) => {
      client.setQueryData(ownTeamQuery.queryKey, team);
      void client.invalidateQueries({ queryKey: ["creator", "team", "activity"] });
    },
    onError: () => void client.invalidateQueries({ queryKey: ownTeamQuery.queryKey, exact: true }),
  });
}

/** Asks a person into the team; with the same `key` once. */
export function useInvite() {
  return useTeamChange(({ key, ...body }: { key: string; email: string; role: TeamRole }) =>
    askAsArtist(inviteMember, { body, headers: { "idempotency-key": key } })
  );
}

export function useWithdrawInvitation() {
  return useTeamChange((invitationId: string) => askAsArtist(cancelMemberInvitation, { invitationId }));
}

export function useSetRole(memberId: string) {
  return useTeamChange((body: { role: TeamRole; was: TeamRole }) => askAsArtist(changeMemberRole, { memberId, body }));
}

export function useRemoveMember(memberId: string) {
  return useTeamChange(() => askAsArtist(removeMember, { memberId }));
}

/** A change of for whom one works. */
function useTeamsChange<Said>(call: (said: Said) => Promise<TeamsOfMine>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (teams) => client.setQueryData(teamsQuery.queryKey, teams),
    onError: () => void client.invalidateQueries({ queryKey: teamsQuery.queryKey, exact: true }),
  });
}

/** Works for an artist no longer. */
export function useLeaveTeam(artistId: string) {
  return useTeamsChange(() => ask(leaveTeam, { artistId }));
}

/** Says yes or no to an invitation. */
export function useAnswerTeam(token: string) {
  return useTeamsChange((answer: "accepted" | "declined") => ask(answerTeamInvitation, { token, body: { answer } }));
}

/** Saves the activity log as a CSV file. A link would not carry the session. */
export function useActivityTable() {
  return useMutation({
    mutationFn: async (person: string) => {
      const headers = { authorization: `Bearer ${getSession()?.token ?? ""}`, ...actingHeaders() };
      const [path] = requestOf(teamActivityCsv, { query: { person: person || undefined } });
      const response = await fetch(path, { headers }).catch((cause) => {
        throw new ApiError({ kind: "network" }, { cause });
      });
      if (!response.ok) throw new ApiError({ kind: "http", status: response.status });
      saveFile(await response.blob(), fileNameOf(response, "orin-team.csv"));
    },
  });
}
