import { formatNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { propose } from "../../approvals/decide.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import { afterDays, type ProposalKind } from "../../approvals/kind.ts";
import { CAPITAL, CAPITAL_SHARD } from "./events.ts";
import { isRecorded, type RecordCapital, recordCapital } from "./record.ts";

/** Recording capital: who could do it alone could hide what is missing at the provider. */
export const capitalKind: ProposalKind<RecordCapital> = {
  name: CAPITAL,
  ...{ roles: ["finance"], alone: "nothing", ofOwn: "proposed", oneSide: "waits" },
  lapsesAt: afterDays(30),
  async matter({ store }, capitalId, content) {
    if (await isRecorded(store.sql, capitalId)) return undefined;
    const { units, reason } = saidIn(content);
    return {
      ...{ log: `ledger/${CAPITAL_SHARD}`, units: Math.abs(units), people: [] },
      title: units < 0
        ? `Record ${formatNaira(-units)} of capital taken out of ${PROVIDER_NAME}`
        : `Record ${formatNaira(units)} of capital put into ${PROVIDER_NAME}`,
      lines: [
        `Compare the sum with ${PROVIDER_NAME}'s own statement. It is no income and no cost.`,
        `The reason given: ${reason}`,
        "What was recorded wrongly is put right by the opposite sum.",
      ],
      link: { label: "Open the books", path: "/books" },
    };
  },
  prepare(_deps, { subject: capitalId, content, adminId, proposedBy = adminId }) {
    return Promise.resolve({ capitalId, ...saidIn(content), adminId: proposedBy, confirmedBy: adminId });
  },
  booking: recordCapital,
};

function saidIn({ units, reason }: ProposalContent): Pick<RecordCapital, "units" | "reason"> {
  return { units: Number(units), reason: String(reason) };
}

/** Proposes to record capital, kobo; below zero where it was taken out. Refuses as `propose`. */
export async function proposeCapital(
  deps: Deps,
  { capitalId: subject, adminId, units, reason, metadata }: {
    readonly capitalId: string;
    readonly adminId: string;
    readonly units: number;
    readonly reason: string;
    readonly metadata: Metadata;
  },
): Promise<void> {
  await propose(deps, capitalKind, { subject, content: { units, reason }, adminId, metadata });
}
