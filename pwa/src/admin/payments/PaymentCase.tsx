import { useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { Banner } from "../../ui/Banner.tsx";
import { LoadState } from "../../ui/LoadState.tsx";
import { ScreenHead } from "../parts/ScreenHead.tsx";
import { usePaymentDetails } from "./api.ts";
import { CasePanel } from "./CasePanel.tsx";
import { PaymentActions } from "./PaymentActions.tsx";
import { ProviderNotice } from "./ProviderNotice.tsx";
import { StatusMark } from "./StatusMark.tsx";
import { type Outcome, useOutcome } from "./use_outcome.ts";

/** One payment with its case file, and what an admin does about it. */
export function PaymentCase({ id, onDone }: { id: string; onDone(said: string): void }) {
  const query = usePaymentDetails(id);
  const client = useQueryClient();
  const [failure, report] = useOutcome();
  const { data: payment } = query;
  if (!payment) {
    return <LoadState query={query} count={4} label="Loading the payment..." failure="Failed to load the payment" />;
  }
  const end = (outcome: Outcome) => {
    report(outcome.isFailure ? outcome : undefined);
    if (!outcome.isFailure) onDone(`${outcome.text} (${payment.userId.username})`);
    void client.invalidateQueries({ queryKey: ["admin", "payment", id] });
  };
  const { userId, amount, createdAt, status } = payment;
  return (
    <>
      <ScreenHead
        title={`${nairaOf(amount)} to ${userId.username || "an unknown user"}`}
        subtitle={`Asked for ${formatDateTime(createdAt)}`}
      >
        <StatusMark status={status} />
        <PaymentActions payment={payment} onOutcome={end} onOpenCase={() => undefined} />
      </ScreenHead>
      {failure && (
        <>
          <Banner tone="error" className="mb-4">{failure.text}</Banner>
          {failure.isApproval && <ProviderNotice message={failure.text} />}
        </>
      )}
      <CasePanel payment={payment} onOutcome={end} />
    </>
  );
}
