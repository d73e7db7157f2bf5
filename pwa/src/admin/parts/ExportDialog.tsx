import { useMutation } from "@tanstack/react-query";
import { NoteForm } from "./NoteForm.tsx";

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
