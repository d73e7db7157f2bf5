import type { GroupAction } from "../../contract/groups.ts";

/** Someone signed up. Kept apart from the account, so that accounts made by admins and the demo have none. */
export type SignUpNoted = {
  readonly type: "SignUpNoted";
  readonly data: {
    readonly userId: string;
    /** Keyed hash of the network address and the hour: finds sign-ups side by side without holding the address. */
    readonly originHash: string;
  };
};

/**
 * A device reported plays of times that cannot be: before the account, long ago, or to come. They earn nothing and leave
 * no play, but they say who tries. The first such call of a Lagos day is kept.
 */
export type ImpossibleTimesNoted = {
  readonly type: "ImpossibleTimesNoted";
  readonly data: {
    readonly userId: string;
    readonly day: string;
    /** Keyed hash of the network address and the day. */
    readonly originHash: string;
    readonly plays: number;
    /** The devices and tracks that the reports named, each once. */
    readonly deviceIds: readonly string[];
    readonly trackIds: readonly string[];
  };
};

/** The stream of an account's impossible times of a day, in the log `social`. */
export function impossibleTimesStream(userId: string, day: string): string {
  return `impossible-times/${userId}/${day}`;
}

/** The stream of where an account was made, in the log `social`. */
export function signUpStream(userId: string): string {
  return `signup/${userId}`;
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

/** It is too much for one admin: another one has to confirm it. */
type GroupDecisionProposed = {
  readonly type: "GroupDecisionProposed";
  readonly data: Decision & { readonly proposalId: string };
};

/** The proposal is off. */
type GroupProposalWithdrawn = {
  readonly type: "GroupProposalWithdrawn";
  readonly data: { readonly groupId: string; readonly proposalId: string; readonly adminId: string };
};

/** It holds. `confirmedBy` is the second admin, where one was needed. */
export type GroupDecided = {
  readonly type: "GroupDecided";
  readonly data: Decision & { readonly decisionId: string; readonly confirmedBy?: string };
};

/** Admins write notes to each other. */
type GroupNoted = {
  readonly type: "GroupNoted";
  readonly data: { readonly groupId: string; readonly adminId: string; readonly note: string };
};

export type GroupEvent = GroupDecisionProposed | GroupProposalWithdrawn | GroupDecided | GroupNoted;

/** The stream of a group, in the log `social`. */
export function groupStream(groupId: string): string {
  return `group/${groupId}`;
}
