import { useState } from "react";
import { Banner } from "./Banner.tsx";
import { Button } from "./Button.tsx";
import { FormDialog } from "./FormDialog.tsx";
import { TextArea } from "./TextArea.tsx";

interface ReasonDialogProps {
  title: string;
  description: string;
  /** What is written, who reads it, and its least and most characters. */
  label?: string;
  hint?: string;
  least?: number;
  most?: number;
  initial?: string;
  confirmLabel: string;
  busyLabel?: string;
  isBusy?: boolean;
  cancelLabel?: string;
  /** Why the decision was not taken. */
  failure?: string | undefined;
  onClose(): void;
  /** Gets the reason without spaces around it. */
  onConfirm(reason: string): void;
}

/** Asks why, before a decision that others read later. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, label = "Reason", hint, least = 3, most = 300, failure, onClose, onConfirm } = props;
  const { confirmLabel, cancelLabel = "Cancel", busyLabel = confirmLabel, isBusy = false } = props;
  const [reason, setReason] = useState(props.initial ?? "");
  const [isTried, setTried] = useState(false);
  const isGiven = reason.trim().length >= least;
  const missing = least > 3 ? `Please say why, in at least ${least} characters` : "Please say why";
  const submit = () => {
    setTried(true);
    if (isGiven) onConfirm(reason.trim());
  };
  return (
    <FormDialog
      title={title}
      description={description}
      cancelLabel={cancelLabel}
      onClose={onClose}
      onSubmit={submit}
      button={
        <Button type="submit" variant="danger" busy={isBusy} busyLabel={busyLabel}>
          {confirmLabel}
        </Button>
      }
    >
      <TextArea
        data-autofocus
        required
        label={label}
        hint={hint}
        maxLength={most}
        value={reason}
        error={isTried && !isGiven ? missing : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      {failure !== undefined && <Banner tone="error">{failure}</Banner>}
    </FormDialog>
  );
}
