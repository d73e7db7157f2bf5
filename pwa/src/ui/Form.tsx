import type { FormEvent, ReactNode, Ref } from "react";
import { Button } from "./Button.tsx";
import { classNames } from "./class_names.ts";

interface FormProps {
  /** For a button outside of it. */
  id?: string;
  ref?: Ref<HTMLFormElement>;
  /** Sends it; the page stays. */
  onSubmit(event: FormEvent<HTMLFormElement>): unknown;
  className?: string;
  children: ReactNode;
}

/** A form in one column. Its checks are ours, not the browser's. */
export function Form({ id, ref, onSubmit, className = "gap-5", children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSubmit(event);
  };
  return (
    <form id={id} ref={ref} noValidate onSubmit={submit} className={classNames("flex flex-col", className)}>
      {children}
    </form>
  );
}

interface FormButtonsProps {
  send: string;
  busy: boolean;
  busyLabel?: string;
  onCancel(): void;
}

/** The end of a form: the button that sends it, and Cancel. */
export function FormButtons({ send, busy, busyLabel, onCancel }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
      <Button type="submit" busy={busy} busyLabel={busyLabel}>{send}</Button>
      <Button variant="quiet" onClick={onCancel}>Cancel</Button>
    </div>
  );
}
