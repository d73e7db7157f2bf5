import { noteAccess } from "@contract/calls/admin.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { useStore } from "../../lib/store.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/FormDialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { askOnceAsAdmin } from "./admin_api.ts";
import { noteAsked } from "./note_asked.ts";
import type { PasswordAsked } from "./password_again.ts";

/** Asks an auditor why they look at personal details. Stands once, in the layout. */
export function NoteDialog() {
  const asked = useStore(noteAsked);
  return asked ? <Note asked={asked} /> : null;
}

function Note({ asked }: { asked: PasswordAsked }) {
  const [note, setNote] = useState("");
  const write = useMutation({
    mutationFn: () => askOnceAsAdmin(noteAccess, { body: { note } }),
    onSuccess: () => asked.answer(true),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    write.mutate();
  };
  return (
    <FormDialog
      title="Why do you open personal details?"
      description="Your note goes into the log. It opens names, numbers and bank accounts for 15 minutes."
      onClose={() => asked.answer(false)}
      onSubmit={submit}
      button={
        <Button type="submit" busy={write.isPending} busyLabel="Saving..." disabled={note.trim().length < 10}>
          Open
        </Button>
      }
    >
      <TextArea
        data-autofocus
        label="Your note"
        hint="At least 10 characters"
        maxLength={500}
        value={note}
        error={write.isError ? failureText(write.error, "The note could not be saved") : undefined}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
