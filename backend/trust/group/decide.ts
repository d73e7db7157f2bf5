import { LONE_DECISION_MS, loneDecisionsSince } from "../../../projections/lone_decisions.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { assertTwo, isOfSide, readIndependence, sidesOf } from "../../admin/team/reads.ts";
import { streamsOf } from "../../store/streams.ts";
import { type GroupEvent, groupStream } from "./events.ts";
import {
  type AboutProposal,
  confirmAction as decideConfirmed,
  type Decide,
  decideAction,
  evolve,
  type Group,
  NO_GROUP,
  withdrawProposal as decideWithdrawn,
} from "./state.ts";

export const groups = streamsOf<string, Group, GroupEvent>({
  log: "social",
  stream: groupStream,
  initial: NO_GROUP,
  evolve,
});

/**
 * Freezes, voids or releases what settles of a group; above the limit it is only proposed. The limit holds for all that
 * a side decides alone on a day: accounts that are linked in other ways tomorrow are other groups, and whom an admin
 * invites is no second person. Of a group with somebody on the side, or whose account it opened, it decides nothing alone.
 */
export const decideOnGroup = groups.handler("decideOnGroup", {
  id: ({ groupId }: Decide) => groupId,
  async beside(tx, commands: readonly Decide[], { now }) {
    const admins = commands.map(({ adminId }) => adminId);
    const sides = await sidesOf(tx, admins);
    const [policies, lone] = await Promise.all([
      readPolicies(tx),
      loneDecisionsSince(tx, [...sides.values()].flat(), now - LONE_DECISION_MS),
    ]);
    const own = new Set<Decide>();
    for (const command of commands) {
      const side = sides.get(command.adminId) ?? [command.adminId];
      if (await isOfSide(tx, { side, userIds: command.members })) own.add(command);
    }
    return { policies, lone, sides, own };
  },
  decide(group, command, { beside, now, streams }) {
    const { adminId, groupId } = command;
    const side = beside.sides.get(adminId) ?? [adminId];
    // What the admin has decided alone about this group the group itself adds up.
    const before = beside.lone.filter((one) =>
      side.includes(one.adminId) && !(one.adminId === adminId && one.groupId === groupId)
    );
    // What this group of commands has decided is in no table yet.
    const decided = streams.changes().flatMap((change) =>
      side.filter((one) => one !== adminId || change.after !== group).map((one) =>
        (change.after.alone[one] ?? 0) - (change.before.alone[one] ?? 0)
      )
    );
    const elsewhere = [...before.map(({ units }) => units), ...decided].reduce((sum, units) => sum + units, 0);
    const limit = beside.own.has(command) ? 0 : policyAt(beside.policies, now).secondApproverAboveUnits - elsewhere;
    return decideAction(group, command, limit);
  },
  result: ({ after }) => ({ isWaiting: after.proposal !== undefined }),
});

/** An admin of another side confirms what one proposed. */
export const confirmProposal = groups.handler("confirmGroupProposal", {
  id: ({ groupId }: AboutProposal) => groupId,
  beside: (tx, _commands, { now }) => readIndependence(tx, now),
  decide(group, command, { beside }) {
    const events = decideConfirmed(group, command);
    assertTwo(beside, { proposedBy: group.proposal?.adminId, adminId: command.adminId });
    return events;
  },
  result: () => undefined,
});

/** Takes a proposal away. */
export const withdrawProposal = groups.handler("withdrawGroupProposal", {
  id: ({ groupId }: AboutProposal) => groupId,
  decide: decideWithdrawn,
  result: () => undefined,
});

/** Keeps a note. */
export const noteOnGroup = groups.handler("noteOnGroup", {
  id: ({ groupId }: { groupId: string; adminId: string; note: string }) => groupId,
  decide: (_group, data) => [{ type: "GroupNoted", data }],
  result: () => undefined,
});
