import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "./class_names.ts";

interface CheckboxProps extends Omit<ComponentProps<"input">, "id" | "type" | "children"> {
  label: ReactNode;
  hint?: ReactNode | undefined;
}

/** A native checkbox, drawn in our colours, with its label as part of the target. */
export function Checkbox({ label, hint, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={classNames("flex min-h-11 items-center gap-3", className)}>
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer absolute inset-0 size-6 cursor-pointer appearance-none rounded-sm border-2 border-line-strong bg-sunken transition-colors checked:border-primary checked:bg-primary after:absolute after:-inset-3 disabled:opacity-50"
        />
        <Check
          aria-hidden="true"
          size={16}
          strokeWidth={3.5}
          className="pointer-events-none relative text-on-primary opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className="py-2">
        <label htmlFor={id} className="cursor-pointer text-sm text-ink">{label}</label>
        {hint && <span id={`${id}-hint`} className="block text-xs text-ink-faint">{hint}</span>}
      </span>
    </div>
  );
}
