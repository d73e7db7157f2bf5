import { noteAccess } from "@contract/calls/admin.ts";
import { useMutation } from "@tanstack/react-query";
import { useStore } from "../../lib/store.ts";
import { NoteForm } from "../parts/NoteForm.tsx";
import { askOnceAsAdmin } from "./admin_api.ts";
import { type Asked, note } from "./asking.ts";

/** Asks an auditor why they look at personal details. It is in the layout once. */
export function NoteDialog() {
  const asked = useStore(note.asked);
  return asked ? <Note asked={asked} /> : null;
}

function Note({ asked }: { asked: Asked }) {
  const saving = useMutation({
    mutationFn: (text: string) => askOnceAsAdmin(noteAccess, { body: { note: text } }),
    onSuccess: () => asked.answer(true),
  });
  return (
    <NoteForm
      title="Why do you open personal details?"
      description="Your note goes into the log. It opens names, numbers and bank accounts for 15 minutes."
      hint="At least 10 characters"
      button="Open"
      saving={saving}
      failure="The note could not be saved"
      onClose={() => asked.answer(false)}
    />
  );
}
