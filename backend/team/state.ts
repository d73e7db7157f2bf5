import { MOST_TEAM_INVITATIONS, MOST_TEAM_MEMBERS, roleMay, type TeamRole } from "../contract/memberships.ts";
import { Refusal } from "../contract/refusal.ts";
import type { ArtistTeamEvent, TeamMemberInvited } from "./events.ts";

/** An invitation, as decisions see it. */
interface Invitation {
  readonly role: TeamRole;
  readonly emailHash: string;
  readonly by: string;
  /** Epoch ms. */
  readonly expiresAt: number;
  readonly status: "waiting" | "accepted" | "declined" | "withdrawn";
  /** Who answered. */
  readonly memberId: string | undefined;
}

/** An artist's team. The artist is in none of the lists: they cannot be invited, changed or removed. */
export interface TeamState {
  readonly members: ReadonlyMap<string, TeamRole>;
  readonly invitations: ReadonlyMap<string, Invitation>;
}

export const NO_TEAM: TeamState = { members: new Map(), invitations: new Map() };

/** Folds an event into what decisions need to know of a team. */
export function evolveTeam(team: TeamState, { type, data }: ArtistTeamEvent): TeamState {
  switch (type) {
    case "TeamMemberInvited": {
      const { invitationId, role, emailHash, by, expiresAt } = data;
      const invitation = { role, emailHash, by, expiresAt, status: "waiting", memberId: undefined } as const;
      return { ...team, invitations: new Map(team.invitations).set(invitationId, invitation) };
    }
    case "TeamInvitationWithdrawn":
      return answered(team, data.invitationId, { status: "withdrawn" });
    case "TeamInvitationDeclined":
      return answered(team, data.invitationId, { status: "declined", memberId: data.memberId });
    case "TeamMemberJoined": {
      const { invitationId, memberId, role } = data;
      const members = new Map(team.members).set(memberId, role);
      return { ...answered(team, invitationId, { status: "accepted", memberId }), members };
    }
    case "TeamMemberRoleChanged":
      return { ...team, members: new Map(team.members).set(data.memberId, data.role) };
    case "TeamMemberLeft": {
      const members = new Map(team.members);
      members.delete(data.memberId);
      return { ...team, members };
    }
    default:
      return data satisfies never;
  }
}

function answered(team: TeamState, invitationId: string, said: Partial<Invitation>): TeamState {
  const known = team.invitations.get(invitationId);
  return known ? { ...team, invitations: new Map(team.invitations).set(invitationId, { ...known, ...said }) } : team;
}

/** Who decides something about an artist's team. */
interface ByPerson {
  readonly creatorId: string;
  readonly by: string;
}

type Standing = TeamRole | "owner" | undefined;

function standingOf(team: TeamState, { creatorId, by }: ByPerson): Standing {
  return by === creatorId ? "owner" : team.members.get(by);
}

/** The artist decides about everybody; a manager about editors and analysts, so that no manager makes or unmakes one. */
export function mayDecideAbout(standing: Standing, role: TeamRole): boolean {
  return standing === "owner" || standing === "manager" && role !== "manager";
}

/** Refuses with `team_forbidden`, by the person's role at this moment. */
function assertDecides(team: TeamState, who: ByPerson, role: TeamRole): void {
  if (mayDecideAbout(standingOf(team, who), role)) return;
  throw new Refusal(
    "team_forbidden",
    role === "manager"
      ? "Only the artist decides who is a manager"
      : "Only the artist and managers decide who is in the team",
  );
}

interface Inviting extends ByPerson {
  readonly invitationId: string;
  readonly role: TeamRole;
  readonly email: string;
  readonly emailHash: string;
  /** The artist's own address, as the account has it. */
  readonly ownEmailHash: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/**
 * Asks a person to join. A waiting invitation to the same address ends, so only the newest link works. Refuses with
 * `team_forbidden`, `invalid_request` for the artist's own address and where too many are in or asked.
 */
export function decideInvitation(team: TeamState, { ownEmailHash, ...inviting }: Inviting, now: number) {
  const { creatorId, invitationId, role, emailHash } = inviting;
  assertDecides(team, inviting, role);
  if (emailHash === ownEmailHash) {
    throw new Refusal("invalid_request", "This is the artist's own address", { field: "email" });
  }
  const open = [...team.invitations].filter(([, { status }]) => status === "waiting");
  const same = open.filter(([, one]) => one.emailHash === emailHash);
  for (const [, one] of same) assertDecides(team, inviting, one.role);
  const others = open.filter(([, one]) => one.emailHash !== emailHash && one.expiresAt > now);
  if (others.length >= MOST_TEAM_INVITATIONS) {
    throw new Refusal("invalid_request", `Up to ${MOST_TEAM_INVITATIONS} invitations can wait. Take one back first.`);
  }
  assertRoom(team);
  const data: TeamMemberInvited["data"] = inviting;
  return [
    ...same.map(([id]) => withdrawn(creatorId, id)),
    { type: "TeamMemberInvited", data: { ...data, invitationId } },
  ] satisfies ArtistTeamEvent[];
}

function assertRoom({ members }: TeamState): void {
  if (members.size < MOST_TEAM_MEMBERS) return;
  throw new Refusal("invalid_request", `A team has at most ${MOST_TEAM_MEMBERS} members`);
}

function withdrawn(creatorId: string, invitationId: string): ArtistTeamEvent {
  return { type: "TeamInvitationWithdrawn", data: { creatorId, invitationId } };
}

/** Takes an invitation back; once is enough. Refuses with `not_found`, `team_forbidden`. */
export function decideWithdrawal(
  team: TeamState,
  { invitationId, ...who }: ByPerson & { readonly invitationId: string },
): ArtistTeamEvent[] {
  const invitation = team.invitations.get(invitationId);
  if (!invitation) throw new Refusal("not_found", "Invitation not found");
  assertDecides(team, who, invitation.role);
  return invitation.status === "waiting" ? [withdrawn(who.creatorId, invitationId)] : [];
}

interface AnsweringTeam {
  readonly creatorId: string;
  readonly invitationId: string;
  readonly answer: "accepted" | "declined";
  readonly memberId: string;
  /** Of the account that answers. */
  readonly emailHash: string;
  /** Whether the artist's account is open and not suspended. */
  readonly isArtistOpen: boolean;
}

/** What a link answers that leads nowhere any more. */
export function invitationOver(): Refusal {
  return new Refusal("link_invalid", "This invitation no longer works: ask the artist for a new one");
}

/**
 * A person answers an invitation, once. The same answer again changes nothing. Refuses with `wrong_account` everyone
 * but the person who was asked, with `link_invalid` after it was used, withdrawn or has expired, with `already_decided`
 * the other answer, and where they are in the team already.
 */
export function decideAnswer(
  team: TeamState,
  { creatorId, invitationId, answer, memberId, emailHash, isArtistOpen }: AnsweringTeam,
  now: number,
): ArtistTeamEvent[] {
  const invitation = team.invitations.get(invitationId);
  if (!invitation) throw invitationOver();
  if (invitation.emailHash !== emailHash || memberId === creatorId) {
    throw new Refusal(
      "wrong_account",
      "This invitation is for another email address. Log in with the account of that.",
    );
  }
  const { status, role } = invitation;
  const isTheirs = invitation.memberId === memberId;
  if (answer === "declined") {
    if (status === "declined" && isTheirs) return [];
    if (status === "accepted") {
      throw new Refusal("already_decided", "You have accepted. You can leave the team instead.");
    }
    if (status === "withdrawn") throw invitationOver();
    return [{ type: "TeamInvitationDeclined", data: { creatorId, invitationId, memberId } }];
  }
  if (status === "accepted" && isTheirs && team.members.has(memberId)) return [];
  if (status === "declined") throw new Refusal("already_decided", "You have declined: ask the artist for a new one");
  if (status !== "waiting" || invitation.expiresAt <= now || !isArtistOpen) throw invitationOver();
  if (team.members.has(memberId)) throw new Refusal("already_decided", "You are in this team already");
  assertRoom(team);
  return [{ type: "TeamMemberJoined", data: { creatorId, invitationId, memberId, role } }];
}

interface ChangingRole extends ByPerson {
  readonly memberId: string;
  readonly role: TeamRole;
  /** What the form showed. */
  readonly was?: TeamRole | undefined;
}

/**
 * Gives a member another role. What they have invited as a manager ends with that. Refuses with `not_found`,
 * `team_forbidden` and, where another person was faster, `conflict`.
 */
export function decideRole(team: TeamState, { memberId, role, was, ...who }: ChangingRole): ArtistTeamEvent[] {
  if (memberId === who.by) throw new Refusal("team_forbidden", "Nobody changes their own role");
  const now = memberOf(team, memberId);
  assertDecides(team, who, now);
  assertDecides(team, who, role);
  if (role === now) return [];
  if (was !== undefined && was !== now) {
    throw new Refusal("conflict", `This member is ${now} by now. Nothing was saved: look again.`);
  }
  const { creatorId } = who;
  const lost = roleMay(role, "manage") ? [] : invitedBy(team, memberId);
  return [
    { type: "TeamMemberRoleChanged", data: { creatorId, memberId, role } },
    ...lost.map((id) => withdrawn(creatorId, id)),
  ];
}

/**
 * Ends a membership: anybody their own, the artist all, managers those of editors and analysts. Whom they have invited
 * cannot join any more. Once is enough. Refuses with `team_forbidden`.
 */
export function decideEnd(team: TeamState, { memberId, ...who }: ByPerson & { readonly memberId: string }) {
  const { creatorId, by } = who;
  const role = team.members.get(memberId);
  if (role === undefined) return [];
  if (memberId !== by) assertDecides(team, who, role);
  const because = memberId === by ? "left" : "removed";
  return [
    { type: "TeamMemberLeft", data: { creatorId, memberId, because } },
    ...invitedBy(team, memberId).map((id) => withdrawn(creatorId, id)),
  ] satisfies ArtistTeamEvent[];
}

function memberOf({ members }: TeamState, memberId: string): TeamRole {
  const role = members.get(memberId);
  if (role === undefined) throw new Refusal("not_found", "Member not found");
  return role;
}

function invitedBy({ invitations }: TeamState, memberId: string): string[] {
  return [...invitations].flatMap(([id, { by, status }]) => by === memberId && status === "waiting" ? [id] : []);
}
