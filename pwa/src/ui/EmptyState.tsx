import type { ReactNode } from "react";
import { AdireMedallion } from "./AdireMedallion.tsx";

interface EmptyStateProps {
  title: string;
  text?: ReactNode | undefined;
  /** The one way on. */
  action?: ReactNode | undefined;
  seed?: string | undefined;
  /** `h1` where the state is the whole page. */
  heading?: "h1" | "h2";
}

/** Nothing here yet, why, and what to do about it. */
export function EmptyState({ title, text, action, seed = title, heading: Heading = "h2" }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md animate-enter flex-col items-center gap-3 px-4 py-14 text-center">
      <AdireMedallion seed={seed} className="mb-3 size-28" />
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="text-sm text-ink-soft">{text}</p>}
      {action && <div className="pt-3">{action}</div>}
    </div>
  );
}
