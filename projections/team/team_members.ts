import { bigint, oneOf, type RowOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { ArtistTeamEvent } from "../../backend/team/events.ts";
import { projection } from "../declare.ts";

/** An address without an answer goes. */
const INVITATIONS_KEPT_DAYS = 30;

const TEAM_MEMBERS = table("team_members", {
  creatorId: uuid,
  memberId: uuid.check("member_id <> creator_id"),
  role: oneOf("manager", "editor", "analyst"),
  since: bigint,
}, {
  key: ["creatorId", "memberId"],
  erase: ["creatorId", "memberId"],
  indexes: { team_members_of: "(member_id)" },
});

const TEAM_INVITATIONS = table("team_invitations", {
  invitationId: uuid,
  creatorId: uuid,
  role: oneOf("manager", "editor", "analyst"),
  email: text,
  emailHash: text,
  invitedBy: uuid,
  at: bigint,
  expiresAt: bigint,
}, {
  key: ["invitationId"],
  erase: ["creatorId", "invitedBy"],
  indexes: {
    team_invitations_of: "(creator_id, at desc)",
    team_invitations_mailed: "(email_hash)",
    team_invitations_by: "(invited_by)",
  },
});

/** Who acts for which artist as what, and whom artists have asked. Inline: what a request may do is read from it. */
export const teamMembers = projection<ArtistTeamEvent>({
  name: "team_members",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  tables: [TEAM_MEMBERS, TEAM_INVITATIONS],
  keeps: [{ table: "team_invitations", column: "at", type: "ms", days: INVITATIONS_KEPT_DAYS }],
  handlers: {
    TeamMemberInvited: (tx, { data, recordedAt: at }) =>
      TEAM_INVITATIONS.insert(tx, { ...data, invitedBy: data.by, at }),
    TeamInvitationWithdrawn: (tx, { data: { invitationId } }) => TEAM_INVITATIONS.delete(tx, { invitationId }),
    TeamInvitationDeclined: (tx, { data: { invitationId } }) => TEAM_INVITATIONS.delete(tx, { invitationId }),
    async TeamMemberJoined(tx, { data, recordedAt: since }) {
      await TEAM_INVITATIONS.delete(tx, { invitationId: data.invitationId });
      await TEAM_MEMBERS.insert(tx, { ...data, since });
    },
    TeamMemberRoleChanged: (tx, { data: { creatorId, memberId, role } }) =>
      TEAM_MEMBERS.set(tx, { creatorId, memberId }, { role }),
    TeamMemberLeft: (tx, { data: { creatorId, memberId } }) => TEAM_MEMBERS.delete(tx, { creatorId, memberId }),
  },
});

/** A person in an artist's team; `since` in epoch ms. */
type TeamMemberRow = RowOf<typeof TEAM_MEMBERS>;

/** An invitation that has no answer yet; its address is sealed with the artist's key. Times in epoch ms. */
export type TeamInvitationRow = RowOf<typeof TEAM_INVITATIONS>;

/** What a person is in an artist's team; undefined for everybody else. */
export async function findTeamMember(
  sql: Sql | Tx,
  { creatorId, memberId }: { readonly creatorId: string; readonly memberId: string },
): Promise<TeamMemberRow | undefined> {
  return await TEAM_MEMBERS.find(sql, { creatorId, memberId });
}

/** An artist's team, who is in it longest first. */
export async function membersOfTeam(sql: Sql | Tx, creatorId: string): Promise<TeamMemberRow[]> {
  return await TEAM_MEMBERS.list(sql, { creatorId }, { order: "since, member_id" });
}

/** For whom a person works, the first one first. */
export async function teamsOfMember(sql: Sql | Tx, memberId: string, limit: number): Promise<TeamMemberRow[]> {
  return await TEAM_MEMBERS.list(sql, { memberId }, { order: "since, creator_id", limit });
}

/** An invitation by its id; undefined for one that is answered or taken back. */
export async function findTeamInvitation(
  sql: Sql | Tx,
  invitationId: string,
): Promise<TeamInvitationRow | undefined> {
  return await TEAM_INVITATIONS.find(sql, invitationId);
}

/** Whom an artist has asked, the newest first. */
export async function invitationsOfTeam(sql: Sql | Tx, creatorId: string): Promise<TeamInvitationRow[]> {
  return await TEAM_INVITATIONS.list(sql, { creatorId }, { order: "at desc, invitation_id" });
}

/** Who has asked the person of an address and still waits at a moment (epoch ms), the newest first. */
export async function invitationsToTeams(
  sql: Sql | Tx,
  { emailHash, now, limit }: { readonly emailHash: string; readonly now: number; readonly limit: number },
): Promise<TeamInvitationRow[]> {
  return await sql<TeamInvitationRow[]>`
    select * from team_invitations where email_hash = ${emailHash} and expires_at > ${now}
    order by at desc, invitation_id limit ${limit}`;
}
