import type { GroupAction } from "../../contract/groups.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { GroupDecided, GroupEvent } from "./events.ts";

type Proposal = Extract<GroupEvent, { type: "GroupDecisionProposed" }>["data"];

/** A group as decisions see it. */
export interface Group {
  readonly isFrozen: boolean;
  /** Who was in the group when it was frozen: accounts that join later are not. */
  readonly frozen: readonly string[];
  readonly proposal: Proposal | undefined;
  /** Units that one admin alone has voided or released, by admin: many small decisions are one large one. */
  readonly alone: Readonly<Record<string, number>>;
}

export const NO_GROUP: Group = { isFrozen: false, frozen: [], proposal: undefined, alone: {} };

export interface Decide {
  readonly groupId: string;
  readonly action: GroupAction;
  readonly reason: string;
  readonly members: readonly string[];
  readonly units: number;
  readonly adminId: string;
  /** Of the decision or the proposal. */
  readonly id: string;
}

/**
 * Freezing protects, so that one admin may do it. Anything else is for admins outside of the group, and above the limit it
 * waits for another one.
 */
export function decideAction(group: Group, command: Decide, limitUnits: number): GroupEvent[] {
  const { id, ...decision } = command;
  const { action, adminId, units } = decision;
  if (action !== "freeze") needOutside(decision, adminId);
  if (group.proposal) {
    throw new Refusal("already_decided", "A decision about this group waits for an admin on another side");
  }
  if (action === "freeze" && group.isFrozen && newerThanFreeze(group, command.members) === 0) {
    throw new Refusal("already_decided", "This group is frozen already");
  }
  const sum = units + (group.alone[adminId] ?? 0);
  return action !== "freeze" && sum > limitUnits
    ? [{ type: "GroupDecisionProposed", data: { ...decision, proposalId: id } }]
    : [{ type: "GroupDecided", data: { ...decision, decisionId: id } }];
}

/** How many of these members joined a frozen group after its freeze; none while it is not frozen. */
export function newerThanFreeze({ isFrozen, frozen }: Group, members: readonly string[]): number {
  const known = new Set(frozen);
  return isFrozen ? members.filter((member) => !known.has(member)).length : 0;
}

export interface AboutProposal {
  readonly groupId: string;
  readonly proposalId: string;
  readonly adminId: string;
}

/** Another admin than the one who proposed it confirms. */
export function confirmAction(group: Group, { proposalId, adminId }: AboutProposal): GroupEvent[] {
  const { proposalId: id, ...decision } = proposalOf(group, proposalId);
  needOutside(decision, adminId);
  if (decision.adminId === adminId) {
    throw new Refusal("not_your_approval", "You proposed this: an admin on another side has to confirm it");
  }
  return [{ type: "GroupDecided", data: { ...decision, decisionId: id, confirmedBy: adminId } }];
}

/** Every admin outside of the group may take a proposal away. */
export function withdrawProposal(group: Group, { groupId, proposalId, adminId }: AboutProposal): GroupEvent[] {
  needOutside(proposalOf(group, proposalId), adminId);
  return [{ type: "GroupProposalWithdrawn", data: { groupId, proposalId, adminId } }];
}

function needOutside({ members }: { readonly members: readonly string[] }, adminId: string): void {
  if (members.includes(adminId)) throw new Refusal("conflict", "This is yours: another admin decides about it");
}

function proposalOf({ proposal }: Group, proposalId: string): Proposal {
  if (proposal?.proposalId !== proposalId) throw new Refusal("already_decided", "This proposal is no longer open");
  return proposal;
}

export function evolve(group: Group, event: GroupEvent): Group {
  switch (event.type) {
    case "GroupDecisionProposed":
      return { ...group, proposal: event.data };
    case "GroupProposalWithdrawn":
      return { ...group, proposal: undefined };
    case "GroupDecided":
      return decided(group, event.data);
    case "GroupNoted":
      return group;
  }
}

function decided(group: Group, { action, adminId, units, members, confirmedBy }: GroupDecided["data"]): Group {
  const isAlone = action !== "freeze" && confirmedBy === undefined;
  const alone = isAlone ? { ...group.alone, [adminId]: (group.alone[adminId] ?? 0) + units } : group.alone;
  const isFrozen = action === "freeze" || (action === "void" && group.isFrozen);
  const frozen = action === "freeze" ? [...new Set([...group.frozen, ...members])] : isFrozen ? group.frozen : [];
  return { ...group, proposal: undefined, isFrozen, frozen, alone };
}
