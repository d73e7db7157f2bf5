import { type ReactNode, useId } from "react";
import { classNames } from "./class_names.ts";

/** What a control inside a field needs, to be named and described by it. */
interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode | undefined;
  /** Shown in place of nothing: the hint stays, because it says how to do it right. */
  error?: ReactNode;
  /** A star beside the label says so to eyes, `aria-required` to screen readers. */
  required?: boolean;
  /** The label is there for screen readers only. */
  hideLabel?: boolean;
  className?: string | undefined;
  children(control: FieldControl): ReactNode;
}

/** Label, control, hint and error, wired for screen readers. Use `TextField` for plain inputs. */
export function Field({ label, hint, error, required, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={classNames("flex max-w-full min-w-0 flex-col gap-1.5", className)}>
      <label
        htmlFor={id}
        className={hideLabel ? "sr-only" : classNames("text-sm font-semibold text-ink", required && "starred")}
      >
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {hint && <p id={`${id}-hint`} className="text-xs text-ink-faint">{hint}</p>}
      <p id={`${id}-error`} role="alert" className={error ? "text-sm font-medium text-danger" : "sr-only"}>{error}</p>
    </div>
  );
}
