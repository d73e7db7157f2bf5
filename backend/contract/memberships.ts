/** The roles in an artist's team. The artist has none of them: the artist's own rights cannot be given or taken. */
export const TEAM_ROLES = ["manager", "editor", "analyst"] as const;
export type TeamRole = typeof TEAM_ROLES[number];

/**
 * What a call of the creator's area asks of a member who acts for an artist. `owner`: the artist alone, never a member.
 * Every right holds those before it.
 */
const TEAM_RIGHTS = ["read", "edit", "manage", "owner"] as const;
export type TeamRight = typeof TEAM_RIGHTS[number];

const HIGHEST: Readonly<Record<TeamRole, TeamRight>> = { analyst: "read", editor: "edit", manager: "manage" };

/** Whether a role may make a call that asks for this right. */
export function roleMay(role: TeamRole, right: TeamRight): boolean {
  return TEAM_RIGHTS.indexOf(right) <= TEAM_RIGHTS.indexOf(HIGHEST[role]);
}

/** Each role in words: its name, and what it may do. */
export const TEAM_ROLE_WORDS: Readonly<Record<TeamRole, { readonly label: string; readonly may: string }>> = {
  manager: { label: "Manager", may: "Runs the catalogue and the team. Never touches money or the account." },
  editor: { label: "Editor", may: "Uploads and edits songs, releases, lyrics and the share kit." },
  analyst: { label: "Analyst", may: "Reads figures, gifts and royalty statements. Changes nothing." },
};

/** The header that names the artist for whom a member makes a call of the creator's area. */
export const ACTING_HEADER = "orin-acting-for";

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;
/** Members of one team, and invitations that wait. */
export const MOST_TEAM_MEMBERS = 50;
export const MOST_TEAM_INVITATIONS = 20;
/** Artists that one person works for. */
export const MOST_TEAMS = 200;

/** A member of a team. */
export interface MemberOfTeam {
  memberId: string;
  name: string;
  role: TeamRole;
  /** ISO 8601. */
  since: string;
  isYou: boolean;
  /** Whether the caller may change this role or end the membership. */
  isYours: boolean;
}

/** An invitation without an answer. Times in ISO 8601. */
export interface WaitingInvitation {
  invitationId: string;
  /** Null where another member has invited: addresses are for the artist and the inviter. */
  email: string | null;
  role: TeamRole;
  invitedBy: string;
  at: string;
  expiresAt: string;
  isExpired: boolean;
  /** Whether the caller may take it back. */
  isYours: boolean;
}

/** `GET /api/v1/team`, and the answer of every change of it. */
export interface OwnTeam {
  artistId: string;
  artistName: string;
  /** The caller's own place. */
  yourRole: TeamRole | "owner";
  members: MemberOfTeam[];
  /** Empty for members who may not invite. */
  invitations: WaitingInvitation[];
}

/** Something that was done for an artist, by the artist or a member. */
export interface TeamActivity {
  id: string;
  /** ISO 8601. */
  at: string;
  who: string;
  /** What happened, in words. */
  what: string;
  /** A song's or release's title, or a member's name; empty where there is none. */
  about: string;
}

/** `GET /api/v1/team/activity`: the newest first. */
export interface TeamActivityList {
  activity: TeamActivity[];
  /** Everybody who has done something, for the filter. */
  people: { id: string; name: string }[];
  nextCursor: string | null;
}

/** An artist for whom a person works. */
export interface TeamOfMine {
  artistId: string;
  artistName: string;
  pictureUrl: string;
  role: TeamRole;
  /** ISO 8601. */
  since: string;
}

/** An invitation as the person who is asked sees it. Times in ISO 8601. */
export interface TeamInvitation {
  /** For the calls that look at it and answer it. */
  token: string;
  artistId: string;
  artistName: string;
  pictureUrl: string;
  role: TeamRole;
  expiresAt: string;
}

/** `GET /api/v1/teams`: for whom one works, and who asks. */
export interface TeamsOfMine {
  teams: TeamOfMine[];
  invitations: TeamInvitation[];
}
