import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class_names.ts";

interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  /** The name that screen readers say and pointers see. */
  label: string;
  icon: ReactNode;
  /** `solid` is the one main action of its place, such as Play; `veiled` is for a cover, which shows around it. */
  look?: "plain" | "solid" | "tinted" | "veiled";
  size?: "small" | "medium" | "large";
}

const LOOKS = {
  plain: "text-ink-soft hover:text-ink hover:bg-ink/8",
  solid: "bg-primary text-on-primary hover:bg-primary-strong shadow-lift hover:scale-105",
  tinted: "bg-ink/8 text-ink hover:bg-ink/14",
  veiled: "bg-scrim text-on-dye hover:bg-primary hover:text-on-primary",
};

/** Icons keep their size when letters grow, so their buttons do, too, and leave the room to the words. */
const SIZES = { small: "finger size-[36px]", medium: "size-[44px]", large: "size-[64px]" };

/** A round button with an icon and a name. */
export function IconButton({ label, icon, look = "plain", size = "medium", className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(
        "inline-grid shrink-0 place-items-center rounded-full transition duration-150 ease-out active:scale-95",
        "disabled:pointer-events-none disabled:opacity-40",
        LOOKS[look],
        SIZES[size],
        className,
      )}
    >
      {icon}
    </button>
  );
}
