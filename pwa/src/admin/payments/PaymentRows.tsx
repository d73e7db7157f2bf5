import type { PaymentList, PaymentRisk, PaymentsPage } from "@contract/payments.ts";
import type { AdminPayment } from "@contract/wallet.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Select } from "../../ui/Select.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { paymentFailure, usePaymentRisks, usePayments } from "./api.ts";
import { PaymentRow, type PaymentRowProps } from "./PaymentRow.tsx";
import { LISTS, type Order, ORDERS } from "./words.ts";

interface PaymentRowsProps {
  list: PaymentList;
  search: string;
  onCounts(counts: PaymentsPage["counts"]): void;
  onOutcome: PaymentRowProps["onOutcome"];
}

/** One list of payments, with its states and its way to more. */
export function PaymentRows({ list, search, onCounts, onOutcome }: PaymentRowsProps) {
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePayments(
    list,
    search,
  );
  const last = data?.pages.at(-1);
  const isWaiting = list === "pending" || list === "second_approval";
  const [order, setOrder] = useState<Order>("waiting");
  const loaded = data?.pages.map((page) => page.payments.map(({ _id }) => _id)) ?? [];
  const risks = usePaymentRisks(isWaiting ? loaded : []);
  useEffect(() => {
    if (last) onCounts(last.counts);
  }, [last, onCounts]);
  if (isPending) return <Skeleton shape="rows" label="Loading payment requests..." />;
  if (!data) {
    const message = paymentFailure(error, "Failed to load payment requests");
    return <ErrorState message={message} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const payments = sorted(data.pages.flatMap((page) => page.payments), order, risks);
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
      {isWaiting && payments.length > 1 && <OrderChoice order={order} onChange={setOrder} />}
      {payments.length === 0 ? <Empty list={list} search={search} /> : (
        <Table list={list}>
          {payments.map((payment) => (
            <PaymentRow key={payment._id} payment={payment} risk={risks.get(payment._id)} onOutcome={onOutcome} />
          ))}
        </Table>
      )}
      {more}
    </>
  );
}

/** The order of what is loaded; a list that waits comes with the longest waiting first. */
function sorted(payments: AdminPayment[], order: Order, risks: ReadonlyMap<string, PaymentRisk>): AdminPayment[] {
  const scoreOf = ({ _id }: AdminPayment) => risks.get(_id)?.score ?? -1;
  switch (order) {
    case "waiting":
      return payments;
    case "risk":
      return payments.toSorted((one, two) => scoreOf(two) - scoreOf(one));
    case "amount":
      return payments.toSorted((one, two) => two.amount - one.amount);
  }
}

function OrderChoice({ order, onChange }: { order: Order; onChange(order: Order): void }) {
  return (
    <div className="mb-3 max-w-xs">
      <Select
        label="Order of the requests"
        hideLabel
        options={ORDERS}
        value={order}
        onChange={(event) => onChange(orderOf(event.target.value))}
      />
    </div>
  );
}

function orderOf(value: string): Order {
  return ORDERS.find((one) => one.value === value)?.value ?? "waiting";
}

function Table({ list, children }: { list: PaymentList; children: ReactNode }) {
  const last = list === "completed" ? "Reference" : "Actions";
  // The roles are said because cells that are laid out as blocks lose them.
  return (
    <table role="table" className="w-full border-collapse text-sm max-lg:block">
      <thead role="rowgroup" className="max-lg:sr-only">
        <tr role="row" className="border-b border-line text-left text-xs text-ink-soft uppercase">
          {["User", "Amount", "Date", "Status", last].map((name) => (
            <th key={name} role="columnheader" scope="col" className="px-3 py-2 font-semibold">{name}</th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

function Empty({ list, search }: { list: PaymentList; search: string }) {
  const text = search === "" ? LISTS.find((one) => one.list === list)?.empty : `No request matches “${search}”.`;
  return <EmptyState title="No payment requests" text={text} />;
}
