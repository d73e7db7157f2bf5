import { type AppealRow, findAppeal } from "../../../projections/trust/appeals.ts";
import { propose } from "../../approvals/decide.ts";
import { afterDays, approversLimit, type ProposalKind, signedBy } from "../../approvals/kind.ts";
import type { AppealOutcome } from "../../contract/appeals.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { ALONE_MS } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { ExecuteOptions } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { type AnswerAppeal, answerAppeal, atStake, decisionsAbout, hasJudged, sealedFor } from "./appeal.ts";
import { APPEAL_ANSWER, appealAnswerIn } from "./events.ts";

/**
 * The answer to a listener's appeal. What is given back counts; who froze or voided before decides nothing alone. The words
 * are sealed with the listener's key: admins read them where the log says that they looked.
 */
export const appealAnswerKind: ProposalKind<AnswerAppeal> = {
  name: APPEAL_ANSWER,
  roles: ["finance"],
  lapsesAt: afterDays(30),
  alone: approversLimit(ALONE_MS),
  ofOwn: "proposed",
  partiesKeepOut: true,
  async hadPart({ store: { sql } }, { subject, adminId }) {
    const row = await findAppeal(sql, subject);
    return row !== undefined && await hasJudged(sql, { userId: row.userId, adminId });
  },
  oneSide: "waits",
  async matter({ store: { sql } }, appealId, content) {
    const row = await findAppeal(sql, appealId);
    if (row?.state !== "open") return undefined;
    const { outcome, units } = appealAnswerIn(content);
    const who = `…${row.userId.slice(-8)}`;
    return {
      ...{ log: "social", units: outcome === "grant" ? units : 0, people: [row.userId] },
      title: outcome === "grant" ? `Agree with the appeal of ${who}` : `Keep our decision about ${who}`,
      lines: [
        `${formatTokensWithNaira(units)} were held or removed when it was proposed.`,
        outcome === "grant"
          ? "What was voided becomes available, and what is frozen settles again. It cannot be undone."
          : "Nothing changes: what is held stays held, and what was removed stays removed.",
        "The listener gets the proposed answer, which you read with the appeal, on their earnings page and by email.",
      ],
      link: { label: "Read the appeal and the answer", path: `/appeals?appeal=${appealId}` },
    };
  },
  async prepare(deps, { subject: appealId, content, adminId, proposalId, proposedBy }) {
    const { userId } = await existingAppeal(deps, appealId);
    const by = signedBy({ adminId, proposedBy });
    const data = { appealId, userId, ...appealAnswerIn(content), proposalId, ...by };
    return { shard: deps.shardOf(userId), data };
  },
  booking: answerAppeal,
};

/** The appeal of an id. Refuses with `not_found` for unknown ones and those of erased people. */
export async function existingAppeal({ store }: Pick<Deps, "store">, appealId: string): Promise<AppealRow> {
  const row = await findAppeal(store.sql, appealId);
  if (!row) throw new Refusal("not_found", "There is no such appeal");
  return row;
}

interface Answering {
  readonly appealId: string;
  readonly outcome: AppealOutcome;
  /** In words; it is sealed here. */
  readonly answer: string;
  readonly adminId: string;
  readonly metadata: Metadata;
  readonly given: Pick<ExecuteOptions, "commandId" | "content">;
}

/**
 * Answers in words: keeps the decisions, or undoes them; alone where the side may, else an admin on another side confirms
 * it. Throws Refusal `not_found`, `already_decided`, or like `propose`.
 */
export async function answerInWords(
  deps: Deps,
  { appealId, outcome, answer: text, adminId, metadata, given }: Answering,
): Promise<void> {
  const { userId } = await existingAppeal(deps, appealId);
  const [answer, decisions] = await Promise.all([
    sealedFor(deps, { userId, field: "answer", text }),
    decisionsAbout(deps.store.sql, { shard: deps.shardOf(userId), userId }),
  ]);
  if (answer === undefined) throw new Refusal("not_found", "There is no such appeal");
  const content = { outcome, answer, units: atStake(decisions) };
  await propose(deps, appealAnswerKind, { subject: appealId, content, adminId, metadata, given });
}
