import { type ReactNode, useState } from "react";

interface LateFoldProps {
  title: string;
  children: ReactNode;
}

/** What few people need, behind its name: it is asked for once it is opened. */
export function LateFold({ title, children }: LateFoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="rounded-lg border border-line" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-semibold">{title}</summary>
      {isOpen && <div className="px-4 pt-1 pb-4">{children}</div>}
    </details>
  );
}
