import type { ReactNode } from "react";

/** Holds a table that is wider than a phone: it scrolls by itself, by keys as well. */
export function TableBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={label}
      className="overflow-x-auto rounded-xl border border-line bg-surface"
    >
      {children}
    </div>
  );
}
