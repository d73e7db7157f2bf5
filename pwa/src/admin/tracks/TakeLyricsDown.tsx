import type { AdminTrack } from "@contract/admin_tracks.ts";
import { useForm } from "react-hook-form";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import type { Notice } from "../parts/notice.ts";
import { useLyricsOf, useTakeLyricsDown } from "./api.ts";

interface TakeLyricsDownProps {
  track: AdminTrack;
  onClose(): void;
  onSaid(message: Notice): void;
}

/** Shows what is sung, and removes it with a reason that the artist reads. */
export function TakeLyricsDown({ track, onClose, onSaid }: TakeLyricsDownProps) {
  const { data: lyrics } = useLyricsOf(track._id);
  const remove = useTakeLyricsDown();
  const { register, handleSubmit, formState: { errors } } = useForm({ defaultValues: { reason: "" } });
  const submit = handleSubmit(({ reason }) => {
    const said = () => {
      onSaid({ tone: "success", text: `Lyrics of ${track.title} removed` });
      onClose();
    };
    remove.mutate({ trackId: track._id, reason: reason.trim() }, { onSuccess: said });
  });
  const failure = remove.isError ? failureText(remove.error, "Failed to remove the lyrics") : undefined;
  return (
    <FormDialog
      title={`Remove the lyrics of ${track.title}?`}
      description="The song stays. Its artist can give it other lyrics."
      onClose={onClose}
      onSubmit={submit}
      button={
        <Button type="submit" variant="danger" busy={remove.isPending} busyLabel="Removing...">Remove lyrics</Button>
      }
    >
      {lyrics && (
        <div
          role="region"
          aria-label="Lyrics"
          tabIndex={0}
          dir="auto"
          className="max-h-48 overflow-y-auto rounded-lg border border-line p-3 text-sm whitespace-pre-line wrap-anywhere"
        >
          {lyrics.lines.map(({ text }) => text).join("\n")}
        </div>
      )}
      <TextArea
        data-autofocus
        label="Reason"
        hint="We mail it to the artist."
        rows={3}
        maxLength={300}
        error={errors.reason?.message ?? failure}
        {...register("reason", { validate: (reason) => reason.trim() !== "" || "Please say why" })}
      />
    </FormDialog>
  );
}
