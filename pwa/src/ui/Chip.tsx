import type { ReactNode } from "react";
import { classNames } from "./class_names.ts";

interface ChipProps {
  label: string;
  selected: boolean;
  onSelect(): void;
  /** For the product's own lower-case words; what people write stays as they wrote it. */
  capitalized?: boolean;
  /** A small picture before the label. */
  before?: ReactNode;
}

/** A filter that is on or off. Stand several in a `ChipRow`. */
export function Chip({ label, selected, onSelect, capitalized = false, before }: ChipProps) {
  return (
    <button
      ref={selected ? bringIntoSight : undefined}
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className={classNames(
        "shrink-0 text-sm font-semibold transition-colors duration-150",
        before
          ? "flex h-11 max-w-[min(15rem,80vw)] items-center gap-2.5 overflow-hidden rounded-lg pr-3.5"
          : "finger h-10 rounded-full px-[min(1rem,4.5vw)]",
        capitalized && "capitalize",
        selected ? "bg-ink text-canvas" : "bg-ink/8 text-ink hover:bg-ink/14",
      )}
    >
      {before}
      {before ? <bdi className="truncate">{label}</bdi> : label}
    </button>
  );
}

/** Scrolls its row sideways; the page stays where it is. With the next frame, which lays the page out in any case. */
function bringIntoSight(chip: HTMLElement | null): void {
  const row = chip?.parentElement;
  if (!row) return;
  requestAnimationFrame(() => row.scrollLeft = chip.offsetLeft - row.offsetLeft - row.clientWidth / 3);
}
