import { newId } from "@contract/ids.ts";
import { formatNaira } from "@contract/money.ts";
import type { TaxRemittance } from "@contract/tax.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useTaxStep } from "./tax_api.ts";

/** Asks why a booked remittance is wrong; an admin on another side confirms it before anything is booked back. */
export function ReversalDialog({ remittance, onClose }: { remittance: TaxRemittance; onClose(): void }) {
  const { _id: remittanceId, kobo, month, receipt } = remittance;
  // One id for this form, so that a press that is repeated asks once.
  const [reversalId] = useState(() => newId());
  const step = useTaxStep();
  return (
    <ReasonDialog
      title="Reverse this remittance?"
      description={`${
        formatNaira(kobo)
      } of ${month}, receipt ${receipt}. Once an admin on another side has confirmed it, the sum is booked back and due again, and the receipt is free.`}
      label="What was wrong"
      hint="The team and auditors read it"
      least={10}
      most={500}
      confirmLabel="Ask for the reversal"
      isBusy={step.isPending}
      busyLabel="Asking..."
      failure={step.isError
        ? failureText(step.error, "It was not asked for", "It was not asked for: no connection. Press again")
        : undefined}
      onClose={onClose}
      onConfirm={(reason) => step.mutate({ step: "reverse", remittanceId, reversalId, reason }, { onSuccess: onClose })}
    />
  );
}
