import { useCallback, useEffect, useState } from "react";

/** What became of a decision, for the banner above the list. */
export interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
  /** Of an approval: a failure may be about the provider's balance. */
  readonly isApproval: boolean;
}

const PASSES_AFTER_MS = 3_000;

/** The last outcome. A success goes by itself after three seconds, a failure stays until it is closed. */
export function useOutcome(): [Outcome | undefined, (outcome: Outcome | undefined) => void] {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (!outcome || outcome.isFailure) return;
    const timer = setTimeout(() => setOutcome(undefined), PASSES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return [outcome, useCallback((next: Outcome | undefined) => setOutcome(next), [])];
}
