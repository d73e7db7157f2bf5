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
  /** Without its picture, where a head above says what is empty. */
  isSmall?: boolean;
}

/** Nothing here yet, why, and what to do about it. */
export function EmptyState(props: EmptyStateProps) {
  const { title, text, action, seed = title, heading: Heading = "h2", isSmall = false } = props;
  return (
    <div
      className={`mx-auto flex max-w-md animate-enter flex-col items-center px-4 text-center ${
        isSmall ? "gap-2 py-4" : "gap-3 py-14"
      }`}
    >
      {!isSmall && <AdireMedallion seed={seed} className="mb-3 size-28" />}
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="text-sm text-ink-soft">{text}</p>}
      {action && <div className={isSmall ? "pt-1" : "pt-3"}>{action}</div>}
    </div>
  );
}
