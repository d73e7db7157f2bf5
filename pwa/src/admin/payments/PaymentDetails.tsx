import type { AdminPayment } from "@contract/wallet.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Facts } from "./Facts.tsx";

/** The documented details of a request. */
export function PaymentDetails({ payment }: { payment: AdminPayment }) {
  const { bankDetails: bank, processedDate, notes } = payment;
  return (
    <div className="animate-enter rounded-lg border border-line bg-surface p-4">
      <Facts
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
