import { formatNaira } from "@contract/money.ts";
import type { TaxRemittance } from "@contract/tax.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Badge, type BadgeTone } from "../parts/Badge.tsx";
import { May } from "../shell/May.tsx";
import { type TaxStep, useTaxStep } from "./tax_api.ts";

const STATES: Readonly<Record<TaxRemittance["status"], { tone: BadgeTone; text: string }>> = {
  recorded: { tone: "notice", text: "Waits for approval" },
  confirmed: { tone: "good", text: "Booked" },
  withdrawn: { tone: "plain", text: "Withdrawn" },
};

type Asking = { readonly step: "confirm" | "withdraw"; readonly remittance: TaxRemittance };

/** What admins said was paid to the tax authority; what waits is confirmed by another one, or withdrawn. */
export function Remittances({ remittances }: { remittances: readonly TaxRemittance[] }) {
  const [asking, setAsking] = useState<Asking>();
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">Remittances</h2>
      <ul className="flex flex-col divide-y divide-line rounded-xl border border-line bg-surface px-4">
        {remittances.map((one) => <Remittance key={one._id} remittance={one} onAsk={setAsking} />)}
      </ul>
      {asking && <Asked asking={asking} onClose={() => setAsking(undefined)} />}
    </section>
  );
}

function Remittance({ remittance, onAsk }: { remittance: TaxRemittance; onAsk(asking: Asking): void }) {
  const { month, kobo, paidOn, receipt, status, recordedBy, recordedAt, isOwn, decidedBy, decidedAt } = remittance;
  const what = `${formatNaira(kobo)} of ${month}`;
  const { tone, text } = STATES[status];
  const done = status === "confirmed" ? "confirmed" : "withdrawn";
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold tabular-nums">
          {what} <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="wrap-anywhere text-ink-soft">
          Paid on {formatDate(paidOn)}, receipt <bdi>{receipt}</bdi>. Recorded by <bdi>{recordedBy}</bdi> on{" "}
          {formatDate(recordedAt)}
          {decidedBy !== undefined && decidedAt !== undefined && (
            <>
              , {done} by <bdi>{decidedBy}</bdi> on {formatDate(decidedAt)}
            </>
          )}.
        </p>
      </div>
      {status === "recorded" && (
        <May call="POST /api/v1/admin/tax/remittances/:id/confirm">
          <div className="flex flex-wrap gap-2">
            {isOwn ? <p className="self-center text-ink-soft">Another admin confirms it</p> : (
              <Button
                size="small"
                aria-label={`Confirm ${what}`}
                onClick={() => onAsk({ step: "confirm", remittance })}
              >
                Confirm
              </Button>
            )}
            <Button
              variant="quiet"
              size="small"
              aria-label={`Withdraw ${what}`}
              onClick={() => onAsk({ step: "withdraw", remittance })}
            >
              Withdraw
            </Button>
          </div>
        </May>
      )}
    </li>
  );
}

function Asked({ asking: { step, remittance }, onClose }: { asking: Asking; onClose(): void }) {
  const taking = useTaxStep();
  const { _id: remittanceId, kobo, month, receipt } = remittance;
  const isConfirming = step === "confirm";
  const taken: TaxStep = { step, remittanceId };
  return (
    <ConfirmDialog
      open
      title={isConfirming ? "Confirm this remittance?" : "Withdraw this remittance?"}
      message={isConfirming
        ? `You have seen the receipt ${receipt} for ${formatNaira(kobo)} of ${month}. It is booked, and stays.`
        : `Nothing of ${formatNaira(kobo)} is booked. Its receipt can be recorded again.`}
      confirmLabel={isConfirming ? "I have seen it" : "Withdraw"}
      dangerous={!isConfirming}
      busy={taking.isPending}
      error={taking.isError ? failureText(taking.error, "Nothing has changed") : undefined}
      onConfirm={() => taking.mutate(taken, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}
