import type { FormEvent, ReactNode } from "react";
import { failureText } from "../lib/api_error.ts";
import { Banner } from "./Banner.tsx";
import { Button } from "./Button.tsx";
import type { ButtonVariant } from "./button_class.ts";
import { Dialog } from "./Dialog.tsx";
import { Form } from "./Form.tsx";

/** What a dialog's form is, beside its fields. */
export interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** On the button that sends the form. */
  send: string;
  variant?: ButtonVariant;
  disabled?: boolean;
  cancelLabel?: string;
  /** What is asked of the service: the button is busy meanwhile. */
  of?: { isPending: boolean; isError: boolean; error: unknown };
  busyLabel?: string | undefined;
  /** What failed, where the service does not say why; left out where a field says it. */
  failure?: string;
  /** The same where there was no answer. */
  offline?: string;
  onClose(): void;
  onSubmit(event: FormEvent<HTMLFormElement>): unknown;
  children: ReactNode;
}

/** A form in a dialog: its fields, why it was refused, then Cancel and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, send, variant = "primary", disabled = false, cancelLabel = "Cancel" } = props;
  const { of, busyLabel, failure, offline, onClose, onSubmit, children } = props;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // In the React tree a dialog is inside what opened it: the form there must not hear of this.
    event.stopPropagation();
    void onSubmit(event);
  };
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      <Form onSubmit={submit}>
        {children}
        {failure !== undefined && of?.isError && <Banner tone="error">{failureText(of.error, failure, offline)}
        </Banner>}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>{cancelLabel}</Button>
          <Button
            type="submit"
            variant={variant}
            disabled={disabled}
            busy={of?.isPending ?? false}
            busyLabel={busyLabel}
          >
            {send}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
