import type { ComponentProps, FormEvent } from "react";
import { Button } from "./Button.tsx";
import { classNames } from "./class_names.ts";

interface FormProps extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  /** Sends it; the page stays. */
  onSubmit(event: FormEvent<HTMLFormElement>): unknown;
  /** Its fields and its button are side by side where there is room. */
  isRow?: boolean;
}

/** A form in one column. Its checks are ours, not the browser's. */
export function Form(
  { onSubmit, isRow = false, className = isRow ? "gap-3" : "gap-5", children, ...rest }: FormProps,
) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void onSubmit(event);
  };
  return (
    <form
      {...rest}
      noValidate
      onSubmit={submit}
      className={classNames("flex", isRow ? "flex-wrap items-end" : "flex-col", className)}
    >
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
