import type { UseMutationResult } from "@tanstack/react-query";
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
