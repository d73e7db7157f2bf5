import { formatDateTime } from "../../lib/format.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { paymentFailure, usePaymentDetails } from "./api.ts";
import { Facts } from "../parts/Facts.tsx";

/** The documented details of a request. Opening them is noted. */
export function PaymentDetails({ id }: { id: string }) {
  const { data: payment, error, isPending, isFetching, refetch } = usePaymentDetails(id);
  if (isPending) return <Skeleton shape="text" count={3} label="Loading the details..." />;
  if (!payment) {
    const message = paymentFailure(error, "Failed to load the details");
    return <ErrorState message={message} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const { bankDetails: bank, processedDate, notes } = payment;
  return (
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
  );
}
