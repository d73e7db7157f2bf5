import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class_names.ts";

interface CaptionButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  icon: ReactNode;
  /** The word below the icon. */
  caption: string;
  /** What screen readers say and pointers see, where the word alone says too little; it has the word in it. */
  label?: string;
  /** The thing that it switches is on. */
  isOn?: boolean | undefined;
}

/** The look of an icon above its word, for links as well. */
export const CAPTIONED =
  "flex min-h-[44px] min-w-max grow basis-[44px] flex-col items-center justify-start gap-1 rounded-lg px-0.5 py-2 text-xs font-medium transition-colors duration-150 hover:bg-ink/8 hover:text-ink aria-disabled:opacity-40 disabled:pointer-events-none disabled:opacity-40";

/** An icon above its word: one of several that share a row. */
export function CaptionButton({ icon, caption, label = caption, isOn, className, ...rest }: CaptionButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(CAPTIONED, isOn ? "text-accent" : "text-ink-soft", className)}
    >
      {icon}
      <span>{caption}</span>
    </button>
  );
}
