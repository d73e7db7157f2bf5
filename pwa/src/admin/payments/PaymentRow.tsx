import type { ListedPayment } from "@contract/admin_payments.ts";
import { type ReactNode, useId, useState } from "react";
import { formatDate, formatTokens } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { useAdminSession } from "../shell/session.ts";
import { CasePanel } from "./CasePanel.tsx";
import { PaymentActions, type PaymentActionsProps } from "./PaymentActions.tsx";
import { PaymentDetails } from "./PaymentDetails.tsx";
import { RiskMark } from "./RiskMark.tsx";
import { StatusMark } from "./StatusMark.tsx";
import { comesAfterCase, isWaiting, SECOND_NOTES, waitingWords } from "./words.ts";

/** As calm as a link: the documented buttons come first. */
const CASE_LINK = "min-h-8 shrink-0 text-xs text-ink-soft underline underline-offset-4 hover:text-ink";

type Open = "details" | "case" | undefined;

export interface PaymentRowProps extends Omit<PaymentActionsProps, "onOpenCase"> {
  /** Of the list: the Tab key reaches it, and keys the others. */
  isFirst: boolean;
}

/** A payment: its line, and below it what was opened. */
export function PaymentRow({ payment, isFirst, onOutcome }: PaymentRowProps) {
  const [open, setOpen] = useState<Open>();
  const panelId = useId();
  const opens = (what: Open) => ({
    "aria-expanded": open === what,
    "aria-controls": open === what ? panelId : undefined,
    onClick: () => setOpen(open === what ? undefined : what),
  });
  const { userId, amount, requestDate, status, transactionReference } = payment;
  return (
    <tbody role="rowgroup" className="border-b border-line max-lg:block max-lg:py-2">
      <tr
        role="row"
        data-row=""
        tabIndex={isFirst ? 0 : -1}
        className="-outline-offset-2 hover:bg-ink/3 max-lg:grid max-lg:grid-cols-2 max-lg:gap-y-1 lg:h-10"
      >
        <Cell className="max-lg:col-span-2 lg:max-w-64 2xl:max-w-96">
          <div className="flex items-center gap-3">
            <span className="shrink-0 font-semibold">{userId.username || "Unknown user"}</span>
            <span className="min-w-0 flex-1 truncate text-xs text-ink-soft" title={userId.email}>{userId.email}</span>
            <button type="button" data-key="open" className={CASE_LINK} {...opens("case")}>Case file</button>
          </div>
        </Cell>
        <Cell className="whitespace-nowrap">
          <span className="font-semibold tabular-nums">{formatTokens(amount)}</span> tokens
        </Cell>
        <Cell className="whitespace-nowrap max-lg:text-right max-lg:text-xs">
          {formatDate(requestDate)}
          {isWaiting(status) && <Waited since={requestDate} />}
        </Cell>
        <Cell className="max-lg:col-span-2">
          <State payment={payment} />
        </Cell>
        <Cell className="max-lg:col-span-2">
          <div className="lg:flex lg:items-center lg:gap-3">
            {status === "completed" && (
              <span className="block min-w-0 font-mono text-xs break-all" title={transactionReference ?? undefined}>
                {transactionReference ?? "No reference"}
              </span>
            )}
            <div className="flex shrink-0 items-center gap-2 max-lg:flex-wrap lg:*:px-3 max-sm:*:flex-1 max-sm:*:px-3">
              <Button variant="quiet" size="small" {...opens("details")}>Details</Button>
              <PaymentActions payment={payment} onOutcome={onOutcome} onOpenCase={() => setOpen("case")} />
            </div>
          </div>
        </Cell>
      </tr>
      {open && (
        <tr role="row" className="max-lg:block">
          <td role="cell" colSpan={5} id={panelId} className="px-3 pb-5 max-lg:block max-lg:px-0 max-lg:pt-3">
            {open === "details"
              ? <PaymentDetails id={payment._id} />
              : <CasePanel payment={payment} onOutcome={onOutcome} />}
          </td>
        </tr>
      )}
    </tbody>
  );
}

function Waited({ since }: { since: string }) {
  return <span className="block text-xs text-ink-soft">{waitingWords(since)}</span>;
}

function State({ payment }: { payment: ListedPayment }) {
  const { risk, secondApprovalFor, status, warnings } = payment;
  const mustOpen = comesAfterCase(payment, useAdminSession()?.userId ?? "");
  const remarks = [
    ...(mustOpen ? ["Case file first"] : []),
    ...(secondApprovalFor && secondApprovalFor !== "amount" ? [SECOND_NOTES[secondApprovalFor]] : []),
    ...warnings,
  ];
  return (
    <div className="lg:max-w-72">
      <div className="flex items-center gap-x-2 gap-y-1 max-lg:flex-wrap">
        <StatusMark status={status} />
        {risk && <RiskMark risk={risk} />}
      </div>
      {remarks.length > 0 && (
        <p
          title={remarks.join(". ")}
          className={classNames("mt-1 line-clamp-2 text-xs", mustOpen ? "text-accent" : "text-ink-soft")}
        >
          {remarks.join(". ")}
        </p>
      )}
    </div>
  );
}

function Cell({ className = "", children }: { className?: string; children: ReactNode }) {
  return <td role="cell" className={`px-2 py-0.5 max-lg:px-0 max-lg:py-0 ${className}`}>{children}</td>;
}
