import { ChevronDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class_names.ts";
import { CONTROL } from "./control_class.ts";
import { Field } from "./Field.tsx";

interface SelectProps extends Omit<ComponentProps<"select">, "id" | "children"> {
  label: string;
  hint?: ReactNode | undefined;
  error?: string | undefined;
  hideLabel?: boolean;
  /** The first, empty choice, such as "Select a bank". */
  placeholder?: string | undefined;
  options: readonly { value: string; label: string }[];
}

/** The platform's own picker: on a phone nothing handles a list of forty banks better. */
export function Select(props: SelectProps) {
  const { label, hint, error, hideLabel = false, placeholder, options, className, required, ...select } = props;
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel} required={required ?? false}>
      {(control) => (
        <div className="relative">
          {/* Browsers count a select among what is read-only, which looks otherwise. */}
          <select
            {...select}
            {...control}
            className={classNames(CONTROL, "appearance-none bg-sunken! pr-11 text-ink!", className)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
          </select>
          <ChevronDown
            aria-hidden="true"
            size={18}
            className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-soft"
          />
        </div>
      )}
    </Field>
  );
}
