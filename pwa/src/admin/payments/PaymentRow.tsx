import type { PaymentRisk } from "@contract/payments.ts";
import { type ReactNode, useId, useState } from "react";
import { formatDate, formatTokens } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { CasePanel } from "./CasePanel.tsx";
import { PaymentActions, type PaymentActionsProps } from "./PaymentActions.tsx";
import { PaymentDetails } from "./PaymentDetails.tsx";
import { RiskMark } from "./RiskMark.tsx";
import { StatusMark } from "./StatusMark.tsx";
import { SECOND_NOTES, waitingWords } from "./words.ts";

/** As calm as a link: the documented buttons come first. */
const CASE_LINK = "min-h-8 text-xs text-ink-soft underline underline-offset-4 hover:text-ink";

type Open = "details" | "case" | undefined;

export interface PaymentRowProps extends Omit<PaymentActionsProps, "onOpenCase"> {
  /** Of requests that wait for admins. */
  risk?: PaymentRisk | undefined;
}

/** A payment: its line, and below it what was opened. */
export function PaymentRow({ payment, risk, onOutcome }: PaymentRowProps) {
  const [open, setOpen] = useState<Open>();
  const panelId = useId();
  const opens = (what: Open) => ({
    "aria-expanded": open === what,
    "aria-controls": open === what ? panelId : undefined,
    onClick: () => setOpen(open === what ? undefined : what),
  });
  const { userId, amount, requestDate, status, transactionReference } = payment;
  const isOpen = status === "pending_review" || status === "awaiting_second_approval";
  return (
    <tbody role="rowgroup" className="border-b border-line max-lg:block max-lg:py-3">
      <tr role="row" className="align-top max-lg:grid max-lg:grid-cols-2 max-lg:gap-y-2">
        <Cell className="max-lg:col-span-2">
          <span className="block font-semibold">{userId.username || "Unknown user"}</span>
          <span className="block text-xs break-all text-ink-soft">{userId.email}</span>
          <button type="button" className={CASE_LINK} {...opens("case")}>Case file</button>
        </Cell>
        <Cell>
          <span className="font-semibold tabular-nums">{formatTokens(amount)}</span> tokens
        </Cell>
        <Cell className="max-lg:text-right">
          {formatDate(requestDate)}
          {isOpen && <span className="block text-xs text-ink-soft">{waitingWords(requestDate)}</span>}
        </Cell>
        <Cell className="max-lg:col-span-2">
          <StatusMark status={status} /> {isOpen && risk && <RiskMark risk={risk} />}
          {payment.secondApprovalFor && payment.secondApprovalFor !== "amount" && (
            <span className="mt-1 block text-xs text-ink-soft">{SECOND_NOTES[payment.secondApprovalFor]}</span>
          )}
          {payment.warnings.map((warning) => (
            <span key={warning} className="mt-1 block text-xs text-accent">{warning}</span>
          ))}
        </Cell>
        <Cell className="max-lg:col-span-2">
          {status === "completed" && (
            <span className="mb-2 block font-mono text-xs break-all">{transactionReference ?? "No reference"}</span>
          )}
          <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 max-sm:[&>:first-child:nth-last-child(odd)]:col-span-2">
            <Button variant="quiet" size="small" {...opens("details")}>Details</Button>
            <PaymentActions payment={payment} onOutcome={onOutcome} onOpenCase={() => setOpen("case")} />
          </div>
        </Cell>
      </tr>
      {open && (
        <tr role="row" className="max-lg:block">
          <td role="cell" colSpan={5} id={panelId} className="px-3 pb-5 max-lg:block max-lg:px-0 max-lg:pt-3">
            {open === "details" ? <PaymentDetails id={payment._id} /> : <CasePanel payment={payment} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Cell({ className = "", children }: { className?: string; children: ReactNode }) {
  return <td role="cell" className={`px-3 py-3 max-lg:px-0 max-lg:py-0 ${className}`}>{children}</td>;
}
