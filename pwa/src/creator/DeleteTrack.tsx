import type { OwnTrack } from "@contract/uploads.ts";
import { failureText } from "../lib/api_error.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useDeleteTrack } from "./api.ts";

/** The documented question before a song is deleted. */
export function DeleteTrack(
  { track, onClose, onDone = onClose }: { track: OwnTrack; onClose(): void; onDone?(): void },
) {
  const remove = useDeleteTrack();
  const confirm = () =>
    remove.mutate(track._id, {
      onSuccess: () => {
        onDone();
        void toast("Track deleted successfully", "success");
      },
    });
  return (
    <ConfirmDialog
      open
      dangerous
      title={`Delete ${track.title}?`}
      message="Are you sure you want to delete this track? This action cannot be undone."
      confirmLabel="Delete"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.isError ? `Failed to delete track: ${failureText(remove.error, "please try again")}` : undefined}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
