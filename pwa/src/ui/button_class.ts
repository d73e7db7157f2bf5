import { classNames } from "./class_names.ts";

export type ButtonVariant = "primary" | "quiet" | "danger" | "plain";
export type ButtonSize = "small" | "medium" | "large";

const BASE =
  "relative inline-flex items-center justify-center gap-2 rounded-full text-center font-semibold wrap-anywhere " +
  "min-w-fit select-none transition duration-150 ease-out active:scale-[0.97] disabled:pointer-events-none disabled:opacity-55 " +
  "aria-disabled:opacity-55";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary hover:bg-primary-strong shadow-lift",
  quiet: "border border-line-strong text-ink hover:border-ink hover:bg-ink/5",
  danger: "bg-danger-fill text-on-danger hover:bg-danger-strong",
  plain: "text-ink-soft hover:bg-ink/8 hover:text-ink",
};

/** The label takes a second line only where large letters leave it no room (`min-w-fit`), and takes the edges' room first. */
const SIZES: Record<ButtonSize, string> = {
  small: "finger min-h-9 px-[min(1rem,4.5vw)] py-1 text-sm",
  medium: "min-h-11 px-[min(1.25rem,5.6vw)] py-1.5 text-sm",
  large: "min-h-12 px-[min(1.75rem,8vw)] py-2 text-base",
};

/** The look of a button, for links that act as one. */
export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "medium", more = ""): string {
  return classNames(BASE, VARIANTS[variant], SIZES[size], more);
}
