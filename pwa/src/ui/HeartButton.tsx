import { Clock, Heart } from "lucide-react";
import { classNames } from "./class_names.ts";
import { IconButton } from "./IconButton.tsx";

interface HeartButtonProps {
  /** What the heart is given to: a title or a name. */
  what: string;
  isHearted: boolean;
  /** What was said of it last waits to be sent. */
  isWaiting?: boolean;
  disabled?: boolean;
  onToggle(): void;
  className?: string | undefined;
}

/** A heart that is full or not. */
export function HeartButton(props: HeartButtonProps) {
  const { what, isHearted, isWaiting = false, disabled = false, onToggle, className } = props;
  const label = `${isHearted ? "Remove from" : "Add to"} favourites: ${what}`;
  return (
    <IconButton
      label={isWaiting ? `${label}. Waiting to be sent` : label}
      icon={
        <span className="relative">
          <Heart size={18} fill={isHearted ? "currentColor" : "none"} />
          {isWaiting && <Clock size={11} className="absolute -right-2 -bottom-1 rounded-full bg-canvas text-ink" />}
        </span>
      }
      disabled={disabled}
      onClick={onToggle}
      className={classNames(isHearted && "text-accent!", className)}
    />
  );
}
