import type { AdminPayment } from "@contract/wallet.ts";
import { formatTokens } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { useCaseSeen } from "./api.ts";
import { Facts } from "./Facts.tsx";
import { RISK_WORDS } from "./words.ts";

interface ApproveDialogProps {
  payment: AdminPayment;
  onClose(): void;
  onOpenCase(): void;
  onConfirm(): void;
}

/** Repeats whom an approval pays and what speaks against it, and asks once. */
export function ApproveDialog({ payment, onClose, onOpenCase, onConfirm }: ApproveDialogProps) {
  const { seen, isPending } = useCaseSeen(payment._id);
  const isSecond = payment.approvals.length > 0;
  const mustOpen = seen !== undefined && !seen.isOpened && (seen.warnings > 0 || isSecond);
  const { bankName, accountNumber } = payment.bankDetails;
  const risk = seen ? `${RISK_WORDS[seen.level]}: ${seen.score} of 100` : isPending ? "Checking..." : "Not known";
  return (
    <Dialog
      open
      title="Approve this payment?"
      description={isSecond ? "Yours is the second approval: it starts the payment." : undefined}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          {mustOpen
            ? <Button data-autofocus onClick={onOpenCase}>Open case file</Button>
            : (
              <Button data-autofocus busy={isPending} busyLabel="Checking..." onClick={onConfirm}>
                Approve payment
              </Button>
            )}
        </>
      }
    >
      <Facts
        isNarrow
        facts={[
          ["Amount", `${formatTokens(payment.amount)} tokens`],
          ["Person", payment.userId.username || "Unknown user"],
          ["Bank", `${bankName || "N/A"} ${accountNumber.slice(-10)}`],
          ["Risk", risk],
        ]}
      />
      {mustOpen && (
        <Banner tone="info">
          {seen.warnings > 0
            ? `The case file shows ${seen.warnings === 1 ? "a warning sign" : `${seen.warnings} warning signs`}.`
            : "You give the second approval."} Open the case file before you approve this payment.
        </Banner>
      )}
    </Dialog>
  );
}
