import { classNames } from "./class_names.ts";

export interface ChipProps {
  label: string;
  selected: boolean;
  onSelect(): void;
}

/** A filter that is on or off. Stand several in a `ChipRow`. */
export function Chip({ label, selected, onSelect }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className={classNames(
        "h-10 shrink-0 rounded-full px-[min(1rem,4.5vw)] text-sm font-semibold capitalize transition-colors duration-150",
        selected ? "bg-ink text-canvas" : "bg-ink/8 text-ink hover:bg-ink/14",
      )}
    >
      {label}
    </button>
  );
}
