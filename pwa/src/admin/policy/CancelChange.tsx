import type { AdminPolicyVersion } from "@contract/policy_rules.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useCancelChange } from "./api.ts";

interface CancelChangeProps {
  version: AdminPolicyVersion;
  onDone(text: string): void;
  onClose(): void;
}

/** Asks why an admin cancels a planned change; everyone can read the answer. */
export function CancelChange({ version: { policy }, onDone, onClose }: CancelChangeProps) {
  const [reason, setReason] = useState("");
  const cancel = useCancelChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => onDone(`Version ${policy.version} cancelled`);
    cancel.mutate({ version: policy.version, reason }, { onSuccess: done });
  };
  return (
    <Dialog
      open
      title={`Cancel version ${policy.version}?`}
      description={`It would take effect on ${formatDateTime(policy.effectiveFrom)}. The current rules stay in force.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          label="Reason"
          hint="At least 10 characters. Everyone can read it."
          value={reason}
          maxLength={500}
          error={cancel.isError ? failureText(cancel.error, "The change could not be cancelled") : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Keep it</Button>
          <Button type="submit" busy={cancel.isPending} busyLabel="Cancelling...">Cancel change</Button>
        </div>
      </form>
    </Dialog>
  );
}
