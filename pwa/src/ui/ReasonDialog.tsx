import { type ReactNode, useState } from "react";
import { FormDialog, type FormDialogProps } from "./FormDialog.tsx";
import { TextArea } from "./TextArea.tsx";

interface ReasonDialogProps extends Omit<FormDialogProps, "onSubmit" | "children"> {
  /** What is written, who reads it, and its least and most characters. */
  label?: string;
  hint?: string | undefined;
  least?: number;
  most?: number;
  initial?: string;
  /** What is wrong with it, in place of its length. */
  wrong?(reason: string): string | undefined;
  /** Whether the fields beside it are right; each says why not. */
  areOthersRight?(): boolean;
  /** Fields before it. */
  before?: ReactNode;
  /** Fields after it. */
  children?: ReactNode;
  /** Gets the reason without spaces around it. */
  onConfirm(reason: string): void;
}

/** Asks why, before a decision that others read later. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label = "Reason", hint, least = 3, most = 300, initial = "", wrong, before, children, ...dialog } = props;
  const { onConfirm, areOthersRight, ...rest } = dialog;
  const [reason, setReason] = useState(initial);
  const [isTried, setTried] = useState(false);
  const missing = least > 3 ? `Please say why, in at least ${least} characters` : "Please say why";
  const problem = wrong ? wrong(reason) : reason.trim().length < least ? missing : undefined;
  const submit = () => {
    setTried(true);
    const isRight = areOthersRight?.() ?? true;
    if (isRight && problem === undefined) onConfirm(reason.trim());
  };
  return (
    <FormDialog variant="danger" {...rest} onSubmit={submit}>
      {before}
      <TextArea
        data-autofocus
        required
        label={label}
        hint={hint}
        rows={most > 500 ? 4 : 3}
        maxLength={most}
        value={reason}
        error={isTried ? problem : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      {children}
    </FormDialog>
  );
}
