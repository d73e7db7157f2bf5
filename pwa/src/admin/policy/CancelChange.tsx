import type { AdminPolicyVersion } from "@contract/policy_rules.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useCancelChange } from "./api.ts";

interface CancelChangeProps {
  version: AdminPolicyVersion;
  onDone(text: string): void;
  onClose(): void;
}

/** Asks why an admin cancels a planned change; everyone can read the answer. */
export function CancelChange({ version: { policy }, onDone, onClose }: CancelChangeProps) {
  const cancel = useCancelChange();
  const onSuccess = () => onDone(`Version ${policy.version} cancelled`);
  return (
    <ReasonDialog
      title={`Cancel version ${policy.version}?`}
      description={`It would take effect on ${formatDateTime(policy.effectiveFrom)}. The current rules stay in force.`}
      hint="At least 10 characters. Everyone can read it."
      least={10}
      most={500}
      confirmLabel="Cancel change"
      isBusy={cancel.isPending}
      busyLabel="Cancelling..."
      cancelLabel="Keep it"
      failure={cancel.isError ? failureText(cancel.error, "The change could not be cancelled") : undefined}
      onClose={onClose}
      onConfirm={(reason) => cancel.mutate({ version: policy.version, reason }, { onSuccess })}
    />
  );
}
