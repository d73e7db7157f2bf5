import type { FormEvent, ReactNode } from "react";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { Form } from "./Form.tsx";

interface FormDialogProps {
  title: string;
  description?: ReactNode;
  cancelLabel?: string;
  /** Sends the form: a Button of the type "submit". */
  button: ReactNode;
  onClose(): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  children: ReactNode;
}

/** A form in a dialog: its fields, then Cancel and the button that sends it. */
export function FormDialog(
  { title, description, cancelLabel = "Cancel", button, onClose, onSubmit, children }: FormDialogProps,
) {
  return (
    <Dialog open title={title} description={description} onClose={onClose}>
      <Form onSubmit={onSubmit}>
        {children}
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
          <Button variant="quiet" onClick={onClose}>{cancelLabel}</Button>
          {button}
        </div>
      </Form>
    </Dialog>
  );
}
