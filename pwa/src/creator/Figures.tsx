import type { ReactNode } from "react";

/** A row of figures. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figure-grid">{children}</dl>;
}

interface FigureProps {
  name: string;
  children: ReactNode;
  /** A second, smaller line. */
  note?: ReactNode;
}

/** One of them. */
export function Figure({ name, children, note }: FigureProps) {
  return (
    <div className="@container flex min-w-0 flex-col gap-1 rounded-xl border border-line bg-surface p-4 sm:p-5">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="text-base font-bold sm:text-[clamp(1rem,11cqi,var(--text-2xl))] tracking-tight break-words tabular-nums">
        {children}
        {note && <span className="mt-1 block text-xs font-normal tracking-normal text-ink-faint">{note}</span>}
      </dd>
    </div>
  );
}
