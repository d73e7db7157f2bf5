import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class_names.ts";
import { CONTROL } from "./control_class.ts";
import { Field } from "./Field.tsx";

interface TextAreaProps extends Omit<ComponentProps<"textarea">, "id"> {
  label: string;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  hideLabel?: boolean;
}

/** Several lines of text with their label; grows with what is written where the browser can do that. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, hideLabel = false, className, required, ...area } = props;
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} required={required ?? false}>
      {(control) => (
        <textarea
          rows={3}
          {...area}
          {...control}
          className={classNames(CONTROL, "field-sizing-content h-auto max-h-80 min-h-24 py-3", className)}
        />
      )}
    </Field>
  );
}
