import { classNames } from "./class_names.ts";

export type ButtonVariant = "primary" | "quiet" | "danger" | "plain";
export type ButtonSize = "small" | "medium" | "large";

const BASE = "relative inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap " +
  "select-none transition duration-150 ease-out active:scale-[0.97] disabled:pointer-events-none disabled:opacity-55 " +
  "aria-disabled:opacity-55";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-strong shadow-lift",
  quiet: "border border-line-strong text-ink hover:border-ink hover:bg-ink/5",
  danger: "bg-danger-fill text-on-danger hover:bg-danger-strong",
  plain: "text-ink-soft hover:bg-ink/8 hover:text-ink",
};

const SIZES: Record<ButtonSize, string> = {
  small: "h-9 px-4 text-sm",
  medium: "h-11 px-5 text-sm",
  large: "h-12 px-7 text-base",
};

/** The look of a button, for links that act as one. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "medium", more = ""): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], more);
}
