import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

/** The way back to the screen that this one belongs to, above the title. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mb-1 -ml-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-ink-soft hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" size={18} />
      {children}
    </Link>
  );
}
