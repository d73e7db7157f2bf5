import type { ListedPayment, PaymentList, PaymentsPage } from "@contract/admin_payments.ts";
import { type ReactNode, useEffect } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { paymentFailure, usePayments } from "./api.ts";
import { CheckAll } from "./CheckAll.tsx";
import { isNarrow, type PaymentFilter } from "./filter.ts";
import { KeyHint } from "../parts/KeyHint.tsx";
import { onRowKey } from "../parts/row_keys.ts";
import { PaymentRow, type PaymentRowProps } from "./PaymentRow.tsx";
import { LISTS, type Order } from "./words.ts";

interface PaymentRowsProps {
  list: PaymentList;
  search: string;
  filter: PaymentFilter;
  /** Of what is loaded. */
  order: Order;
  onPage(page: PaymentsPage): void;
  onOutcome: PaymentRowProps["onOutcome"];
}

/** One list of payments, with its states and its way to more. */
export function PaymentRows({ list, search, filter, order, onPage, onOutcome }: PaymentRowsProps) {
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePayments(
    { list, search, filter },
  );
  const last = data?.pages.at(-1);
  const isWaiting = list === "pending" || list === "second_approval";
  useEffect(() => {
    if (last) onPage(last);
  }, [last, onPage]);
  if (isPending) return <Skeleton shape="rows" label="Loading payment requests..." />;
  if (!data) {
    const message = paymentFailure(error, "Failed to load payment requests");
    return <ErrorState message={message} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const payments = sorted(data.pages.flatMap((page) => page.payments), order);
  const more = hasNextPage && (
    <Button
      variant="quiet"
      className="mt-4"
      busy={isFetchingNextPage}
      onClick={() => void fetchNextPage()}
    >
      {search === "" ? "Load more" : "Search further back"}
    </Button>
  );
  return (
    <>
      {error && (
        <Banner tone="error" className="mb-4">{paymentFailure(error, "Failed to load payment requests")}</Banner>
      )}
      {list === "second_approval" && last && last.admins < 2 && (
        <Banner tone="info" className="mb-4">
          There is only one side, so nobody can give the second approval. The operator names a second founding owner.
        </Banner>
      )}
      {list === "processing" && payments.length > 1 && <CheckAll ids={payments.map(({ _id }) => _id)} />}
      {payments.length === 0 ? <Empty list={list} search={search} isFiltered={isNarrow(filter)} /> : (
        <Table list={list}>
          {payments.map((payment, index) => (
            <PaymentRow
              key={payment._id}
              payment={payment}
              isFirst={index === 0}
              onOutcome={onOutcome}
            />
          ))}
        </Table>
      )}
      {payments.length > 0 && <KeyHint canApprove={isWaiting} />}
      {more}
    </>
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

function Table({ list, children }: { list: PaymentList; children: ReactNode }) {
  const last = list === "completed" ? "Reference" : "Actions";
  // The roles are said because cells that are laid out as blocks lose them.
  return (
    <table
      role="table"
      aria-keyshortcuts="j k o a"
      className="w-full border-collapse text-sm max-lg:block"
      onKeyDown={onRowKey}
    >
      <thead
        role="rowgroup"
        className="z-10 bg-canvas shadow-[inset_0_-1px_var(--color-line)] max-lg:sr-only lg:sticky lg:top-25"
      >
        <tr role="row" className="text-left text-xs text-ink-soft">
          {["User", "Amount", "Date", "Status", last].map((name) => (
            <th key={name} role="columnheader" scope="col" className="h-8 px-2 font-semibold">{name}</th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

function Empty({ list, search, isFiltered }: { list: PaymentList; search: string; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No payment requests" text="No request fits the filter." />;
  const text = search === "" ? LISTS.find((one) => one.list === list)?.empty : `No request matches “${search}”.`;
  return <EmptyState title="No payment requests" text={text} />;
}
