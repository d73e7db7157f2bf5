import { appealQueue, type AppealRow, appealsOf, hasWrittenAppeals } from "../../../projections/trust/appeals.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { openAbout, waitingAbout } from "../../../projections/admin/proposals.ts";
import { hasVoided } from "../../../projections/wallet/settling.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import { isOfSide, sideOf } from "../../approvals/reads.ts";
import type { AdminAppeal, AppealQueue, AppealsAnswer, AppealSummary, OwnAppeal } from "../../contract/appeals.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { tokensOf } from "../../contract/money.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { groupOf } from "../group/reads.ts";
import { appealStreams, type Decisions, decisionsAbout, hasJudged } from "./appeal.ts";
import { APPEAL_ANSWER, appealAnswerIn } from "./events.ts";
import { existingAppeal } from "./kind.ts";
import { appealsLeft } from "./state.ts";

type AppealDeps = Pick<Deps, "store" | "shardOf" | "personal" | "groups" | "now">;

/** What admins decided about a listener's earnings, and what came of the listener's appeals. */
export async function ownAppeals(deps: AppealDeps, userId: string): Promise<AppealsAnswer> {
  const { sql } = deps.store;
  const [decisions, rows, keys, stateOf] = await Promise.all([
    decisionsAbout(sql, { shard: deps.shardOf(userId), userId }),
    appealsOf(sql, userId),
    deps.personal.keysOf(sql, [userId]),
    appealStreams.states(sql, [userId]),
  ]);
  const key = keys.get(userId);
  const { about, frozen, lastVoid } = decisions;
  return {
    ...(frozen && {
      held: { since: isoTime(frozen.since), reason: frozen.reason, tokens: tokensOf(decisions.heldUnits) },
    }),
    ...(lastVoid && {
      voided: { at: isoTime(lastVoid.at), reason: lastVoid.reason, tokens: tokensOf(decisions.voidedUnits) },
    }),
    appealsLeft: about === undefined ? 0 : appealsLeft(stateOf(userId), about),
    appeals: key ? rows.map((row) => ownAppeal(row, key)) : [],
  };
}

function ownAppeal(row: AppealRow, key: PersonKey): OwnAppeal {
  const { appealId, writtenAt, appeal, state, outcome, answer, answeredAt } = row;
  return {
    ...{ appealId, at: isoTime(writtenAt), text: key.open("appeal", appeal) },
    ...(state === "answered" && outcome && answer && answeredAt !== undefined && {
      answer: { at: isoTime(answeredAt), outcome, text: key.open("answer", answer) },
    }),
  };
}

/** Whether `ownAppeals` has something to say. */
export async function hasAppeals(deps: AppealDeps, userId: string): Promise<boolean> {
  const { sql } = deps.store;
  const [isVoided, isWritten] = await Promise.all([
    hasVoided(sql, deps.shardOf(userId), userId),
    hasWrittenAppeals(sql, userId),
  ]);
  return isVoided || isWritten;
}

const MOST_WAITING = 200;

/** The appeals that wait, the oldest first, then those answered last; without the people's words. */
export async function listAppeals(deps: AppealDeps): Promise<AppealQueue> {
  const { sql } = deps.store;
  const rows = await appealQueue(sql, MOST_WAITING);
  const subjects = rows.map(({ appealId }) => appealId);
  const waiting = await waitingAbout(sql, { kind: APPEAL_ANSWER, subjects, now: deps.now() });
  const appeals = rows.map(async (row) => {
    return summaryOf(row, { isWaiting: waiting.has(row.appealId), decisions: await decisionsOf(deps, row) });
  });
  return { appeals: await Promise.all(appeals) };
}

async function decisionsOf(deps: AppealDeps, { userId }: AppealRow): Promise<Decisions> {
  return await decisionsAbout(deps.store.sql, { shard: deps.shardOf(userId), userId });
}

function summaryOf(
  row: AppealRow,
  { isWaiting, decisions }: { readonly isWaiting: boolean; readonly decisions: Decisions },
): AppealSummary {
  const { appealId, userId, writtenAt } = row;
  const state = row.state === "open" && isWaiting ? "proposed" : row.state;
  const { heldUnits, voidedUnits } = decisions;
  return { appealId, userId, at: isoTime(writtenAt), state, held: tokensOf(heldUnits), voided: tokensOf(voidedUnits) };
}

/** An appeal in the listener's words, with the group's evidence. `adminId` is who asks. */
export async function openAppeal(deps: AppealDeps, appealId: string, adminId: string): Promise<AdminAppeal> {
  const { sql } = deps.store;
  const row = await existingAppeal(deps, appealId);
  const side = await sideOf(sql, adminId);
  const { userId } = row;
  const about = { kind: APPEAL_ANSWER, subject: appealId, now: deps.now() };
  const [decisions, group, keys, judged, isOwn, policies, people, proposal] = await Promise.all([
    decisionsOf(deps, row),
    groupOf(deps, userId),
    deps.personal.keysOf(sql, [userId]),
    hasJudged(sql, { userId, adminId }),
    isOfSide(sql, { side, userIds: [userId] }),
    readPolicies(sql),
    openPersonsOf(deps, [row.adminId ?? [], row.confirmedBy ?? []].flat()),
    openAbout(sql, about),
  ]);
  const key = keys.get(userId);
  if (!key) throw notFound();
  const adminName = (id: string) => fullName(people.get(id), "A former admin");
  const { frozen, lastVoid } = decisions;
  return {
    ...summaryOf(row, { isWaiting: proposal !== undefined, decisions }),
    text: key.open("appeal", row.appeal),
    reasons: [...new Set([frozen?.reason ?? [], lastVoid?.reason ?? []].flat())],
    ...(group && {
      group: {
        ...{ groupId: group.groupId, members: group.members, score: group.score },
        findings: group.findings.map(({ text }) => text),
      },
    }),
    ...answerOf(row, { key, adminName }),
    ...(row.state === "open" && proposal && { proposal: proposedIn(proposal.content, key) }),
    needsAnother: judged || isOwn,
    secondAdminAbove: tokensOf(policyAt(policies, deps.now()).secondApproverAboveUnits),
  };
}

interface AnswerContext {
  readonly key: PersonKey;
  adminName(id: string): string;
}

function answerOf(row: AppealRow, { key, adminName }: AnswerContext): Pick<AdminAppeal, "answer"> {
  const { outcome, answer, answeredAt } = row;
  if (outcome === undefined || answer === undefined || row.adminId === undefined) return {};
  const by = [row.adminId, row.confirmedBy ?? []].flat().map(adminName).join(" and ");
  return { answer: { outcome, text: key.open("answer", answer), at: isoTime(answeredAt ?? 0), by } };
}

function proposedIn(content: ProposalContent, key: PersonKey): NonNullable<AdminAppeal["proposal"]> {
  const { outcome, answer } = appealAnswerIn(content);
  return { outcome, text: key.open("answer", answer) };
}

function notFound(): Refusal {
  return new Refusal("not_found", "There is no such appeal");
}
