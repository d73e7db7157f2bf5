import { PICTURE_ACCEPT } from "@contract/file_formats.ts";
import { MAX_PICTURE_BYTES, PICTURE_TOO_LARGE } from "@contract/uploads.ts";
import { Trash2, Upload } from "lucide-react";
import { useId, useState } from "react";
import { failureText } from "../lib/api_error.ts";
import { usePassing } from "../lib/use_passing.ts";
import { Avatar } from "./Avatar.tsx";
import { Button } from "./Button.tsx";
import { buttonClass } from "./button_class.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { Outcome } from "./Outcome.tsx";

const UPLOAD_FAILED = "Failed to upload profile picture";

/** What is used of a mutation. */
interface Step<Given> {
  isPending: boolean;
  error: unknown;
  mutate(given: Given, on: { onSuccess(): void; onError?(error: unknown): void }): void;
}

interface PictureFieldProps {
  src: string | undefined;
  upload: Step<File>;
  remove: Step<void>;
  /** The message where the service gives none. */
  removeFailed: string;
}

/** One's own picture: another one, or none after a question. */
export function PictureField({ src, upload, remove, removeFailed }: PictureFieldProps) {
  const [isAsking, setAsking] = useState(false);
  const [message, show] = usePassing();
  const [problem, setProblem] = useState<string>();
  const choose = (file: File) => {
    const isTooLarge = file.size > MAX_PICTURE_BYTES;
    setProblem(isTooLarge ? PICTURE_TOO_LARGE : undefined);
    if (isTooLarge) return;
    upload.mutate(file, {
      onSuccess: () => show("Profile picture updated successfully"),
      onError: (error) => setProblem(failureText(error, UPLOAD_FAILED)),
    });
  };
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setAsking(false);
        setProblem(undefined);
        show("Profile picture deleted successfully");
      },
    });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-5">
        <Avatar src={src} alt="Your picture" size={96} />
        <div className="flex flex-wrap gap-3">
          <ChooseButton isBusy={upload.isPending} onFile={choose} />
          {src && (
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
      <Outcome failure={problem} done={message} />
      <ConfirmDialog
        open={isAsking}
        dangerous
        title="Delete your picture?"
        message="Are you sure you want to delete your profile picture?"
        confirmLabel="Delete"
        busy={remove.isPending}
        busyLabel="Deleting..."
        error={remove.error === null ? undefined : failureText(remove.error, removeFailed)}
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
      className={buttonClass(
        "quiet",
        "medium",
        "cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-focus",
      )}
    >
      <Upload aria-hidden="true" size={18} className="shrink-0" />
      {isBusy ? "Uploading..." : "Upload picture"}
      <input
        id={id}
        type="file"
        accept={PICTURE_ACCEPT}
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
