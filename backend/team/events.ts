import type { TeamRole } from "../contract/memberships.ts";
import type { Event } from "../store/log/event.ts";
import type { Sealed } from "../store/personal/personal_data.ts";

/** The artist, or a manager, asks a person to join: nothing happens without their own yes. */
export type TeamMemberInvited = Event<"TeamMemberInvited", {
  readonly creatorId: string;
  readonly invitationId: string;
  readonly role: TeamRole;
  /** Sealed with the artist's key as `team <invitationId>`. */
  readonly email: Sealed;
  /** Finds the account that may accept. */
  readonly emailHash: string;
  /** The inviter: the artist or a manager. */
  readonly by: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}>;

/** It cannot be accepted any more: withdrawn, replaced, or the inviter may not invite any more. */
type TeamInvitationWithdrawn = Event<
  "TeamInvitationWithdrawn",
  { readonly creatorId: string; readonly invitationId: string }
>;

/** The person who was asked said no. */
type TeamInvitationDeclined = Event<
  "TeamInvitationDeclined",
  { readonly creatorId: string; readonly invitationId: string; readonly memberId: string }
>;

/** The person who was asked said yes, with their own account: from now on they act for the artist. */
export type TeamMemberJoined = Event<"TeamMemberJoined", {
  readonly creatorId: string;
  readonly invitationId: string;
  readonly memberId: string;
  readonly role: TeamRole;
}>;

/** From now on a member has another role. */
export type TeamMemberRoleChanged = Event<
  "TeamMemberRoleChanged",
  { readonly creatorId: string; readonly memberId: string; readonly role: TeamRole }
>;

/** From now on the member no longer acts for the artist. */
export type TeamMemberLeft = Event<
  "TeamMemberLeft",
  { readonly creatorId: string; readonly memberId: string; readonly because: "left" | "removed" }
>;

export type ArtistTeamEvent =
  | TeamMemberInvited
  | TeamInvitationWithdrawn
  | TeamInvitationDeclined
  | TeamMemberJoined
  | TeamMemberRoleChanged
  | TeamMemberLeft;

/** The stream of an artist's team, in the log `social`. */
export function artistTeamStream(creatorId: string): string {
  return `artist_team/${creatorId}`;
}

/** The address of an invitation has an account, which Orin tells of it. The inviter does not see that. */
export type TeamInvitationFound = Event<
  "TeamInvitationFound",
  { readonly creatorId: string; readonly invitationId: string; readonly userId: string }
>;

/** The stream of what Orin knows of an invitation, in the log `social`. */
export function teamInvitationStream(invitationId: string): string {
  return `team_invitation/${invitationId}`;
}

/** The field's name that the address of an invitation is sealed under. */
export function sealedTeamField(invitationId: string): string {
  return `team ${invitationId}`;
}
