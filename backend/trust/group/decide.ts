import { policyAt, readPolicies } from "../../../projections/policies.ts";
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

/** Freezes, voids or releases what settles of a group; above the limit it is only proposed. */
export const decideOnGroup = groups.handler("decideOnGroup", {
  id: ({ groupId }: Decide) => groupId,
  facts: (tx) => readPolicies(tx),
  decide: (group, command, { facts, now }) =>
    decideAction(group, command, policyAt(facts, now).secondApproverAboveUnits),
  result: ({ after }) => ({ isWaiting: after.proposal !== undefined }),
});

/** Another admin confirms what one proposed. */
export const confirmProposal = groups.handler("confirmGroupProposal", {
  id: ({ groupId }: AboutProposal) => groupId,
  decide: decideConfirmed,
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
