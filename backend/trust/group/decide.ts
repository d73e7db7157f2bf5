import { LONE_DECISION_MS, loneDecisionsSince } from "../../../projections/lone_decisions.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { assertTwo, readIndependence } from "../../admin/team/reads.ts";
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
 * an admin decides alone on a day: accounts that are linked in other ways tomorrow are other groups.
 */
export const decideOnGroup = groups.handler("decideOnGroup", {
  id: ({ groupId }: Decide) => groupId,
  async beside(tx, commands: readonly Decide[], { now }) {
    const admins = commands.map(({ adminId }) => adminId);
    const [policies, lone] = await Promise.all([
      readPolicies(tx),
      loneDecisionsSince(tx, admins, now - LONE_DECISION_MS),
    ]);
    return { policies, lone };
  },
  decide(group, command, { beside, now, streams }) {
    const { adminId, groupId } = command;
    const before = beside.lone.filter((one) => one.adminId === adminId && one.groupId !== groupId);
    // What this group of commands has decided is in no table yet.
    const decided = streams.changes().filter(({ after }) => after !== group).map((change) =>
      (change.after.alone[adminId] ?? 0) - (change.before.alone[adminId] ?? 0)
    );
    const elsewhere = [...before.map(({ units }) => units), ...decided].reduce((sum, units) => sum + units, 0);
    return decideAction(group, command, policyAt(beside.policies, now).secondApproverAboveUnits - elsewhere);
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
