import type { TeamRole } from "../../backend/contract/memberships.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import type { Sealed } from "../../backend/store/personal/personal_data.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, oneOf, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import type { ArtistTeamEvent } from "../../backend/team/events.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";

/** An address that nobody answered for goes. */
const INVITATIONS_KEPT_DAYS = 30;

const TEAM_MEMBERS = table("team_members", {
  creatorId: uuid,
  memberId: uuid.check("member_id <> creator_id"),
  role: oneOf("manager", "editor", "analyst"),
  since: bigint,
}, { key: ["creatorId", "memberId"], indexes: { team_members_of: "(member_id)" } });

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
  indexes: {
    team_invitations_of: "(creator_id, at desc)",
    team_invitations_mailed: "(email_hash)",
    team_invitations_by: "(invited_by)",
  },
});

/** Who acts for which artist as what, and whom artists have asked. Inline: what a request may do is read from it. */
export const teamMembers: Projection<ArtistTeamEvent | ClosingEvent> = {
  name: "team_members",
  version: 1,
  mode: "inline",
  place: "social",
  logs: ["social"],
  on: [
    ...["TeamMemberInvited", "TeamInvitationWithdrawn", "TeamInvitationDeclined"] as const,
    ...["TeamMemberJoined", "TeamMemberRoleChanged", "TeamMemberLeft", ...CLOSING_EVENTS] as const,
  ],
  tables: ddlOf(TEAM_MEMBERS, TEAM_INVITATIONS),
  keeps: [{ table: "team_invitations", column: "at", type: "ms", days: INVITATIONS_KEPT_DAYS }],

  async apply(tx, events) {
    // People make a handful a day; one after another keeps their order.
    for (const event of events) {
      if (!isClosing(event)) await applyOne(tx, event);
      else if (event.type === "AccountErased") await forget(tx, event.data.userId);
    }
  },
};

async function forget(tx: Tx, userId: string): Promise<void> {
  await tx`delete from team_members where creator_id = ${userId}`;
  await tx`delete from team_members where member_id = ${userId}`;
  await tx`delete from team_invitations where creator_id = ${userId}`;
  await tx`delete from team_invitations where invited_by = ${userId}`;
}

async function applyOne(tx: Tx, { type, data, recordedAt: at }: Recorded<ArtistTeamEvent>): Promise<void> {
  const { creatorId } = data;
  switch (type) {
    case "TeamMemberInvited":
      await tx`
        insert into team_invitations (invitation_id, creator_id, role, email, email_hash, invited_by, at, expires_at)
        values (${data.invitationId}, ${creatorId}, ${data.role}, ${data.email}, ${data.emailHash}, ${data.by}, ${at},
          ${data.expiresAt})`;
      return;
    case "TeamInvitationWithdrawn":
    case "TeamInvitationDeclined":
      await tx`delete from team_invitations where invitation_id = ${data.invitationId}`;
      return;
    case "TeamMemberJoined":
      await tx`delete from team_invitations where invitation_id = ${data.invitationId}`;
      await tx`
        insert into team_members (creator_id, member_id, role, since)
        values (${creatorId}, ${data.memberId}, ${data.role}, ${at})`;
      return;
    case "TeamMemberRoleChanged":
      await tx`
        update team_members set role = ${data.role} where creator_id = ${creatorId} and member_id = ${data.memberId}`;
      return;
    case "TeamMemberLeft":
      await tx`delete from team_members where creator_id = ${creatorId} and member_id = ${data.memberId}`;
      return;
    default:
      return type satisfies never;
  }
}

/** Somebody in an artist's team. */
interface TeamMemberRow {
  readonly creatorId: string;
  readonly memberId: string;
  readonly role: TeamRole;
  /** Epoch ms. */
  readonly since: number;
}

interface MemberRow {
  creatorId: string;
  memberId: string;
  role: TeamRole;
  since: number;
}

function memberOf({ creatorId, memberId, role, since }: MemberRow): TeamMemberRow {
  return { creatorId, memberId, role, since };
}

/** What somebody is in an artist's team; undefined for everybody else. */
export async function findTeamMember(
  sql: Sql | Tx,
  { creatorId, memberId }: { readonly creatorId: string; readonly memberId: string },
): Promise<TeamMemberRow | undefined> {
  const [row] = await sql<MemberRow[]>`
    select * from team_members where creator_id = ${creatorId} and member_id = ${memberId}`;
  return row && memberOf(row);
}

/** An artist's team, who is in it longest first. */
export async function membersOfTeam(sql: Sql | Tx, creatorId: string): Promise<TeamMemberRow[]> {
  const rows = await sql<MemberRow[]>`
    select * from team_members where creator_id = ${creatorId} order by since, member_id`;
  return rows.map(memberOf);
}

/** For whom somebody works, the first one first. */
export async function teamsOfMember(sql: Sql | Tx, memberId: string, limit: number): Promise<TeamMemberRow[]> {
  const rows = await sql<MemberRow[]>`
    select * from team_members where member_id = ${memberId} order by since, creator_id limit ${limit}`;
  return rows.map(memberOf);
}

/** An invitation that nobody has answered. Times in epoch ms. */
export interface TeamInvitationRow {
  readonly invitationId: string;
  readonly creatorId: string;
  readonly role: TeamRole;
  /** Sealed with the artist's key. */
  readonly email: Sealed;
  readonly invitedBy: string;
  readonly at: number;
  readonly expiresAt: number;
}

interface InvitationRow {
  invitationId: string;
  creatorId: string;
  role: TeamRole;
  email: Sealed;
  invitedBy: string;
  at: number;
  expiresAt: number;
}

function invitationOf(row: InvitationRow): TeamInvitationRow {
  const { invitationId, creatorId, role, email, invitedBy, at, expiresAt } = row;
  const ids = { invitationId, creatorId, invitedBy };
  return { ...ids, role, email, at, expiresAt };
}

/** An invitation by its id; undefined for one that is answered or taken back. */
export async function findTeamInvitation(
  sql: Sql | Tx,
  invitationId: string,
): Promise<TeamInvitationRow | undefined> {
  const [row] = await sql<InvitationRow[]>`select * from team_invitations where invitation_id = ${invitationId}`;
  return row && invitationOf(row);
}

/** Whom an artist has asked, the newest first. */
export async function invitationsOfTeam(sql: Sql | Tx, creatorId: string): Promise<TeamInvitationRow[]> {
  const rows = await sql<InvitationRow[]>`
    select * from team_invitations where creator_id = ${creatorId} order by at desc, invitation_id`;
  return rows.map(invitationOf);
}

/** Who has asked the person of an address and still waits at a moment (epoch ms), the newest first. */
export async function invitationsToTeams(
  sql: Sql | Tx,
  { emailHash, now, limit }: { readonly emailHash: string; readonly now: number; readonly limit: number },
): Promise<TeamInvitationRow[]> {
  const rows = await sql<InvitationRow[]>`
    select * from team_invitations where email_hash = ${emailHash} and expires_at > ${now}
    order by at desc, invitation_id limit ${limit}`;
  return rows.map(invitationOf);
}
