import type { AdminUser, StandingAnswer } from "@contract/admin_users.ts";
import { failureText } from "../../lib/api_error.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useDeleteUser } from "./api.ts";

interface DeleteUserProps {
  user: AdminUser;
  onClose(): void;
  onDone(answer: StandingAnswer): void;
}

/** Asks before an account is closed. */
export function DeleteUser({ user, onClose, onDone }: DeleteUserProps) {
  const remove = useDeleteUser();
  const confirm = () =>
    remove.mutate(user._id, {
      onSuccess: (answer) => {
        onClose();
        onDone(answer);
      },
    });
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Delete ${user.firstName} ${user.lastName}?`.replace(" ?", "?")}
      message="This logs them out now and closes the account. An artist's tracks disappear from Orin. You can restore the account for 30 days; then Orin erases all personal data for good."
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.isError ? failureText(remove.error, "Failed to delete user") : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
