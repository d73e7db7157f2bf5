import type { GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import { team } from "./enrol.ts";
import { assertTwo, readIndependence } from "./reads.ts";
import { type ChangeOfRole, decideRole, decideRoleCancel, decideRoleConfirmation } from "./state.ts";

interface AboutChange {
  readonly userId: string;
  readonly changeId: string;
  readonly by: string;
}

/** Gives an admin another role: now where it takes rights away, else as a proposal. */
export const changeRole = team.handler("changeAdminRole", {
  id: ({ userId }: ChangeOfRole) => userId,
  decide: (admin, command, { now }) => decideRole(admin, command, now),
  result: ({ events, after }) => ({ isHeld: events.length > 0 && after?.change === undefined }),
});

/** An admin of another side confirms a role that adds rights. */
export const confirmRole = team.handler("confirmAdminRole", {
  id: ({ userId }: AboutChange) => userId,
  beside: (tx: Tx, _commands: readonly AboutChange[], { now }: GroupScope) => readIndependence(tx, now),
  decide(admin, command, { now, beside }) {
    const events = decideRoleConfirmation(admin, command, now);
    if (events.length > 0) assertTwo(beside, { proposedBy: admin?.change?.changedBy, adminId: command.by });
    return events;
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** Takes a proposed role back. */
export const cancelRole = team.handler("cancelAdminRole", {
  id: ({ userId }: AboutChange) => userId,
  decide: (admin, command, { now }) => decideRoleCancel(admin, command, now),
  result: ({ events }) => ({ changed: events.length > 0 }),
});
