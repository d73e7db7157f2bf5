import { cancelPlannedEmail } from "@contract/calls/admin_people.ts";
import type { AdminUser } from "@contract/admin_users.ts";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { WaitingProposal } from "../proposals/ProposalCard.tsx";
import { May } from "../shell/May.tsx";
import { useCancelEmail } from "./api.ts";

/** An email that waits for another side, or for its day, with what admins can do about it. */
export function PendingEmail({ user: { _id, pendingEmail, plannedEmailChange } }: { user: AdminUser }) {
  const [said, setSaid] = useState<string>();
  const cancel = useCancelEmail(_id);
  if (said !== undefined) return <Banner tone="success" className="mb-4">{said}</Banner>;
  if (!pendingEmail) return null;
  if (!plannedEmailChange) {
    return (
      <div className="mb-4 flex flex-col gap-3">
        <p className="text-sm wrap-anywhere">
          The email <b>{pendingEmail}</b> waits for an admin on another side.
        </p>
        <WaitingProposal kind="pending_email" subject={_id} onDone={setSaid} />
      </div>
    );
  }
  const { changeId, takesEffectAt } = plannedEmailChange;
  return (
    <Banner tone="info" className="mb-4">
      <p className="wrap-anywhere">
        The email becomes <b>{pendingEmail}</b> on{" "}
        {formatDateTime(takesEffectAt)}, unless the person objects with the link that we mailed to the old one.
      </p>
      {cancel.isError && (
        <p role="alert" className="mt-2 text-danger">{failureText(cancel.error, "An error occurred")}</p>
      )}
      <May call={cancelPlannedEmail}>
        <Button
          className="mt-3"
          size="small"
          variant="quiet"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(changeId)}
        >
          Keep the old email
        </Button>
      </May>
    </Banner>
  );
}
