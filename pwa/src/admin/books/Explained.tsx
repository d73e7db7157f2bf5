import type { ReactNode } from "react";

interface ExplainedProps {
  text: ReactNode;
  /** Buttons beside it. */
  actions: ReactNode;
  children: ReactNode;
}

/** A table of the books under what its lines are. */
export function Explained({ text, actions, children }: ExplainedProps) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-sm text-ink-soft">{text}</p>
        {actions}
      </div>
      {children}
    </div>
  );
}
