import { type FormEvent, useState } from "react";
import { failureText } from "../../lib/api_error.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { type PaymentsSought, useExportPayments } from "./api.ts";

/** Asks why the list leaves Orin, then saves it as a table. */
export function ExportDialog({ sought, onClose }: { sought: PaymentsSought; onClose(): void }) {
  const [note, setNote] = useState("");
  const save = useExportPayments();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ sought, note }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      title="Export these payments as CSV?"
      description="The file holds exactly the payments of this tab, search and filter, with names and email addresses. The log records your note and the people in the file."
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          data-autofocus
          label="Your note"
          hint="Why you need it. At least 10 characters"
          maxLength={500}
          value={note}
          error={save.isError
            ? failureText(save.error, "The export failed", "The export failed: no connection")
            : undefined}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button type="submit" busy={save.isPending} busyLabel="Saving..." disabled={note.trim().length < 10}>
            Save CSV
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
