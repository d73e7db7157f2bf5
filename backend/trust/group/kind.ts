import { decidedAlone } from "../../../projections/admin/proposals.ts";
import { needNoneOpen, propose } from "../../approvals/decide.ts";
import { afterDays, approversLimit, type ProposalKind, signedBy } from "../../approvals/kind.ts";
import type { GroupAction } from "../../contract/groups.ts";
import { newId } from "../../contract/ids.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";
import type { ExecuteOptions } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { decideOnGroup } from "./decide.ts";
import { GROUP_DECISION, groupChoiceIn, type GroupDecided, groupDecisionContent } from "./events.ts";
import { membersOf } from "./reads.ts";

const DAY_MS = 24 * 3_600_000;

const WORDS: Readonly<Record<Exclude<GroupAction, "freeze">, { readonly title: string; readonly lines: string[] }>> = {
  void: {
    title: "Void what settles of",
    lines: [
      "What has not settled goes back to the pool, and their plays of the last four weeks leave the counts and charts.",
      "Only a granted appeal undoes it.",
    ],
  },
  release: {
    title: "Release what is frozen of",
    lines: ["Their rewards settle again. Those whose time is over settle now, which cannot be undone."],
  },
};

/**
 * Voiding or releasing what settles of a group. The limit holds for all that a side decides alone on a day, and about one
 * group for as long as it exists: accounts that are linked in other ways tomorrow are other groups.
 */
export const groupDecisionKind: ProposalKind<Pick<GroupDecided, "data">> = {
  name: GROUP_DECISION,
  roles: ["finance"],
  lapsesAt: afterDays(30),
  alone: approversLimit(DAY_MS),
  alsoAlone: (sql, { subject, side, since }) =>
    decidedAlone(sql, { kinds: [GROUP_DECISION], adminIds: side, since: 0, before: { subject, at: since } }),
  ofOwn: "proposed",
  partiesKeepOut: true,
  oneSide: "waits",
  matter(_deps, groupId, content) {
    const { action, reason, members: people, units } = groupChoiceIn(content);
    const { title, lines } = WORDS[action];
    return Promise.resolve({
      ...{ log: "social" as const, units, people },
      title: `${title} ${people.length === 1 ? "1 account" : `${people.length} accounts`}`,
      lines: [
        `${
          formatTokensWithNaira(units)
        } were settling when it was proposed. What they earn until it is confirmed goes with it.`,
        ...lines,
        `Their receipts say: ${reason}`,
      ],
      link: { label: "See the group", path: `/groups?group=${groupId}` },
    });
  },
  prepare(_deps, { subject: groupId, content, adminId, proposalId, proposedBy }) {
    const by = signedBy({ adminId, proposedBy });
    return Promise.resolve({ data: { groupId, ...groupChoiceIn(content), decisionId: proposalId, proposalId, ...by } });
  },
  booking: decideOnGroup,
  followUp({ groups }) {
    groups.forget();
    return Promise.resolve();
  },
};

interface Deciding {
  readonly groupId: string;
  readonly action: GroupAction;
  readonly reason: string;
  readonly adminId: string;
  readonly metadata: Metadata;
  readonly given: Pick<ExecuteOptions, "commandId" | "content">;
}

/**
 * Freezes what settles of a group, which one admin may; voids or releases it, alone where the side may, else an admin on
 * another side confirms it. Throws Refusal `not_found`, `already_decided`, or like `propose`.
 */
export async function actOnGroup(
  deps: Deps,
  { groupId, action, reason, adminId, metadata, given }: Deciding,
): Promise<void> {
  const choice = { action, reason, ...await membersOf(deps, groupId) };
  if (action !== "freeze") {
    await propose(deps, groupDecisionKind, {
      ...{ subject: groupId, content: groupDecisionContent(choice), adminId, metadata, given },
    });
    return;
  }
  const now = deps.now();
  await needNoneOpen(deps, groupDecisionKind, { subject: groupId, now });
  const data = { groupId, ...choice, decisionId: newId(now), adminId };
  await deps.store.execute(decideOnGroup, { data }, { logs: ["social"], metadata, ...given });
}
