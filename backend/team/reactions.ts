import { blockedBy } from "../../projections/social/comment_rules.ts";
import { findCreators } from "../../projections/catalogue/creators.ts";
import { findTeamInvitation } from "../../projections/team/team_members.ts";
import { findUserByEmailHash } from "../../projections/accounts/users.ts";
import { TEAM_ROLE_WORDS } from "../contract/memberships.ts";
import type { Deps } from "../deps.ts";
import { AS_MAIL, deliver } from "../mails/deliver.ts";
import { teamInvitationMail } from "../mails/templates.ts";
import type { Reactor } from "../store/projections/follow.ts";
import type { Sql } from "../store/sql.ts";
import { noteInvitationFound } from "./change.ts";
import { sealedTeamField, type TeamMemberInvited } from "./events.ts";
import { TeamTokens } from "./invitation.ts";

const MAIL = "artist_team_mail";
const METADATA = { actor: "system:teams" };

interface InvitationMail {
  readonly mailId: string;
  readonly invitationId: string;
}

/** Mails to whom artists ask into their teams; who has an account hears of it there, too. */
export function artistTeamReactors(deps: Deps): Reactor[] {
  return [invitations(deps)];
}

function invitations(deps: Deps): Reactor<TeamMemberInvited> {
  return {
    name: "artist_team_invitations",
    logs: ["social"],
    on: ["TeamMemberInvited"],
    async react({ data, eventId, metadata }) {
      if (metadata.actor === "system:demo") return;
      const { creatorId, invitationId, emailHash, by } = data;
      const { sql } = deps.store;
      const user = await findUserByEmailHash(sql, emailHash);
      if (user && await hasBlocked(sql, user.userId, [creatorId, by])) return;
      const payload: InvitationMail = { mailId: eventId, invitationId };
      await deps.jobs.enqueue(sql, { kind: MAIL, key: eventId, payload });
      deps.jobs.poke();
      if (!user?.isVerified || user.closing || user.suspension) return;
      const found = { creatorId, invitationId, userId: user.userId };
      await deps.store.execute(noteInvitationFound, found, { logs: ["social"], metadata: METADATA, lane: "bulk" });
    },
  };
}

/** Whether a person has blocked one of these. */
async function hasBlocked(sql: Sql, userId: string, personIds: readonly string[]): Promise<boolean> {
  const blocked = await blockedBy(sql, userId);
  return personIds.some((personId) => blocked.has(personId));
}

/** Mails invitations from now on. The address is opened only now; nothing goes out for what is over or erased. */
export function workArtistTeamMails(deps: Deps): void {
  const tokens = new TeamTokens(deps.keys);
  deps.jobs.work<InvitationMail>(MAIL, async ({ payload: { mailId, invitationId } }) => {
    const { sql } = deps.store;
    const row = await findTeamInvitation(sql, invitationId);
    if (!row || row.expiresAt <= deps.now()) return;
    const { creatorId, role, email } = row;
    const [artists, keys] = await Promise.all([
      findCreators(sql, [creatorId]),
      deps.personal.keysOf(sql, [creatorId]),
    ]);
    const key = keys.get(creatorId);
    if (!key) return;
    const { label, may } = TEAM_ROLE_WORDS[role];
    const message = teamInvitationMail({
      ...{ id: mailId, name: "", publicUrl: deps.config.publicUrl },
      link: `${deps.config.publicUrl}/team/${tokens.sign(row)}`,
      to: key.open(sealedTeamField(invitationId), email),
      ...{ artist: artists.get(creatorId)?.name ?? "An artist on Orin", role: label.toLowerCase(), may },
    });
    await deliver(deps, message);
  }, AS_MAIL);
}
