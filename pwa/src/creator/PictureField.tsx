import type { OwnCreatorProfile } from "@contract/creators.ts";
import { Trash2, Upload } from "lucide-react";
import { useId, useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useDeletePicture, useUploadPicture } from "./api.ts";
import { usePassing } from "../lib/use_passing.ts";

const DELETE_FAILED = "Failed to delete profile picture. Please try again later.";

/** The picture on the public page. */
export function PictureField({ profile }: { profile: OwnCreatorProfile }) {
  const [isAsking, setAsking] = useState(false);
  const [message, show] = usePassing();
  const upload = useUploadPicture();
  const remove = useDeletePicture();
  const choose = (file: File) => upload.mutate(file, { onSuccess: () => show("Profile picture updated successfully") });
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        show("Profile picture deleted successfully");
      },
    });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={profile.profilePicture.url} alt="Your picture" size={96} />
        <div className="flex flex-wrap gap-3">
          <ChooseButton isBusy={upload.isPending} onFile={choose} />
          {profile.profilePicture.url && (
            <Button
              variant="plain"
              icon={<Trash2 size={18} />}
              onClick={() => setAsking(true)}
            >
              Delete picture
            </Button>
          )}
        </div>
      </div>
      {upload.isError && <Banner tone="error">{failureText(upload.error, "Failed to upload profile picture")}</Banner>}
      {message && <Banner tone="success">{message}</Banner>}
      <ConfirmDialog
        open={isAsking}
        dangerous
        title="Delete your picture?"
        message="Are you sure you want to delete your profile picture?"
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        error={remove.isError ? failureText(remove.error, DELETE_FAILED) : undefined}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

function ChooseButton({ isBusy, onFile }: { isBusy: boolean; onFile(file: File): void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="inline-flex h-11 cursor-pointer items-center gap-2 rounded-full border border-line-strong px-5 text-sm font-semibold hover:bg-ink/5 has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <Upload aria-hidden="true" size={18} />
      {isBusy ? "Uploading..." : "Upload picture"}
      <input
        id={id}
        type="file"
        accept="image/*"
        disabled={isBusy}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onFile(file);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
