import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class_names.ts";
import { CONTROL, CONTROL_FRAME, FRAMED } from "./control_class.ts";
import { Field } from "./Field.tsx";

export interface TextFieldProps extends Omit<ComponentProps<"input">, "id"> {
  label: string;
  hint?: ReactNode | undefined;
  error?: ReactNode;
  hideLabel?: boolean;
  /** Inside the control at its end, such as a unit or a button. */
  end?: ReactNode | undefined;
}

/** One line of text with its label. Takes what `register()` of a form gives. */
export function TextField(
  { label, hint, error, hideLabel = false, end, className, required, ...input }: TextFieldProps,
) {
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} required={required ?? false}>
      {(control) =>
        end
          ? (
            <div className={CONTROL_FRAME}>
              <input {...input} {...control} className={classNames(FRAMED, className)} />
              {end}
            </div>
          )
          : <input {...input} {...control} className={classNames(CONTROL, className)} />}
    </Field>
  );
}
