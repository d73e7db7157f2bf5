import {
  type ListedPayment,
  type PaymentList,
  type PaymentsPage,
  SECOND_RULE_WORDS,
} from "@contract/admin_payments.ts";
import { retryPayment } from "@contract/calls/admin_payments.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useEffect, useState } from "react";
import { formatDate, formatDateTime, plural } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { classNames } from "../../ui/class_names.ts";
import { type Column, DataTable } from "../parts/DataTable.tsx";
import { Facts } from "../parts/Facts.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { Loaded } from "../parts/Loaded.tsx";
import { chosenOf } from "../parts/use_address.ts";
import { May } from "../shell/May.tsx";
import { useAdminSession } from "../shell/session.ts";
import { paymentFailure, useCheckAll, usePaymentDetails, usePayments } from "./api.ts";
import { CasePanel } from "./CasePanel.tsx";
import type { PaymentFilter } from "./filter.ts";
import { RiskMark, StatusMark } from "./Marks.tsx";
import { PaymentActions, type PaymentActionsProps } from "./PaymentActions.tsx";
import { comesAfterCase, isWaiting, LISTS, type Order, waitingWords } from "./words.ts";

interface PaymentRowsProps {
  list: PaymentList;
  search: string;
  filter: PaymentFilter;
  /** Of what is loaded. */
  order: Order;
  onPage(page: PaymentsPage): void;
  onOutcome: PaymentActionsProps["onOutcome"];
}

/** What is open below a row. */
interface Open {
  id: string;
  what: "details" | "case";
}

/** One list of payments, with its states and its way to more. */
export function PaymentRows({ list, search, filter, order, onPage, onOutcome }: PaymentRowsProps) {
  const query = usePayments({ list, search, filter });
  const pages = query.data?.pages;
  const last = pages?.at(-1);
  const [open, setOpen] = useState<Open>();
  useEffect(() => {
    if (last) onPage(last);
  }, [last, onPage]);
  return (
    <ListBody
      query={query}
      rows={pages && sorted(pages.flatMap((page) => page.payments), order)}
      loading="Loading payment requests..."
      failure={(error) => paymentFailure(error, "Failed to load payment requests")}
      more={search === "" ? "Load more" : "Search further back"}
      empty={{ title: "No payment requests", text: emptyWords(list, search, filter) }}
    >
      {(payments) => (
        <>
          {list === "second_approval" && last && last.admins < 2 && (
            <Banner tone="info" className="mb-4">
              There is only one side, so nobody can give the second approval. The operator names a second founding
              owner.
            </Banner>
          )}
          {list === "processing" && payments.length > 1 && <CheckAll ids={payments.map(({ _id }) => _id)} />}
          <DataTable
            label="Payments"
            columns={columnsOf({ list, open, onOpen: setOpen, onOutcome })}
            rows={payments}
            keyOf={({ _id }) => _id}
            keys={{ canApprove: list === "pending" || list === "second_approval" }}
            below={(payment) =>
              open?.id === payment._id && (
                <div id={panelOf(payment)} className="max-md:pt-3">
                  {open.what === "details"
                    ? <Details id={payment._id} />
                    : <CasePanel payment={payment} onOutcome={onOutcome} />}
                </div>
              )}
          />
        </>
      )}
    </ListBody>
  );
}

/** The order of what is loaded; a list that waits comes with the longest waiting first. */
function sorted(payments: ListedPayment[], order: Order): ListedPayment[] {
  const scoreOf = ({ risk }: ListedPayment) => risk?.score ?? -1;
  switch (order) {
    case "waiting":
      return payments;
    case "risk":
      return payments.toSorted((one, two) => scoreOf(two) - scoreOf(one));
    case "amount":
      return payments.toSorted((one, two) => two.amount - one.amount);
  }
}

function panelOf({ _id }: Pick<ListedPayment, "_id">): string {
  return `open-${_id}`;
}

/** As calm as a link: the documented buttons come first. */
const CASE_LINK = "min-h-8 shrink-0 text-xs text-ink-soft underline underline-offset-4 hover:text-ink";

interface ColumnsProps extends Pick<PaymentRowsProps, "list" | "onOutcome"> {
  open: Open | undefined;
  onOpen(open: Open | undefined): void;
}

/** The documented columns. */
function columnsOf({ list, open, onOpen, onOutcome }: ColumnsProps): readonly Column<ListedPayment>[] {
  const opens = (payment: Pick<ListedPayment, "_id">, what: Open["what"]) => {
    const isOpen = open?.id === payment._id && open.what === what;
    return {
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? panelOf(payment) : undefined,
      onClick: () => onOpen(isOpen ? undefined : { id: payment._id, what }),
    };
  };
  return [
    {
      label: "User",
      onPhone: "above",
      cell: ({ userId, ...payment }) => (
        <div className="flex items-center gap-3">
          <span className="shrink-0 font-semibold">{userId.username || "Unknown user"}</span>
          <span className="min-w-0 flex-1 truncate text-xs text-ink-soft" title={userId.email}>{userId.email}</span>
          <button type="button" data-key="open" className={CASE_LINK} {...opens(payment, "case")}>Case file</button>
        </div>
      ),
    },
    {
      label: "Amount",
      onPhone: "title",
      cell: ({ amount }) => <span className="font-semibold whitespace-nowrap tabular-nums">{nairaOf(amount)}</span>,
    },
    {
      label: "Date",
      onPhone: "end",
      cell: (payment) => <Requested payment={payment} />,
    },
    { label: "Status", onPhone: "below", cell: (payment) => <State payment={payment} /> },
    {
      label: list === "completed" ? "Reference" : "Actions",
      onPhone: "below",
      wraps: true,
      cell: (payment) => (
        <div className="md:flex md:items-center md:gap-3 md:py-0.5">
          {payment.status === "completed" && (
            <span className="block min-w-0 font-mono text-xs break-all">
              {payment.transactionReference ?? "No reference"}
            </span>
          )}
          <div className="flex shrink-0 items-center gap-2 max-lg:flex-wrap lg:*:px-3 max-sm:*:flex-1 max-sm:*:px-3">
            <Button variant="quiet" size="small" {...opens(payment, "details")}>Details</Button>
            <PaymentActions {...{ payment, onOutcome }} onOpenCase={() => onOpen({ id: payment._id, what: "case" })} />
          </div>
        </div>
      ),
    },
  ];
}

function Requested({ payment: { requestDate, status } }: { payment: ListedPayment }) {
  return (
    <div className="whitespace-nowrap max-md:text-right max-md:text-xs">
      {formatDate(requestDate)}
      {isWaiting(status) && <span className="block text-xs text-ink-soft">{waitingWords(requestDate)}</span>}
    </div>
  );
}

function State({ payment }: { payment: ListedPayment }) {
  const { held, risk, secondApprovalFor, status, warnings } = payment;
  const mustOpen = comesAfterCase(payment, useAdminSession()?.userId ?? "");
  const remarks = [
    ...(held === undefined ? [] : [held]),
    ...(mustOpen ? ["Case file first"] : []),
    ...(secondApprovalFor && secondApprovalFor !== "amount" ? [SECOND_RULE_WORDS[secondApprovalFor].note] : []),
    ...warnings,
  ];
  return (
    <div className="md:py-1.5">
      <div className="flex items-center gap-x-2 gap-y-1 max-lg:flex-wrap">
        <StatusMark status={status} />
        {risk && <RiskMark risk={risk} />}
      </div>
      {remarks.length > 0 && (
        <p
          title={remarks.join(". ")}
          className={classNames(
            "mt-1 line-clamp-2 text-xs whitespace-normal",
            mustOpen || held !== undefined ? "text-accent" : "text-ink-soft",
          )}
        >
          {remarks.join(". ")}
        </p>
      )}
    </div>
  );
}

function emptyWords(list: PaymentList, search: string, filter: PaymentFilter): string | undefined {
  if (Object.keys(chosenOf(filter)).length > 0) return "No request fits the filter.";
  return search === "" ? LISTS.find((one) => one.list === list)?.empty : `No request matches “${search}”.`;
}

/** The documented details of a request. Opening them is noted. */
function Details({ id }: { id: string }) {
  return (
    <Loaded
      query={usePaymentDetails(id)}
      shape="text"
      count={3}
      label="Loading the details..."
      failure={(error) => paymentFailure(error, "Failed to load the details")}
    >
      {({ bankDetails: bank, processedDate, notes, ...payment }) => (
        <div className="animate-enter rounded-lg border border-line bg-surface p-4">
          <Facts
            as="columns"
            facts={[
              ["Bank Name", bank.bankName || "N/A"],
              ["Account Number", bank.accountNumber || "N/A"],
              ["Account Name", bank.accountName || "N/A"],
              ["Bank Code", bank.bankCode || "N/A"],
              ["Request ID", payment._id],
              ["Created", formatDateTime(payment.createdAt)],
              ["Processed", processedDate === null ? "Not yet" : formatDateTime(processedDate)],
              ["Approvals", `${payment.approvals.length} of ${payment.approvalsNeeded}`],
              ["Notes", notes || "None"],
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}

/** Asks the provider about every payment that is shown, one after the other: what was paid stays paid once. */
function CheckAll({ ids }: { ids: readonly string[] }) {
  const [done, setDone] = useState(0);
  const check = useCheckAll(setDone);
  const failed = check.data ?? 0;
  return (
    <May call={retryPayment}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <Button
          variant="quiet"
          size="small"
          busy={check.isPending}
          busyLabel={`Checking ${done} of ${ids.length}...`}
          onClick={() => {
            setDone(0);
            check.mutate(ids);
          }}
        >
          Check all with {PROVIDER_NAME}
        </Button>
        <span role="status" className="text-xs text-ink-soft">
          {check.isSuccess && failed > 0 && `${plural(failed, "payment")} could not be checked: try again later.`}
          {check.isSuccess && failed === 0 && "All are checked."}
        </span>
      </div>
    </May>
  );
}
