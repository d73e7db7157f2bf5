import { newId } from "@contract/ids.ts";
import { formatNaira } from "@contract/money.ts";
import type { TaxRemittance } from "@contract/tax.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useTaxStep } from "./tax_api.ts";

const LEAST = 10;

/** Asks why a booked remittance is wrong; an admin on another side confirms it before anything is booked back. */
export function ReversalDialog({ remittance, onClose }: { remittance: TaxRemittance; onClose(): void }) {
  const { _id: remittanceId, kobo, month, receipt } = remittance;
  // One id for this form, so that a press that is repeated asks once.
  const [reversalId] = useState(() => newId());
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const step = useTaxStep();
  const isEnough = reason.trim().length >= LEAST;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isEnough) return;
    step.mutate({ step: "reverse", remittanceId, reversalId, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      title="Reverse this remittance?"
      description={`${
        formatNaira(kobo)
      } of ${month}, receipt ${receipt}. Once an admin on another side has confirmed it, the sum is booked back and due again, and the receipt is free.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          data-autofocus
          required
          label="What was wrong"
          hint="The team and auditors read it"
          rows={3}
          maxLength={500}
          value={reason}
          error={isTried && !isEnough ? `Say in at least ${LEAST} characters what was wrong` : undefined}
          onChange={({ target: { value } }) => setReason(value)}
        />
        {step.isError && (
          <Banner tone="error">
            {failureText(step.error, "It was not asked for", "It was not asked for: no connection. Press again")}
          </Banner>
        )}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={step.isPending} busyLabel="Asking...">
            Ask for the reversal
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
