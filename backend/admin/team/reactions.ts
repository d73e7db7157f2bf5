import { adminsById } from "../../../projections/admin/admins.ts";
import { ROLE_WORDS } from "../../contract/admin_roles.ts";
import { longDay } from "../../contract/long_day.ts";
import type { Deps } from "../../deps.ts";
import type { Reactor } from "../../store/projections/follow.ts";
import type { AdminGranted } from "../../accounts/account/events.ts";
import { enqueueMail } from "../../mails/send.ts";
import type { AdminInvited, AdminRoleChanged } from "./events.ts";
import { signInvitation } from "./invitation.ts";
import { openAdminName } from "./role_kind.ts";
import { tellTeam } from "../../approvals/tell.ts";

/** Every admin hears of a role with more rights, a day before it could hold; an invited one gets the link. */
export function teamReactors(deps: Deps): Reactor[] {
  return [roleMails(deps), invitationMails(deps)];
}

/** Not to founders, who have no inviter. */
function invitationMails(deps: Deps): Reactor<AdminGranted | AdminInvited> {
  return {
    name: "admin_invitation_mails",
    logs: ["social"],
    on: ["AdminGranted", "AdminInvited"],
    async react({ data: { userId }, eventId, recordedAt: at, metadata }) {
      if (!metadata.actor.startsWith("user:")) return;
      // Who has a password by now needs no link.
      if ((await adminsById(deps.store.sql, [userId])).get(userId)?.isEnrolled) return;
      const about = { mailId: eventId, userId, mail: "admin_invitation" as const, at };
      const code = signInvitation(deps.keys, { userId, at });
      await deps.store.sql.begin((tx) => enqueueMail(deps, tx, { ...about, code }));
      deps.jobs.poke();
    },
  };
}

function roleMails(deps: Deps): Reactor<AdminRoleChanged> {
  return {
    name: "admin_role_mails",
    logs: ["social"],
    on: ["AdminRoleChanged"],
    async react({ data, eventId, recordedAt: at }) {
      if (!data.needsConfirmation) return;
      const name = await openAdminName(deps, data.userId);
      const [before, after] = [ROLE_WORDS[data.previousRole].label, ROLE_WORDS[data.role].label];
      const notice = {
        subject: "A role with more rights is proposed",
        heading: "An admin proposes a role with more rights",
        lines: [
          `${name} would become ${after} instead of ${before} on ${longDay(Date.parse(data.effectiveFrom))}.`,
          "It takes effect only if an admin on another side confirms it. Any owner can withdraw it.",
        ],
        link: { label: "See the team", path: "/create-admin" },
      };
      await tellTeam(deps, { notice, eventId, at });
    },
  };
}
