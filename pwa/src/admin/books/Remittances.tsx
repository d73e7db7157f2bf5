import { formatNaira } from "@contract/money.ts";
import type { TaxRemittance, TaxReversal } from "@contract/tax.ts";
import { type ReactNode, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Badge, type BadgeTone } from "../parts/Badge.tsx";
import { May } from "../shell/May.tsx";
import { ReversalDialog } from "./ReversalDialog.tsx";
import { type TaxStep, useTaxStep } from "./tax_api.ts";

const STATES: Readonly<Record<TaxRemittance["status"], { tone: BadgeTone; text: string }>> = {
  recorded: { tone: "notice", text: "Waits for approval" },
  confirmed: { tone: "good", text: "Booked" },
  withdrawn: { tone: "plain", text: "Withdrawn" },
  reversed: { tone: "bad", text: "Reversed" },
};

const REVERSALS: Readonly<Record<TaxReversal["status"], { tone: BadgeTone; text: string }>> = {
  requested: { tone: "notice", text: "Waits for approval" },
  confirmed: { tone: "good", text: "Booked" },
  withdrawn: { tone: "plain", text: "Withdrawn" },
};

type Decision = Exclude<TaxStep["step"], "record" | "reverse">;
type Asking = { readonly step: Decision | "reverse"; readonly remittance: TaxRemittance };

/** What admins said was paid to the tax authority; what waits is confirmed by another one, or withdrawn. */
export function Remittances({ remittances }: { remittances: readonly TaxRemittance[] }) {
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">Remittances</h2>
      <ul className="flex flex-col divide-y divide-line rounded-xl border border-line bg-surface px-4">
        {remittances.map((one) => <Remittance key={one._id} remittance={one} onAsk={setAsking} />)}
      </ul>
      {asking?.step === "reverse" && <ReversalDialog remittance={asking.remittance} onClose={close} />}
      {asking && asking.step !== "reverse" && (
        <Asked step={asking.step} remittance={asking.remittance} onClose={close} />
      )}
    </section>
  );
}

interface RemittanceProps {
  remittance: TaxRemittance;
  onAsk(asking: Asking): void;
}

function Remittance({ remittance, onAsk }: RemittanceProps) {
  const { paidOn, receipt, status, recordedBy, recordedAt, isOwn, reversals } = remittance;
  const what = whatOf(remittance);
  const ask = (step: Asking["step"]) => () => onAsk({ step, remittance });
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
        {status === "recorded" && (
          <May call="POST /api/v1/admin/tax/remittances/:id/confirm">
            <Steps isOwn={isOwn} about={what} onConfirm={ask("confirm")} onWithdraw={ask("withdraw")} />
          </May>
        )}
        {status === "confirmed" && !openOf(remittance) && (
          <May call="POST /api/v1/admin/tax/remittances/:id/reversals">
            <Button variant="quiet" size="small" aria-label={`Reverse ${what}`} onClick={ask("reverse")}>
              Reverse
            </Button>
          </May>
        )}
      </div>
      {reversals.map((one) => (
        <Reversal key={one._id} reversal={one}>
          <May call="POST /api/v1/admin/tax/remittances/:id/reversals/:reversalId/confirm">
            <Steps
              isOwn={one.isOwn}
              about={`the reversal of ${what}`}
              onConfirm={ask("confirm reversal")}
              onWithdraw={ask("withdraw reversal")}
            />
          </May>
        </Reversal>
      ))}
    </li>
  );
}

/** What was said against a booked remittance: who, when and why; its `children` decide about it while it waits. */
function Reversal({ reversal, children }: { reversal: TaxReversal; children: ReactNode }) {
  const { status, reason, requestedBy, requestedAt } = reversal;
  const { tone, text } = REVERSALS[status];
  return (
    <div className="ml-4 flex flex-wrap items-center gap-x-6 gap-y-2 border-l-2 border-line pl-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          Reversal <Badge tone={tone}>{text}</Badge>
        </p>
        <p className="wrap-anywhere whitespace-pre-line">
          <bdi>{reason}</bdi>
        </p>
        <p className="wrap-anywhere text-ink-soft">
          Asked for by <bdi>{requestedBy}</bdi> on {formatDate(requestedAt)}
          <Decided decided={reversal} isWithdrawn={status === "withdrawn"} />.
        </p>
      </div>
      {status === "requested" && children}
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

interface StepsProps {
  isOwn: boolean;
  /** What it is about, for who hears the buttons alone. */
  about: string;
  onConfirm(): void;
  onWithdraw(): void;
}

function Steps({ isOwn, about, onConfirm, onWithdraw }: StepsProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {isOwn
        ? <p className="self-center text-ink-soft">Another admin confirms it</p>
        : <Button size="small" aria-label={`Confirm ${about}`} onClick={onConfirm}>Confirm</Button>}
      <Button variant="quiet" size="small" aria-label={`Withdraw ${about}`} onClick={onWithdraw}>Withdraw</Button>
    </div>
  );
}

function whatOf({ kobo, month }: TaxRemittance): string {
  return `${formatNaira(kobo)} of ${month}`;
}

/** The reversal that waits for its second admin. */
function openOf({ reversals }: TaxRemittance): TaxReversal | undefined {
  return reversals.find(({ status }) => status === "requested");
}

interface Question {
  readonly title: string;
  readonly confirmLabel: string;
  readonly isDangerous: boolean;
  message(remittance: TaxRemittance): string;
}

const QUESTIONS: Readonly<Record<Decision, Question>> = {
  confirm: {
    ...{ title: "Confirm this remittance?", confirmLabel: "I have seen it", isDangerous: false },
    message: (one) => `You have seen the receipt ${one.receipt} for ${whatOf(one)}. It is booked.`,
  },
  withdraw: {
    ...{ title: "Withdraw this remittance?", confirmLabel: "Withdraw", isDangerous: true },
    message: ({ kobo }) => `Nothing of ${formatNaira(kobo)} is booked. Its receipt can be recorded again.`,
  },
  "confirm reversal": {
    ...{ title: "Confirm this reversal?", confirmLabel: "Book it back", isDangerous: true },
    message: (one) =>
      `You have checked that the receipt ${one.receipt} for ${whatOf(one)} is wrong. The sum is booked back and due ` +
      "again. That cannot be undone; the receipt can be recorded again.",
  },
  "withdraw reversal": {
    ...{ title: "Withdraw this reversal?", confirmLabel: "Withdraw", isDangerous: false },
    message: (one) => `The remittance of ${whatOf(one)} stays booked.`,
  },
};

function Asked({ step, remittance, onClose }: { step: Decision; remittance: TaxRemittance; onClose(): void }) {
  const taking = useTaxStep();
  const { title, confirmLabel, isDangerous, message } = QUESTIONS[step];
  // It stays the same one while the answer of the last press is on its way.
  const [reversalId] = useState(() => openOf(remittance)?._id ?? "");
  const { _id: remittanceId } = remittance;
  const taken: TaxStep = step === "confirm" || step === "withdraw"
    ? { step, remittanceId }
    : { step, remittanceId, reversalId };
  return (
    <ConfirmDialog
      open
      title={title}
      message={message(remittance)}
      confirmLabel={confirmLabel}
      dangerous={isDangerous}
      busy={taking.isPending}
      error={taking.isError ? failureText(taking.error, "Nothing has changed") : undefined}
      onConfirm={() => taking.mutate(taken, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}
