import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";

interface ExportDialogProps {
  title: string;
  /** What the file holds. */
  text: string;
  save(note: string): Promise<void>;
  onClose(): void;
}

/** Asks why a list leaves Orin, then saves it as a table. */
export function ExportDialog({ title, text, save, onClose }: ExportDialogProps) {
  const [note, setNote] = useState("");
  const saving = useMutation({ mutationFn: save, onSuccess: onClose });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate(note);
  };
  return (
    <FormDialog
      title={title}
      description={`${text} The log records your note and the people in the file.`}
      onClose={onClose}
      onSubmit={submit}
      button={
        <Button type="submit" busy={saving.isPending} busyLabel="Saving..." disabled={note.trim().length < 10}>
          Save CSV
        </Button>
      }
    >
      <TextArea
        data-autofocus
        label="Your note"
        hint="Why you need it. At least 10 characters"
        maxLength={500}
        value={note}
        error={saving.isError
          ? failureText(saving.error, "The export failed", "The export failed: no connection")
          : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
