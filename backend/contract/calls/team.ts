import { as, callsOf } from "./call.ts";
import type { OwnTeam, TeamActivityList, TeamInvitation, TeamsOfMine } from "../memberships.ts";
import {
  TeamActivityFilter,
  TeamActivityQuery,
  TeamAnswerRequest,
  TeamInviteRequest,
  TeamRoleRequest,
} from "../requests/memberships.ts";

const playlist = callsOf("Playlists and hearts");

export const getTeam = playlist("GET /api/v1/team", {
  does: "Who works for an artist, and whom the artist has asked",
  who: "team: read",
  answers: as<OwnTeam>(),
  shows: ["teamMember"],
});

export const inviteMember = playlist("POST /api/v1/team/invitations", {
  does: "Invite a person to the team",
  who: "team: manage",
  body: TeamInviteRequest,
  answers: as<OwnTeam>(),
});

export const cancelMemberInvitation = playlist("DELETE /api/v1/team/invitations/:invitationId", {
  does: "Take an invitation into the team back",
  who: "team: manage",
  answers: as<OwnTeam>(),
});

export const changeMemberRole = playlist("PUT /api/v1/team/members/:memberId", {
  does: "Give a member of the team another role",
  who: "team: manage",
  body: TeamRoleRequest,
  answers: as<OwnTeam>(),
});

export const removeMember = playlist("DELETE /api/v1/team/members/:memberId", {
  does: "Remove a person from the team",
  who: "team: manage",
  answers: as<OwnTeam>(),
});

export const teamActivity = playlist("GET /api/v1/team/activity", {
  does: "Who did what for an artist",
  who: "team: manage",
  query: TeamActivityQuery,
  answers: as<TeamActivityList>(),
  shows: ["teamMember"],
});

export const teamActivityCsv = playlist("GET /api/v1/team/activity/csv", {
  does: "Who did what for an artist, as a table",
  who: "team: manage",
  query: TeamActivityFilter,
  shows: ["teamMember"],
});

export const listOwnTeams = playlist("GET /api/v1/teams", {
  does: "For whom you work, and who asks you to",
  who: "user",
  answers: as<TeamsOfMine>(),
});

export const leaveTeam = playlist("DELETE /api/v1/teams/:artistId", {
  does: "Leave an artist's team",
  who: "user",
  answers: as<TeamsOfMine>(),
});

export const getTeamInvitation = playlist("GET /api/v1/team-invitations/:token", {
  does: "Which team a link invites to",
  who: "anyone",
  answers: as<TeamInvitation>(),
  shows: ["teamLink"],
});

export const answerTeamInvitation = playlist("POST /api/v1/team-invitations/:token", {
  does: "Accept or decline an invitation into a team",
  who: "user",
  body: TeamAnswerRequest,
  answers: as<TeamsOfMine>(),
});
