import { listPaymentMismatches, refundMismatch } from "@contract/calls/admin_payments.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { PaymentsToClear } from "@contract/admin_payments.ts";
import { PROVIDER_NAME } from "@contract/payments.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { ListBody } from "../parts/ListScreen.tsx";
import { May } from "../shell/May.tsx";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "payments-to-clear"];

type Payment = PaymentsToClear["payments"][number];

/** Money that came in wrongly: what was asked for, what was paid, and a button that returns it. `only` is one of them. */
export function ToClear({ only }: { only?: string }) {
  const query = useAnswer(KEY, listPaymentMismatches);
  return (
    <ListBody
      query={query}
      rows={query.data?.payments.filter(({ id }) => only === undefined || id === only)}
      loading="Loading payments to clear..."
      failure="Failed to load the payments to clear"
      empty="No payments to clear: each payer paid what Orin asked for."
    >
      {(payments) => (
        <ul aria-label="Payments to clear" className="flex flex-col divide-y divide-line">
          {payments.map((payment) => <Row key={payment.id} payment={payment} />)}
        </ul>
      )}
    </ListBody>
  );
}

function Row(
  { payment: { id, reference, expected, paid, currency, said, foundAt, refundAskedAt } }: { payment: Payment },
) {
  const [isAsking, setAsking] = useState(false);
  const refund = useChange(() => askAsAdmin(refundMismatch, { id }), { renews: [KEY] });
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
