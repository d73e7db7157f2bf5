import { findUser } from "../../../projections/accounts/users.ts";
import { propose } from "../../approvals/decide.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import { afterDays, type ProposalKind } from "../../approvals/kind.ts";
import { longTime } from "../../contract/long_day.ts";
import { formatNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { ALL_PAYOUTS, LOST_PAYOUT, PAYOUT_RESUME } from "./events.ts";
import { findingText } from "./finding_text.ts";
import { type Deciding, readPause, resumePayouts, settleLost } from "./pause.ts";
import { agreedIn, type decideResume, type decideSettled, noLostPayout, notPaused, type Paused } from "./state.ts";

const MOST_FINDINGS = 20;

/** Saying how a payout that the log has lost was settled: a wrong word takes tokens from the wrong person. */
export const lostPayoutKind: ProposalKind<Parameters<typeof decideSettled>[1]> = {
  name: LOST_PAYOUT,
  roles: ["finance"],
  lapsesAt: afterDays(30),
  alone: "nothing",
  ofOwn: "proposed",
  oneSide: "waits",
  async matter(deps, reference, { reason, userId }) {
    const lost = (await readPause(deps.store.sql)).lostPayouts.find(({ subject }) => subject === reference);
    if (!lost) return undefined;
    const { amountKobo: units, status, at } = lost;
    return {
      ...{ log: "social", units, people: userId === undefined ? [] : [String(userId)] },
      title: `Settle a payout of ${formatNaira(units)} that the log has lost`,
      lines: [
        `${PROVIDER_NAME} has it as ${reference} (${status})${at === 0 ? "" : `, of ${longTime(at)}`}.`,
        userId === undefined
          ? "It is taken from no account: the person has settled it."
          : `It is taken from the account ${userId}; what they no longer have they owe.`,
        "The bank account that it paid can be paid again.",
        `The reason given: ${reason}`,
        "It cannot be undone.",
      ],
      link: userId === undefined
        ? { label: "Open payouts", path: "/payouts" }
        : { label: "Open the person", path: `/people/${userId}` },
    };
  },
  async prepare({ store }, { subject: reference, content: { reason, userId }, adminId }) {
    const settlement = { reference, adminId, reason: String(reason) };
    if (userId === undefined) return settlement;
    if (!await findUser(store.sql, String(userId))) throw new Refusal("not_found", "User not found");
    return { ...settlement, userId: String(userId) };
  },
  booking: settleLost,
};

/** An admin says how a lost payout was settled; with `userId` it is taken from this person. Refuses with `not_found`. */
export async function settle(
  deps: Deps,
  { reference, adminId, reason, userId, metadata }: Deciding & {
    readonly reference: string;
    readonly userId?: string | undefined;
  },
): Promise<void> {
  const { lostPayouts } = await readPause(deps.store.sql);
  if (!lostPayouts.some(({ subject }) => subject === reference)) throw noLostPayout();
  const content = { reason, ...userId !== undefined && { userId } };
  await propose(deps, lostPayoutKind, { subject: reference, content, adminId, metadata });
}

/** Letting payouts go on, on one side's word and another's. A new finding takes the proposal off the table. */
export const payoutResumeKind: ProposalKind<Parameters<typeof decideResume>[1]> = {
  name: PAYOUT_RESUME,
  roles: ["finance"],
  lapsesAt: afterDays(7),
  alone: "nothing",
  ofOwn: "proposed",
  oneSide: "waits",
  async matter({ store }, _all, content) {
    const { paused } = await readPause(store.sql);
    if (!paused || !isAbout(paused, content)) return undefined;
    const { at, adminId, lost, reconciledTo, brakedBy } = paused;
    return {
      ...{ log: "social", units: 0, people: [] },
      title: "Resume payouts",
      lines: [
        `${adminId === undefined ? "Orin" : "An admin"} paused them on ${longTime(at)}: ${paused.reason}`,
        ...lost.slice(0, MOST_FINDINGS).map(findingText),
        ...lost.length > MOST_FINDINGS ? [`${lost.length - MOST_FINDINGS} more findings: see Payouts.`] : [],
        ...reconciledTo === undefined ? [] : [
          `The books were reconciled up to ${
            longTime(reconciledTo)
          }. What ${PROVIDER_NAME} did until then and Orin does not know is accepted.`,
        ],
        ...brakedBy === undefined ? [] : ["The payout that was refused can be approved, and the day counts anew."],
        `The reason given: ${content["reason"]}`,
        "Payments begin again immediately. They can be paused again.",
      ],
      link: { label: "Open payouts", path: "/payouts" },
    };
  },
  async prepare({ store }, { content, adminId, proposalId, proposedBy = adminId }) {
    const { paused } = await readPause(store.sql);
    if (!paused) throw notPaused();
    if (paused.lost.length > 0 && paused.reconciledTo === undefined) {
      throw new Refusal(
        "reconciliation_needed",
        "Please reconcile first, so that both of you see what the log has lost",
      );
    }
    const { pausedAt, findings } = agreedIn(paused);
    return {
      ...{ proposalId, proposedBy, adminId, reason: String(content["reason"]) },
      pausedAt: Number(content["pausedAt"] ?? pausedAt),
      findings: Number(content["findings"] ?? findings),
    };
  },
  booking: resumePayouts,
};

/** Whether a proposal is about this pause, with all that was found. What was proposed before names neither. */
export function isAbout(paused: Paused, { pausedAt, findings }: ProposalContent): boolean {
  const now = agreedIn(paused);
  return pausedAt === undefined || (pausedAt === now.pausedAt && findings === now.findings);
}

/** An admin proposes that payouts go on. Refuses with `already_decided` or `reconciliation_needed`. */
export async function proposeResume(deps: Deps, { adminId, reason, metadata }: Deciding): Promise<void> {
  const { paused } = await readPause(deps.store.sql);
  if (!paused) throw notPaused();
  const content = { reason, ...agreedIn(paused) };
  await propose(deps, payoutResumeKind, { subject: ALL_PAYOUTS, content, adminId, metadata });
}
