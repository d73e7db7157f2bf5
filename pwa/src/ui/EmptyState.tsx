import type { ReactNode } from "react";
import { AdireMedallion } from "./AdireMedallion.tsx";

export interface EmptyStateProps {
  title: string;
  text?: ReactNode | undefined;
  /** The one way on. */
  action?: ReactNode | undefined;
  seed?: string | undefined;
}

/** Nothing here yet, why, and what to do about it. */
export function EmptyState({ title, text, action, seed = title }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md animate-enter flex-col items-center gap-3 px-4 py-14 text-center">
      <AdireMedallion seed={seed} className="mb-3 size-28" />
      <h2 className="text-xl">{title}</h2>
      {text && <p className="text-sm text-ink-soft">{text}</p>}
      {action && <div className="pt-3">{action}</div>}
    </div>
  );
}
