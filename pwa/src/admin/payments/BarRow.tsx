import type { ReactNode } from "react";

interface BarRowProps {
  name: string;
  /** The figures in words: the bar is only for the eye. */
  value: string;
  /** 0 to 1. */
  share: number;
  children?: ReactNode;
}

/** A line of a bar chart, with its figures as text. */
export function BarRow({ name, value, share, children }: BarRowProps) {
  return (
    <li className="text-sm">
      <div className="flex flex-wrap justify-between gap-x-3">
        <span className="max-w-full min-w-0 truncate" title={name}>{name}</span>
        <span className="text-xs text-ink-soft tabular-nums">{value}</span>
      </div>
      <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-ink/10">
        <div className="h-full rounded-full bg-primary" style={{ width: `${Math.round(share * 100)}%` }} />
      </div>
      {children}
    </li>
  );
}
