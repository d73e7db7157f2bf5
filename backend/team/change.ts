import { findTeamInvitation } from "../../projections/team/team_members.ts";
import { findUser, findUsers } from "../../projections/accounts/users.ts";
import { emailHashOf } from "../accounts/account/register.ts";
import { newId } from "../contract/ids.ts";
import { INVITATION_DAYS, type TeamRole } from "../contract/memberships.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../store/log/canonical.ts";
import type { Metadata } from "../store/log/event.ts";
import { streamsOf } from "../store/streams.ts";
import {
  type ArtistTeamEvent,
  artistTeamStream,
  sealedTeamField,
  type TeamInvitationFound,
  teamInvitationStream,
} from "./events.ts";
import {
  decideAnswer,
  decideEnd,
  decideInvitation,
  decideRole,
  decideWithdrawal,
  evolveTeam,
  NO_TEAM,
  type TeamState,
} from "./state.ts";

const teams = streamsOf<string, TeamState, ArtistTeamEvent>({
  log: "social",
  stream: artistTeamStream,
  initial: NO_TEAM,
  evolve: evolveTeam,
});

const changed = ({ events }: { readonly events: readonly ArtistTeamEvent[] }) => ({ changed: events.length > 0 });

const inviteMember = teams.handler("inviteTeamMember", {
  id: ({ creatorId }: Parameters<typeof decideInvitation>[1]) => creatorId,
  decide: (team, command, { now }) => decideInvitation(team, command, now),
  result: changed,
});
const withdrawInvitation = teams.handler("withdrawTeamInvitation", {
  id: ({ creatorId }: Parameters<typeof decideWithdrawal>[1]) => creatorId,
  decide: (team, command) => decideWithdrawal(team, command),
  result: changed,
});
const answerInvitation = teams.handler("answerTeamInvitation", {
  id: ({ creatorId }: Parameters<typeof decideAnswer>[1]) => creatorId,
  decide: (team, command, { now }) => decideAnswer(team, command, now),
  result: changed,
});
const changeMemberRole = teams.handler("changeTeamRole", {
  id: ({ creatorId }: Parameters<typeof decideRole>[1]) => creatorId,
  decide: (team, command) => decideRole(team, command),
  result: changed,
});
const endMembership = teams.handler("endTeamMembership", {
  id: ({ creatorId }: Parameters<typeof decideEnd>[1]) => creatorId,
  decide: (team, command) => decideEnd(team, command),
  result: changed,
});

const found = streamsOf<string, boolean, TeamInvitationFound>({
  log: "social",
  stream: teamInvitationStream,
  initial: false,
  evolve: () => true,
});

/** Notes that the address of an invitation has an account, once: its person is told of it. */
export const noteInvitationFound = found.handler("noteTeamInvitationFound", {
  id: ({ invitationId }: TeamInvitationFound["data"]) => invitationId,
  decide: (isNoted, data) => isNoted ? [] : [{ type: "TeamInvitationFound", data }],
  result: ({ events }) => ({ noted: events.length > 0 }),
});

const LOGS = ["social"] as const;
const DAY_MS = 24 * 3_600_000;

/** An artist's team, and who changes it: the artist or a member. */
interface OfTeam {
  readonly creatorId: string;
  readonly by: string;
  readonly metadata: Metadata;
}

type Changing = Pick<Deps, "store" | "personal" | "now">;

/**
 * Asks a person to join an artist's team; with `commandId` the same again asks once. Whether the address has an account
 * makes no difference here. Throws Refusal `team_forbidden`, `invalid_request`.
 */
export async function inviteToTeam(
  deps: Changing,
  { email, role, metadata, commandId, content, ...who }: OfTeam & {
    readonly email: string;
    readonly role: TeamRole;
    readonly commandId?: string;
    readonly content?: Json;
  },
): Promise<void> {
  const { sql } = deps.store;
  const artist = await findUser(sql, who.creatorId);
  if (!artist) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const invitationId = newId(deps.now());
  const key = await deps.personal.keyOf(sql, who.creatorId);
  const command = {
    ...{ ...who, invitationId, role, emailHash: emailHashOf(deps, email), ownEmailHash: artist.emailHash },
    email: key.seal(sealedTeamField(invitationId), email),
    expiresAt: deps.now() + INVITATION_DAYS * DAY_MS,
  };
  const once = commandId === undefined ? {} : { commandId, content: content ?? null };
  await deps.store.execute(inviteMember, command, { logs: LOGS, metadata, ...once });
}

/** Takes an invitation back. Throws Refusal `not_found`, `team_forbidden`. */
export async function withdrawTeamInvitation(
  { store }: Changing,
  { metadata, ...command }: OfTeam & { readonly invitationId: string },
): Promise<void> {
  await store.execute(withdrawInvitation, command, { logs: LOGS, metadata });
}

/**
 * A person answers an invitation with their own account. Throws Refusal `link_invalid`, `wrong_account`,
 * `already_decided`.
 */
export async function answerTeamInvitation(
  deps: Changing,
  { metadata, ...said }: {
    readonly creatorId: string;
    readonly invitationId: string;
    readonly answer: "accepted" | "declined";
    readonly memberId: string;
    readonly metadata: Metadata;
  },
): Promise<void> {
  const { sql } = deps.store;
  const row = await findTeamInvitation(sql, said.invitationId);
  const inviter = row?.invitedBy ?? said.creatorId;
  const users = await findUsers(sql, [said.memberId, said.creatorId, inviter]);
  const member = users.get(said.memberId);
  if (!member) throw new Refusal("session_ended", "Authentication required. Please login again.");
  const isOpen = (userId: string) => {
    const user = users.get(userId);
    return user !== undefined && user.closing === undefined && user.suspension === undefined;
  };
  // Invitations of a suspended inviter are no longer valid.
  const isArtistOpen = isOpen(said.creatorId) && isOpen(inviter);
  const command = { ...said, emailHash: member.emailHash, isArtistOpen };
  await deps.store.execute(answerInvitation, command, { logs: LOGS, metadata });
}

/** Gives a member another role. Throws Refusal `not_found`, `team_forbidden`, `conflict`. */
export async function changeTeamRole(
  { store }: Changing,
  { metadata, ...command }: OfTeam & {
    readonly memberId: string;
    readonly role: TeamRole;
    readonly was?: TeamRole | undefined;
  },
): Promise<void> {
  await store.execute(changeMemberRole, command, { logs: LOGS, metadata });
}

/** Ends a membership from this moment on: `by` is the member, the artist or a manager. Throws Refusal `team_forbidden`. */
export async function endTeamMembership(
  { store }: Changing,
  { metadata, ...command }: OfTeam & { readonly memberId: string },
): Promise<void> {
  await store.execute(endMembership, command, { logs: LOGS, metadata });
}
