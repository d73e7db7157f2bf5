import type { AdminPayment } from "@contract/wallet.ts";
import { type ReactNode, useId, useState } from "react";
import { formatDate, formatTokens } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { CasePanel } from "./CasePanel.tsx";
import { PaymentActions } from "./PaymentActions.tsx";
import { PaymentDetails } from "./PaymentDetails.tsx";
import { StatusMark } from "./StatusMark.tsx";
import type { Outcome } from "./use_outcome.ts";

type Open = "details" | "case" | undefined;

/** A payment: its line, and below it what was opened. */
export function PaymentRow({ payment, onOutcome }: { payment: AdminPayment; onOutcome(outcome: Outcome): void }) {
  const [open, setOpen] = useState<Open>();
  const panelId = useId();
  const toggle = (what: Open) => () => setOpen(open === what ? undefined : what);
  const { userId, amount, requestDate, status, transactionReference } = payment;
  return (
    <tbody role="rowgroup" className="border-b border-line max-lg:block max-lg:py-3">
      <tr role="row" className="align-top max-lg:grid max-lg:grid-cols-2 max-lg:gap-y-2">
        <Cell className="max-lg:col-span-2">
          <span className="block font-semibold">{userId.username || "Unknown user"}</span>
          <span className="block text-xs break-all text-ink-soft">{userId.email}</span>
        </Cell>
        <Cell>
          <span className="font-semibold tabular-nums">{formatTokens(amount)}</span> tokens
        </Cell>
        <Cell className="max-lg:text-right">{formatDate(requestDate)}</Cell>
        <Cell className="max-lg:col-span-2">
          <StatusMark status={status} />
          {payment.warnings.map((warning) => (
            <span key={warning} className="mt-1 block text-xs text-accent">{warning}</span>
          ))}
        </Cell>
        <Cell className="max-lg:col-span-2">
          {status === "completed" && (
            <span className="mb-2 block font-mono text-xs break-all">{transactionReference ?? "No reference"}</span>
          )}
          <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
            <Toggle isOpen={open === "details"} panelId={panelId} onClick={toggle("details")}>Details</Toggle>
            <Toggle isOpen={open === "case"} panelId={panelId} onClick={toggle("case")}>Case file</Toggle>
            <PaymentActions payment={payment} onOutcome={onOutcome} />
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

function Toggle(
  { isOpen, panelId, onClick, children }: { isOpen: boolean; panelId: string; onClick(): void; children: ReactNode },
) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
