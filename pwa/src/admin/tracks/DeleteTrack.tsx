import type { AdminTrack } from "@contract/admin_tracks.ts";
import { failureText } from "../../lib/api_error.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Notice } from "../parts/notice.ts";
import { useDeleteTrack } from "./api.ts";

interface DeleteTrackProps {
  track: AdminTrack;
  onClose(): void;
  onSaid(message: Notice): void;
}

/** Asks in the documented words; how it went is said above the table. */
export function DeleteTrack({ track, onClose, onSaid }: DeleteTrackProps) {
  const remove = useDeleteTrack();
  const confirm = () =>
    remove.mutate(track._id, {
      onSuccess: () => onSaid({ tone: "success", text: "Track deleted successfully" }),
      onError: (error) => onSaid({ tone: "error", text: failureText(error, "Failed to delete track") }),
      onSettled: onClose,
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
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}
