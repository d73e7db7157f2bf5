import { adminsById, readAdmins } from "../../../projections/admin/admins.ts";
import { ROLE_WORDS } from "../../contract/admin_roles.ts";
import type { ProposalKind } from "../../approvals/kind.ts";
import { team } from "./enrol.ts";
import { ADMIN_INVITATION } from "./events.ts";
import { openAdminName } from "./role_kind.ts";
import { decideConfirmation } from "./state.ts";
import { roleAt } from "../../contract/admin_standing.ts";

interface ConfirmAdmin {
  readonly userId: string;
  readonly by: string;
}

const LAPSES_MS = 30 * 24 * 3_600_000;

/**
 * Letting an invited admin in, beside the password that they choose. Being made an admin by an admin, and being invited
 * again, is the proposal: it is read from that event, and is never missing.
 */
export const adminInvitationKind: ProposalKind<ConfirmAdmin> = {
  name: ADMIN_INVITATION,
  roles: [],
  lapsesAt: (now) => now + LAPSES_MS,
  alone: "nothing",
  ofOwn: "proposed",
  oneSide: "waits",
  async matter(deps, userId) {
    const { sql } = deps.store;
    const admin = (await readAdmins(sql)).find((one) => one.userId === userId);
    if (!admin || admin.isConfirmed) return undefined;
    const { label, does } = ROLE_WORDS[roleAt(admin, deps.now())];
    const [name, inviter, founder] = await Promise.all([
      openAdminName(deps, userId),
      admin.invitedBy === undefined ? "Orin" : openAdminName(deps, admin.invitedBy),
      openAdminName(deps, admin.root),
    ]);
    return {
      ...{ log: "social", units: 0, people: [] },
      title: `Let ${name} into the back office as ${label}`,
      lines: [
        `${label}: ${does}`,
        `Invited by ${inviter}, on the side of ${founder}.`,
        "Confirm this only if you have spoken to them yourself. From then on they can use the back office.",
        "Any owner can remove them again.",
      ],
      link: { label: "See the team", path: "/create-admin" },
    };
  },
  prepare: (_deps, { subject: userId, adminId: by }) => Promise.resolve({ userId, by }),
  booking: team.handler("confirmAdmin", {
    id: ({ userId }: ConfirmAdmin) => userId,
    beside: async (tx, commands) => await adminsById(tx, commands.map(({ by }) => by)),
    decide: (admin, { by }, { beside }) => decideConfirmation(admin, beside.get(by)),
    result: () => undefined,
  }),
};
