import type { ListedPayment } from "@contract/admin_payments.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Facts } from "../parts/Facts.tsx";
import { RISK_WORDS } from "./words.ts";
import { tokensWithNaira } from "../../lib/naira.ts";

interface ApproveDialogProps {
  payment: ListedPayment;
  onClose(): void;
  onConfirm(): void;
}

/** Repeats whom an approval pays and at which risk, and asks once. */
export function ApproveDialog({ payment, onClose, onConfirm }: ApproveDialogProps) {
  const { amount, approvals, bankDetails: { bankName, accountNumber }, risk, userId } = payment;
  return (
    <Dialog
      open
      title="Approve this payment?"
      description={approvals.length > 0 ? "Yours is the second approval: it starts the payment." : undefined}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button data-autofocus onClick={onConfirm}>Approve payment</Button>
        </>
      }
    >
      <Facts
        as="pairs"
        facts={[
          ["Amount", tokensWithNaira(amount)],
          ["Person", userId.username || "Unknown user"],
          ["Bank", `${bankName || "N/A"} ${accountNumber.slice(-10)}`],
          ["Risk", risk ? `${RISK_WORDS[risk.level]}: ${risk.score} of 100` : "Not known"],
        ]}
      />
    </Dialog>
  );
}
