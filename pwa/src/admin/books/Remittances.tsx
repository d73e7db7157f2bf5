import { reverseRemittance } from "@contract/calls/books.ts";
import { formatNaira } from "@contract/money.ts";
import type { TaxRemittance, TaxReversal } from "@contract/tax.ts";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Badge, type BadgeTone } from "../parts/Badge.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { ReversalDialog } from "./ReversalDialog.tsx";

const STATES: Readonly<Record<TaxRemittance["status"], { tone: BadgeTone; text: string }>> = {
  recorded: { tone: "notice", text: "Waits for approval" },
  lapsed: { tone: "plain", text: "Lapsed" },
  confirmed: { tone: "good", text: "Booked" },
  withdrawn: { tone: "plain", text: "Withdrawn" },
  reversed: { tone: "bad", text: "Reversed" },
};

const REVERSALS: Readonly<Record<TaxReversal["status"], { tone: BadgeTone; text: string }>> = {
  confirmed: { tone: "good", text: "Booked" },
  withdrawn: { tone: "plain", text: "Withdrawn" },
};

/** What admins said was paid to the tax authority; what waits is confirmed on another side, or withdrawn. */
export function Remittances({ remittances }: { remittances: readonly TaxRemittance[] }) {
  const [reversing, setReversing] = useState<TaxRemittance>();
  const [notice, say] = usePassing<string>();
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">Remittances</h2>
      {notice && <Banner tone="success">{notice}</Banner>}
      <ul className="flex flex-col divide-y divide-line rounded-xl border border-line bg-surface px-4">
        {remittances.map((one) => (
          <Remittance
            key={one._id}
            remittance={one}
            onReverse={() => setReversing(one)}
            onDone={say}
          />
        ))}
      </ul>
      {reversing && <ReversalDialog remittance={reversing} onClose={() => setReversing(undefined)} />}
    </section>
  );
}

interface RemittanceProps {
  remittance: TaxRemittance;
  onReverse(): void;
  /** The message once a proposal was answered. */
  onDone(said: string): void;
}

function Remittance({ remittance, onReverse, onDone }: RemittanceProps) {
  const { _id, paidOn, receipt, status, recordedBy, recordedAt, isReversing, reversals } = remittance;
  const what = `${formatNaira(remittance.kobo)} of ${remittance.month}`;
  const { tone, text } = STATES[status];
  return (
    <li className="flex flex-col gap-3 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-semibold tabular-nums">
            {what} <Badge tone={tone}>{text}</Badge>
          </p>
          <p className="wrap-anywhere text-ink-soft">
            Paid on {formatDate(paidOn)}, receipt <bdi>{receipt}</bdi>. Recorded by <bdi>{recordedBy}</bdi> on{" "}
            {formatDate(recordedAt)}
            <Decided decided={remittance} isWithdrawn={status === "withdrawn"} />.
          </p>
        </div>
        {status === "confirmed" && !isReversing && (
          <May call={reverseRemittance}>
            <Button variant="quiet" size="small" aria-label={`Reverse ${what}`} onClick={onReverse}>
              Reverse
            </Button>
          </May>
        )}
      </div>
      {status === "recorded" && <WaitingProposal kind="tax_remittance" subject={_id} onDone={onDone} />}
      {isReversing && <WaitingProposal kind="tax_reversal" subject={_id} onDone={onDone} />}
      {reversals.map((one) => <Reversal key={one._id} reversal={one} />)}
    </li>
  );
}

/** What was said against a booked remittance: who, when and why. */
function Reversal({ reversal }: { reversal: TaxReversal }) {
  const { status, reason, requestedBy } = reversal;
  const { tone, text } = REVERSALS[status];
  return (
    <div className="ml-4 min-w-0 border-l-2 border-line pl-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        Reversal <Badge tone={tone}>{text}</Badge>
      </p>
      <p className="wrap-anywhere whitespace-pre-line">
        <bdi>{reason}</bdi>
      </p>
      <p className="wrap-anywhere text-ink-soft">
        Asked for by <bdi>{requestedBy}</bdi>
        <Decided decided={reversal} isWithdrawn={status === "withdrawn"} />.
      </p>
    </div>
  );
}

interface DecidedProps {
  decided: Pick<TaxRemittance, "decidedBy" | "decidedAt">;
  isWithdrawn: boolean;
}

/** Who had the second word, in the middle of a sentence. */
function Decided({ decided: { decidedBy, decidedAt }, isWithdrawn }: DecidedProps) {
  if (decidedBy === undefined || decidedAt === undefined) return null;
  return (
    <>
      , {isWithdrawn ? "withdrawn" : "confirmed"} by <bdi>{decidedBy}</bdi> on {formatDate(decidedAt)}
    </>
  );
}
