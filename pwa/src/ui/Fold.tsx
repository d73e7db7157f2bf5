import type { ReactNode } from "react";

interface FoldProps {
  title: string;
  /** Whether it is open at first. */
  open?: boolean;
  children: ReactNode;
}

/** What few people need, behind its name. The browser opens it by touch, keyboard and find-in-page. */
export function Fold({ title, open, children }: FoldProps) {
  return (
    <details open={open} className="rounded-lg bg-ink/4">
      <summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-semibold">{title}</summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
