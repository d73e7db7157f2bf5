import { readAdmins } from "../../../projections/admin/admins.ts";
import { openPersonOf } from "../../accounts/account/reads.ts";
import { type AdminRole, ROLE_WORDS } from "../../contract/admin_roles.ts";
import { addsRights } from "../../contract/calls/roles.ts";
import { fullName } from "../../contract/full_name.ts";
import { longTime } from "../../contract/long_day.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { propose } from "../../approvals/decide.ts";
import type { ProposalKind } from "../../approvals/kind.ts";
import { team } from "./enrol.ts";
import { ADMIN_ROLE } from "./events.ts";
import {
  type ChangeOfRole,
  decideRole,
  decideRoleCancel,
  decideRoleConfirmation,
  MORE_RIGHTS_MS,
  unknownAdmin,
} from "./state.ts";
import { openChange, roleAt } from "../../contract/admin_standing.ts";

/** A role with more rights, or the answer to one that waits. */
type RoleCommand =
  | ChangeOfRole
  | { readonly userId: string; readonly changeId: string; readonly by: string };

/** A role with more rights: every admin has mail about it, and it holds a day later if another side confirms it by then. */
export const adminRoleKind: ProposalKind<RoleCommand> = {
  name: ADMIN_ROLE,
  roles: [],
  lapsesAt: (now) => now + MORE_RIGHTS_MS,
  alone: "nothing",
  ofOwn: "proposed",
  oneSide: "waits",
  reserves: true,
  async matter(deps, userId, { role, from }) {
    const now = deps.now();
    const admin = (await readAdmins(deps.store.sql)).find((one) => one.userId === userId);
    if (!admin || roleAt(admin, now) !== from) return undefined;
    const { label, does } = ROLE_WORDS[role as AdminRole];
    const holdsAt = openChange(admin, now)?.effectiveFrom ?? now + MORE_RIGHTS_MS;
    return {
      ...{ log: "social", units: 0, people: [] },
      title: `Give ${await openAdminName(deps, userId)} the role ${label}`,
      lines: [
        `${label}: ${does}`,
        `Until now: ${ROLE_WORDS[from as AdminRole].label}.`,
        `The role holds from ${longTime(holdsAt)} on, if it is confirmed before.`,
        "Any owner can take it back.",
      ],
      link: { label: "See the team", path: "/create-admin" },
    };
  },
  prepare(_deps, { subject: userId, content, adminId: by, proposalId, proposedBy }) {
    const role = content["role"] as AdminRole;
    return Promise.resolve(
      proposedBy === undefined
        ? { userId, changeId: proposalId, role, by, isProposed: true }
        : { userId, changeId: proposalId, by },
    );
  },
  booking: team.handler("decideAdminRole", {
    id: ({ userId }: RoleCommand & { readonly step: string }) => userId,
    decide(admin, { step, ...command }, { now }) {
      if ("role" in command) return decideRole(admin, command, now);
      return step === "withdraw" ? decideRoleCancel(admin, command, now) : decideRoleConfirmation(admin, command, now);
    },
    result: () => undefined,
  }),
};

/** An admin's name, for other admins. */
export async function openAdminName(deps: Pick<Deps, "store" | "personal">, userId: string): Promise<string> {
  return fullName(await openPersonOf(deps, userId), "A former admin");
}

const changeNow = team.handler("changeAdminRole", {
  id: ({ userId }: ChangeOfRole) => userId,
  decide: (admin, command, { now }) => decideRole(admin, command, now),
  result: ({ events }) => ({ isChanged: events.length > 0 }),
});

/**
 * Gives an admin another role: now where it takes rights away, else as a proposal. The role that they have takes a
 * confirmed one back that does not hold yet. Throws Refusal `not_found`, `admin_protected`, `own_account`, or like
 * `propose`.
 */
export async function changeRole(
  deps: Deps,
  { userId, role, adminId, changeId, metadata }: {
    readonly userId: string;
    readonly role: AdminRole;
    readonly adminId: string;
    readonly changeId: string;
    readonly metadata: Metadata;
  },
): Promise<void> {
  const now = deps.now();
  const admin = (await readAdmins(deps.store.sql)).find((one) => one.userId === userId);
  if (!admin) throw unknownAdmin();
  const from = roleAt(admin, now);
  if (addsRights(from, role)) {
    if (openChange(admin, now)?.role === role) return;
    await propose(deps, adminRoleKind, { subject: userId, content: { role, from }, adminId, metadata });
    return;
  }
  const command = { userId, changeId, role, by: adminId };
  const { result } = await deps.store.execute(changeNow, command, { logs: ["social"], metadata });
  // A session remembers the role for a moment: rights that were taken away end now.
  if (result.isChanged && role !== from) await deps.sessions.endAll(userId);
}
