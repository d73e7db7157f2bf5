import type { GroupAction } from "../../contract/groups.ts";
import type { Event } from "../../store/log/event.ts";

/**
 * A device reported plays of times that cannot be: before the account, long ago, or to come. They earn nothing and leave
 * no play, but they say who tries. The first such call of a Lagos day is kept.
 */
export type ImpossibleTimesNoted = Event<"ImpossibleTimesNoted", {
  readonly userId: string;
  readonly day: string;
  /** Keyed hash of the network address and the day. */
  readonly originHash: string;
  readonly plays: number;
  /** The devices and tracks that the reports named, each once. */
  readonly deviceIds: readonly string[];
  readonly trackIds: readonly string[];
}>;

/** The stream of an account's impossible times of a day, in the log `social`. */
export function impossibleTimesStream(userId: string, day: string): string {
  return `impossible-times/${userId}/${day}`;
}

/** What an admin wants done, and to whom: the members as the admin saw them. `units` is what settles of them. */
type Decision = {
  readonly groupId: string;
  readonly action: GroupAction;
  /** For the listeners, in plain words. */
  readonly reason: string;
  readonly members: readonly string[];
  readonly units: number;
  readonly adminId: string;
};

/** Only read: since then what needs two admins is a proposal (`backend/admin/proposals`). */
type GroupDecisionProposed = Event<"GroupDecisionProposed", Decision & { readonly proposalId: string }>;

/** Only read: the proposal is off. */
type GroupProposalWithdrawn = Event<
  "GroupProposalWithdrawn",
  { readonly groupId: string; readonly proposalId: string; readonly adminId: string }
>;

/** It holds. `confirmedBy` is the second admin, where one was needed. */
export type GroupDecided = Event<
  "GroupDecided",
  Decision & {
    readonly decisionId: string;
    readonly confirmedBy?: string;
    /** Of the decision in the stream of proposals; before there was one, and of a freeze, it is missing. */
    readonly proposalId?: string;
  }
>;

/** Admins write notes to each other. */
type GroupNoted = Event<"GroupNoted", { readonly groupId: string; readonly adminId: string; readonly note: string }>;

export type GroupEvent = GroupDecisionProposed | GroupProposalWithdrawn | GroupDecided | GroupNoted;

/** The kind of proposal, whose subject is the group. */
export const GROUP_DECISION = "group_decision";

/** The stream of a group, in the log `social`. */
export function groupStream(groupId: string): string {
  return `group/${groupId}`;
}

type Choice = Pick<Decision, "action" | "reason" | "members" | "units">;

/** A decision as its proposal keeps it: members by their ids, a space between them. */
export function groupDecisionContent({ action, reason, members, units }: Choice) {
  return { action, reason, units, members: members.join(" ") };
}

/** The decision that a proposal keeps: a void or a release, since a freeze needs none. */
export function groupChoiceIn({ action, reason, members, units }: { readonly [name: string]: string | number }) {
  return {
    ...{ action: action === "release" ? "release" as const : "void" as const, reason: String(reason) },
    ...{ members: String(members).split(" "), units: Number(units) },
  };
}
