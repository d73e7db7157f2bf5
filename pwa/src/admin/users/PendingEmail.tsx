import type { AdminUser } from "@contract/admin_users.ts";
import { failureText } from "../../lib/api_error.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { May } from "../shell/May.tsx";
import { useDecideOnEmail } from "./api.ts";

/** An email that an admin asked for, with what the other admins can do about it. */
export function PendingEmail({ user: { _id, pendingEmail, pendingEmailChange } }: { user: AdminUser }) {
  const decide = useDecideOnEmail(_id);
  if (!pendingEmail || !pendingEmailChange) return null;
  const { changeId, proposedBy, lapsesAt, mayConfirm } = pendingEmailChange;
  const send = (outcome: "confirm" | "refuse") => decide.mutate({ changeId, outcome });
  return (
    <Banner tone="info" className="mb-4">
      <p className="wrap-anywhere">
        {proposedBy} asks for the email <b>{pendingEmail}</b>. An admin on another side confirms it before{" "}
        {formatDateTime(lapsesAt)}, or it lapses.
      </p>
      {decide.isError && (
        <p role="alert" className="mt-2 text-danger">{failureText(decide.error, "An error occurred")}</p>
      )}
      <May call="POST /api/v1/admin/users/:id/email/:changeId/confirm">
        <div className="mt-3 flex flex-wrap gap-3">
          {mayConfirm && (
            <Button size="small" busy={decide.isPending} onClick={() => send("confirm")}>Confirm email</Button>
          )}
          <Button size="small" variant="quiet" busy={decide.isPending} onClick={() => send("refuse")}>
            Refuse email
          </Button>
        </div>
      </May>
    </Banner>
  );
}
