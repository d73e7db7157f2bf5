import { useId } from "react";
import { createPortal } from "react-dom";
import { Button } from "./Button.tsx";
import { useDialog } from "./use_dialog.ts";

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  message: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** Colours the confirming button as a warning. */
  dangerous?: boolean;
  busy?: boolean;
  busyLabel?: string | undefined;
  error?: string | undefined;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something that cannot be undone; the harmless answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const id = useId();
  const close = () => props.busy || props.onCancel();
  const control = useDialog(props.open, close);
  if (!props.open) return null;
  return createPortal(
    <dialog
      {...control}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      className="m-auto w-[min(100%-2rem,26rem)] animate-enter rounded-xl border border-line bg-raised shadow-float"
    >
      <div className="flex flex-col gap-3 p-6">
        <h2 id={id} className="text-xl">{props.title}</h2>
        <p id={`${id}-text`} className="text-sm text-ink-soft">{props.message}</p>
        {props.error && <p role="alert" className="text-sm font-medium text-danger">{props.error}</p>}
        <div className="flex flex-wrap justify-end gap-3 pt-3 max-sm:*:flex-1">
          <Button variant="quiet" autoFocus disabled={props.busy ?? false} onClick={props.onCancel}>
            {props.cancelLabel ?? "Cancel"}
          </Button>
          <Button
            variant={props.dangerous ? "danger" : "primary"}
            busy={props.busy ?? false}
            {...(props.busyLabel ? { busyLabel: props.busyLabel } : {})}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </div>
      </div>
    </dialog>,
    document.body,
  );
}
