import { useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "../../lib/format.ts";
import { nairaOf } from "../../lib/naira.ts";
import { CaseScreen } from "../parts/CaseScreen.tsx";
import { usePaymentDetails } from "./api.ts";
import { CasePanel } from "./CasePanel.tsx";
import { StatusMark } from "./Marks.tsx";
import { Outcomes } from "./Outcomes.tsx";
import { PaymentActions, type PaymentActionsProps } from "./PaymentActions.tsx";
import { useOutcome } from "./use_outcome.ts";

/** One payment with its case file, and what an admin does about it. */
export function PaymentCase({ id, onDone }: { id: string; onDone(said: string): void }) {
  const query = usePaymentDetails(id);
  const client = useQueryClient();
  const [failure, report] = useOutcome();
  const end: PaymentActionsProps["onOutcome"] = (outcome) => {
    report(outcome.isFailure ? outcome : undefined);
    if (!outcome.isFailure) onDone(`${outcome.text} (${query.data?.userId.username})`);
    void client.invalidateQueries({ queryKey: ["admin", "payment", id] });
  };
  return (
    <CaseScreen
      title={({ amount, userId }) => `${nairaOf(amount)} to ${userId.username || "an unknown user"}`}
      subtitle={({ createdAt }) => `Asked for ${formatDateTime(createdAt)}`}
      mark={(payment) => (
        <>
          <StatusMark status={payment.status} />
          <div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-1">
            <PaymentActions payment={payment} onOutcome={end} onOpenCase={() => undefined} />
          </div>
        </>
      )}
      query={query}
      loading="Loading the payment..."
      failure="Failed to load the payment"
    >
      {(payment) => (
        <div>
          <Outcomes outcome={failure} />
          <CasePanel payment={payment} onOutcome={end} />
        </div>
      )}
    </CaseScreen>
  );
}
