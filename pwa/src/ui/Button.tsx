import type { ComponentProps, ReactNode } from "react";
import { buttonClass, type ButtonSize, type ButtonVariant } from "./button_class.ts";
import { Spinner } from "./Spinner.tsx";

interface ButtonProps extends Omit<ComponentProps<"button">, "disabled"> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode | undefined;
  /** While busy the button cannot be pressed; `busyLabel` takes the label's place. */
  busy?: boolean;
  busyLabel?: string | undefined;
  disabled?: boolean;
}

/** A button with a label. `type` is "button" unless said otherwise. */
export function Button(props: ButtonProps) {
  const { variant, size, icon, busy = false, busyLabel, disabled = false, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClass(variant, size, className)}
    >
      {busy ? <Spinner /> : icon}
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
