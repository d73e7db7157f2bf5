import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";

interface NoteFormProps {
  title: string;
  description: string;
  hint: string;
  button: string;
  /** Takes the note, which the log records. */
  saving: UseMutationResult<unknown, Error, string>;
  failure: string;
  onClose(): void;
}

/** Asks for a note of at least ten characters before personal details are opened or leave Orin. */
export function NoteForm({ title, description, hint, button, saving, failure, onClose }: NoteFormProps) {
  const [note, setNote] = useState("");
  return (
    <FormDialog
      title={title}
      description={description}
      send={button}
      disabled={note.trim().length < 10}
      of={saving}
      busyLabel="Saving..."
      onClose={onClose}
      onSubmit={() => saving.mutate(note)}
    >
      <TextArea
        data-autofocus
        label="Your note"
        hint={hint}
        maxLength={500}
        value={note}
        error={saving.isError ? failureText(saving.error, failure, `${failure}: no connection`) : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}

interface ExportDialogProps {
  title: string;
  /** What the file holds. */
  text: string;
  save(note: string): Promise<void>;
  onClose(): void;
}

/** Asks why a list leaves Orin, then saves it as a table. */
export function ExportDialog({ title, text, save, onClose }: ExportDialogProps) {
  const saving = useMutation({ mutationFn: save, onSuccess: onClose });
  return (
    <NoteForm
      title={title}
      description={`${text} The log records your note and the people in the file.`}
      hint="Why you need it. At least 10 characters"
      button="Save CSV"
      saving={saving}
      failure="The export failed"
      onClose={onClose}
    />
  );
}
