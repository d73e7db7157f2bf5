import { findWithdrawal, uncertainSince, unitsPaidAlone } from "../../../projections/wallet/withdrawals.ts";
import { formatTokensWithNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { Refusal } from "../../contract/refusal.ts";
import { askProvider, type ResolvePayout, resolvePayout } from "../../wallet/withdrawal/resolve.ts";
import { hasOpenedCase } from "../cases/open.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import { afterDays, type ProposalKind } from "../../approvals/kind.ts";

const DAY_MS = 24 * 3_600_000;

/**
 * Ending an uncertain payout, as paid or with the funds returned: a wrong word pays twice or not at all. It adds up with
 * the payouts that the side approved alone.
 */
export const resolveKind: ProposalKind<ResolvePayout> = {
  name: "resolve_payout",
  roles: ["finance"],
  lapsesAt: afterDays(7),
  ofOwn: "refused",
  oneSide: "waits",
  alone: ({ secondApproverAboveUnits, approvedAloneDayUnits, approvedAloneWeekUnits }) => ({
    onceUnits: secondApproverAboveUnits,
    spans: [{ ms: DAY_MS, units: approvedAloneDayUnits }, { ms: 7 * DAY_MS, units: approvedAloneWeekUnits }],
  }),
  alsoAlone: (sql, { subject, side, since }) => unitsPaidAlone(sql, { adminIds: side, since, except: subject }),
  async matter(deps, withdrawalId, content) {
    const row = await findWithdrawal(deps.store.sql, withdrawalId);
    if (row?.status !== "uncertain") return undefined;
    const { shard, userId, units, reference = "" } = row;
    const { outcome, reason } = contentOf(content);
    return {
      log: `ledger/${shard}`,
      ...{ units, people: [userId] },
      title: outcome === "paid" ? "Mark an uncertain payout as paid" : "Return the funds of an uncertain payout",
      lines: [
        `${formatTokensWithNaira(units)}. ${PROVIDER_NAME}'s reference: ${reference}.`,
        outcome === "paid"
          ? "The tokens leave the person for good, as if the bank had confirmed the payment."
          : "The person has the tokens again, and can ask for them once more.",
        `The reason given: ${reason}`,
      ],
      link: { label: "Open the payment", path: "/approve-earnings?tab=uncertain" },
    };
  },
  async prepare(deps, { subject: withdrawalId, content, adminId }) {
    const since = await uncertainSince(deps.store.sql, withdrawalId);
    if (!await hasOpenedCase(deps, { withdrawalId, adminId, since })) {
      throw new Refusal("case_file_needed", "Open the case file before you end an uncertain payment");
    }
    const { outcome, reason } = contentOf(content);
    return await askProvider(deps, { withdrawalId, adminId, outcome, reason });
  },
  booking: resolvePayout,
};

function contentOf({ outcome, reason }: ProposalContent): { outcome: "paid" | "returned"; reason: string } {
  return { outcome: outcome === "paid" ? "paid" : "returned", reason: String(reason) };
}
