import type { AdminPolicyVersion } from "@contract/policy_change.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useCancelChange } from "./api.ts";

export interface CancelChangeProps {
  version: AdminPolicyVersion;
  onDone(text: string): void;
  onClose(): void;
}

/** Asks why a planned change is taken back; everybody can read the answer. */
export function CancelChange({ version: { policy }, onDone, onClose }: CancelChangeProps) {
  const [reason, setReason] = useState("");
  const cancel = useCancelChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => onDone(`Version ${policy.version} was taken back`);
    cancel.mutate({ version: policy.version, reason }, { onSuccess: done });
  };
  return (
    <Dialog
      open
      title={`Take version ${policy.version} back?`}
      description={`It would take effect on ${formatDateTime(policy.effectiveFrom)}. The rules stay as they are.`}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          label="Reason"
          hint="At least 10 characters; everybody can read it"
          value={reason}
          maxLength={500}
          error={cancel.isError ? failureText(cancel.error, "The change could not be taken back") : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Keep it</Button>
          <Button type="submit" busy={cancel.isPending} busyLabel="Taking back...">Take back</Button>
        </div>
      </form>
    </Dialog>
  );
}
