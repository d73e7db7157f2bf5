import type { TeamMember } from "@contract/team.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { ReasonDialog } from "../../ui/ReasonDialog.tsx";
import { useResetFactor } from "./api.ts";

/** Switches off the second factor of an admin who has lost their phone, with a reason. */
export function ResetFactor({ member }: { member: TeamMember }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`Reset second factor: ${member.name}`}
        onClick={() => setOpen(true)}
      >
        Reset second factor
      </Button>
      {isOpen && <ResetDialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}

function ResetDialog({ member: { userId, name }, onClose }: { member: TeamMember; onClose(): void }) {
  const reset = useResetFactor(userId);
  return (
    <ReasonDialog
      title={`Reset the second factor of ${name}?`}
      description="Do this only if you have spoken to them yourself. It logs them out, and their password alone opens the next log-in. Every admin gets an email, and for 72 hours your approvals and theirs do not count together."
      hint="At least 10 characters. The log keeps it."
      least={10}
      most={500}
      confirmLabel="Reset"
      isBusy={reset.isPending}
      busyLabel="Resetting..."
      failure={reset.isError ? failureText(reset.error, "An error occurred") : undefined}
      onClose={onClose}
      onConfirm={(reason) => reset.mutate({ reason }, { onSuccess: onClose })}
    />
  );
}
