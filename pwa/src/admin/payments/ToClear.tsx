import { listPaymentMismatches, refundMismatch } from "@contract/calls/admin_payments.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { PaymentsToClear } from "@contract/admin_payments.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { May } from "../shell/May.tsx";

const KEY = ["admin", "payments-to-clear"];

type Payment = PaymentsToClear["payments"][number];

/** Money that came in wrongly: what was asked for, what was paid, and a button that returns it. `only` is one of them. */
export function ToClear({ only }: { only?: string }) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => askAsAdmin(listPaymentMismatches, { signal }),
  });
  if (isPending) return <Skeleton shape="rows" count={3} label="Loading payments to clear..." />;
  if (!data) {
    const again = <Button variant="quiet" size="small" onClick={() => void refetch()}>Try again</Button>;
    return <Banner tone="error" action={again}>{failureText(error, "Failed to load the payments to clear")}</Banner>;
  }
  const payments = data.payments.filter(({ id }) => only === undefined || id === only);
  if (payments.length === 0) {
    return <p className="py-6 text-sm text-ink-soft">No payments to clear: each payer paid what Orin asked for.</p>;
  }
  return (
    <ul aria-label="Payments to clear" className="flex flex-col divide-y divide-line">
      {payments.map((payment) => <Row key={payment.id} payment={payment} />)}
    </ul>
  );
}

function Row(
  { payment: { id, reference, expected, paid, currency, said, foundAt, refundAskedAt } }: { payment: Payment },
) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const refund = useMutation({
    mutationFn: () => askAsAdmin(refundMismatch, { id }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const sum = currency === "NGN" ? nairaOf(paid) : `${currency} ${paid.toFixed(2)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 text-sm">
      <div className="min-w-0">
        <p className="font-semibold tabular-nums">{sum} paid, {nairaOf(expected)} asked for</p>
        <p className="text-xs wrap-anywhere text-ink-soft">
          Found {formatDateTime(foundAt)}. {PROVIDER_NAME} says "{said}". Reference {reference}
        </p>
        {refund.isError && (
          <p role="alert" className="mt-1 text-xs text-danger">
            {failureText(refund.error, "Failed to return the money")}
          </p>
        )}
      </div>
      {refundAskedAt === undefined
        ? (
          <May call={refundMismatch}>
            <Button variant="quiet" size="small" busy={refund.isPending} onClick={() => setAsking(true)}>Refund</Button>
          </May>
        )
        : <span className="text-xs text-ink-soft">Refund asked for {formatDateTime(refundAskedAt)}</span>}
      <ConfirmDialog
        open={isAsking}
        title="Return this payment?"
        message={`The payer gets ${sum} back through ${PROVIDER_NAME}. This cannot be undone.`}
        confirmLabel="Refund"
        dangerous
        onConfirm={() => {
          setAsking(false);
          refund.mutate();
        }}
        onCancel={() => setAsking(false)}
      />
    </li>
  );
}
