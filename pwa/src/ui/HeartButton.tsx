import { Heart } from "lucide-react";
import { classNames } from "./class_names.ts";
import { IconButton } from "./IconButton.tsx";

export interface HeartButtonProps {
  /** What the heart is given to: a title or a name. */
  what: string;
  isHearted: boolean;
  disabled?: boolean;
  onToggle(): void;
  className?: string | undefined;
}

/** A heart that is full or not. */
export function HeartButton({ what, isHearted, disabled = false, onToggle, className }: HeartButtonProps) {
  return (
    <IconButton
      label={`${isHearted ? "Remove from" : "Add to"} favourites: ${what}`}
      icon={<Heart size={18} fill={isHearted ? "currentColor" : "none"} />}
      disabled={disabled}
      onClick={onToggle}
      className={classNames(isHearted && "text-accent!", className)}
    />
  );
}
