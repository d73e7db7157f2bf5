import { reverseRemittance } from "@contract/calls/books.ts";
import { formatNaira } from "@contract/money.ts";
import type { TaxRemittance, TaxReversal } from "@contract/tax.ts";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { usePassing } from "../../lib/use_passing.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Badge, type Mark } from "../parts/Badge.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { newId } from "@contract/ids.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useTaxStep } from "./tax_api.ts";

const STATES: Readonly<Record<TaxRemittance["status"], Mark>> = {
  recorded: { tone: "notice", text: "Waits for approval" },
  lapsed: { tone: "plain", text: "Lapsed" },
  confirmed: { tone: "good", text: "Booked" },
  withdrawn: { tone: "plain", text: "Withdrawn" },
  reversed: { tone: "bad", text: "Reversed" },
};

const REVERSALS: Readonly<Record<TaxReversal["status"], Mark>> = {
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
  /** Shown once a proposal was answered. */
  onDone(said: string): void;
}

function Remittance({ remittance, onReverse, onDone }: RemittanceProps) {
  const { _id, paidOn, receipt, status, recordedBy, recordedAt, isReversing, reversals } = remittance;
  const what = `${formatNaira(remittance.kobo)} of ${remittance.month}`;
  return (
    <li className="flex flex-col gap-3 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-semibold tabular-nums">
            {what} <Badge {...STATES[status]} />
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
  return (
    <div className="ml-4 min-w-0 border-l-2 border-line pl-4">
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        Reversal <Badge {...REVERSALS[status]} />
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

/** Asks why a booked remittance is wrong; an admin on another side confirms it before anything is booked back. */
function ReversalDialog({ remittance, onClose }: { remittance: TaxRemittance; onClose(): void }) {
  const { _id: remittanceId, kobo, month, receipt } = remittance;
  // One id for this form, so that a press that is repeated asks once.
  const [reversalId] = useState(() => newId());
  const step = useTaxStep();
  return (
    <ReasonDialog
      title="Reverse this remittance?"
      description={`${
        formatNaira(kobo)
      } of ${month}, receipt ${receipt}. Once an admin on another side has confirmed it, the sum is booked back and due again, and the receipt is free.`}
      label="What was wrong"
      hint="The team and auditors read it"
      least={10}
      most={500}
      send="Ask for the reversal"
      of={step}
      busyLabel="Asking..."
      failure="It was not asked for"
      offline="It was not asked for: no connection. Press again"
      onClose={onClose}
      onConfirm={(reason) => step.mutate({ step: "reverse", remittanceId, reversalId, reason }, { onSuccess: onClose })}
    />
  );
}
