import type { ReactNode } from "react";

/** Rows below each other; where there are none, a text. */
export function Rows({ empty, children }: { empty?: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return <p className="text-sm text-ink-soft">{empty}</p>;
  return <ul className="divide-y divide-line text-sm">{children}</ul>;
}

/** A row with its figure, moment or button at the end. */
export function Row({ end, children }: { end: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <span className="text-xs text-ink-soft tabular-nums">{end}</span>
    </li>
  );
}
