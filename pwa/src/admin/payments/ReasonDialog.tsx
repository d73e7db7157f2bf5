import { type FormEvent, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextArea } from "../../ui/TextArea.tsx";

interface ReasonDialogProps {
  title: string;
  description: string;
  /** What is written, and its most characters. */
  label?: string;
  most?: number;
  initial: string;
  confirmLabel: string;
  onClose(): void;
  onConfirm(reason: string): void;
}

/** Asks why, before a decision that gives money back or ends what is uncertain. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, label = "Reason", most = 300, initial, confirmLabel, onClose, onConfirm } = props;
  const [reason, setReason] = useState(initial);
  const [isTried, setTried] = useState(false);
  const isGiven = reason.trim().length >= 3;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isGiven) onConfirm(reason.trim());
  };
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          data-autofocus
          required
          label={label}
          maxLength={most}
          value={reason}
          error={isTried && !isGiven ? "Please say why" : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger">{confirmLabel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
