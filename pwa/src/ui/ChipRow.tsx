import type { ReactNode } from "react";

/** Chips in a row that scrolls sideways on a narrow screen. */
export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="-mx-4 flex [scrollbar-width:none] gap-2 overflow-x-auto px-4 py-1 sm:-mx-1 sm:px-1"
    >
      {children}
    </div>
  );
}
