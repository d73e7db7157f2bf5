import type { TeamMember } from "@contract/team.ts";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { useResetFactor } from "./api.ts";

const SHORTEST_REASON = 10;

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
  const [reason, setReason] = useState("");
  const reset = useResetFactor(userId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset.mutate({ reason }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      title={`Reset the second factor of ${name}?`}
      description="Do this only if you have spoken to them yourself. It logs them out, and their password alone opens the next log-in. Every admin gets an email, and for 72 hours your approvals and theirs do not count together."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          data-autofocus
          required
          label="Reason"
          hint="At least 10 characters. The log keeps it."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {reset.isError && <Banner tone="error">{failureText(reset.error, "An error occurred")}</Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="danger"
            busy={reset.isPending}
            busyLabel="Resetting..."
            disabled={reason.trim().length < SHORTEST_REASON}
          >
            Reset
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
