import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In the React tree a dialog is inside what opened it: the form there must not hear of this.
    event.stopPropagation();
    saving.mutate(note);
  };
  return (
    <FormDialog
      title={title}
      description={description}
      onClose={onClose}
      onSubmit={submit}
      button={
        <Button type="submit" busy={saving.isPending} busyLabel="Saving..." disabled={note.trim().length < 10}>
          {button}
        </Button>
      }
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
