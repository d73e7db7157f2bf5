import { findSuspensionAppeal, type SuspensionAppealRow } from "../../../projections/moderation/suspension_appeals.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { SUSPENSION_REASON } from "../../accounts/account/events.ts";
import { ownedUnits } from "../../accounts/closing/owned.ts";
import { propose } from "../../approvals/decide.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import { afterDays, approversLimit, type ProposalKind } from "../../approvals/kind.ts";
import { holdMusic } from "../../catalogue/artist/hold.ts";
import { suspensionHold } from "../../catalogue/artist/suspended_music.ts";
import type { AppealVerdict } from "../../contract/moderation.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import type { ProposalState } from "../../contract/proposals.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { type AnswerSuspension, answerSuspension } from "./appeal.ts";
import { LIFT_SUSPENSION, SUSPENSION_ANSWER } from "./events.ts";
import { askedOfSuspension } from "./state.ts";

/**
 * The answer to an appeal against a suspension. An admin on another side than the one who suspended is the second of
 * two. Where only that admin's side is there, letting in a person who has tokens adds up with suspensions that it
 * lifted. Answers and reasons are sealed with the person's key.
 */
export const suspensionAnswerKind: ProposalKind<AnswerSuspension> = {
  name: SUSPENSION_ANSWER,
  roles: ["catalogue", "support"],
  lapsesAt: afterDays(30),
  alone: approversLimit(ALONE_MS),
  addsUpWith: [LIFT_SUSPENSION],
  ofOwn: "proposed",
  partiesKeepOut: true,
  oneSide: "waits",
  async ladder({ store: { sql } }, { subject: appealId, content }) {
    const row = await findSuspensionAppeal(sql, appealId);
    return row && { asked: askedOfSuspension(row), isAgreed: answerIn(content).verdict === "grant" };
  },
  async matter(deps, appealId, content) {
    const { sql } = deps.store;
    const row = await findSuspensionAppeal(sql, appealId);
    if (!row?.isWaiting) return undefined;
    const { verdict, units } = answerIn(content);
    const who = `…${row.userId.slice(-8)}`;
    return {
      ...{ log: "social", units: verdict === "grant" ? units : 0, people: [row.userId] },
      title: verdict === "grant" ? `Agree with the appeal of ${who}` : `Keep ${who} suspended`,
      lines: [
        `They had ${formatTokensWithNaira(units)} when it was proposed.`,
        verdict === "grant"
          ? "They can log in and withdraw, and music that was hidden comes back."
          : "They stay shut out, and the answer is final.",
        "They get the proposed answer, which you read with the appeal, by email.",
      ],
      link: { label: "Read the appeal", path: `/moderation?suspension=${appealId}` },
    };
  },
  async prepare({ store: { sql } }, { subject: appealId, content, adminId, proposedBy }) {
    const { userId } = await existingSuspensionAppeal(sql, appealId);
    const { verdict, words, reason } = answerIn(content);
    return { appealId, userId, verdict, words, reason, adminId: proposedBy ?? adminId };
  },
  booking: answerSuspension,
  async followUp(deps, { subject: appealId }) {
    const row = await findSuspensionAppeal(deps.store.sql, appealId);
    if (row) await holdMusic(deps, suspensionHold(row.userId));
  },
};

/** The answer that a proposal's content holds; its words are sealed as "answer". */
export function answerIn({ verdict, words, reason, units }: ProposalContent) {
  return {
    verdict: verdict === "grant" ? "grant" as const : "uphold" as const,
    ...{ words: String(words), reason: String(reason), units: Number(units) },
  };
}

/** The appeal of an id. Throws Refusal `not_found`. */
export async function existingSuspensionAppeal(
  sql: Deps["store"]["sql"],
  appealId: string,
): Promise<SuspensionAppealRow> {
  const row = await findSuspensionAppeal(sql, appealId);
  if (!row) throw notFound();
  return row;
}

function notFound(): Refusal {
  return new Refusal("not_found", "There is no such appeal");
}

/**
 * An admin answers in words, which are sealed here. Throws Refusal `not_found`, `already_decided`, or like `propose`.
 */
export async function answerInWords(
  deps: Deps,
  { appealId, verdict, words, adminId, metadata }: {
    readonly appealId: string;
    readonly verdict: AppealVerdict;
    readonly words: string;
    readonly adminId: string;
    readonly metadata: Metadata;
  },
): Promise<ProposalState> {
  const { sql } = deps.store;
  const { userId, isWaiting } = await existingSuspensionAppeal(sql, appealId);
  const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
  const key = keys.get(userId);
  if (!key) throw notFound();
  if (!isWaiting) throw new Refusal("already_decided", "This appeal is already answered, or the suspension is over");
  const content = {
    verdict,
    words: key.seal("answer", words),
    reason: key.seal(SUSPENSION_REASON, `Appeal granted: ${words}`),
    units: user?.suspension === undefined ? 0 : await ownedUnits(deps, userId),
  };
  return await propose(deps, suspensionAnswerKind, { subject: appealId, content, adminId, metadata });
}
