import type { UserWithdrawal } from "@contract/wallet.ts";
import { failureText } from "../lib/api_error.ts";
import { formatTokens } from "../lib/format.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useCancelWithdrawal } from "./api.ts";

interface CancelDialogProps {
  withdrawal: Pick<UserWithdrawal, "_id" | "amount">;
  /** The funds are back. */
  onCancelled(): void;
  onClose(): void;
}

/** Asks before it cancels a request. */
export function CancelDialog({ withdrawal, onCancelled, onClose }: CancelDialogProps) {
  const cancel = useCancelWithdrawal();
  return (
    <ConfirmDialog
      open
      dangerous
      title="Cancel this withdrawal?"
      message={`The ${
        formatTokens(withdrawal.amount)
      } tokens go back to your Available Balance. Nothing goes to your bank.`}
      confirmLabel="Cancel Withdrawal"
      cancelLabel="Keep it"
      busy={cancel.isPending}
      busyLabel="Cancelling..."
      error={cancel.isError ? failureText(cancel.error, "Failed to cancel withdrawal") : undefined}
      onConfirm={() => cancel.mutate(withdrawal._id, { onSuccess: onCancelled })}
      onCancel={onClose}
    />
  );
}
