import { usePassing } from "../../lib/use_passing.ts";

/** What became of a decision, for the banner above the list. */
export interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
  /** Of an approval: a failure may be about the provider's balance. */
  readonly isApproval: boolean;
}

/** The last outcome. A success goes by itself after three seconds, a failure stays until it is closed. */
export function useOutcome() {
  return usePassing<Outcome>(isFailure);
}

function isFailure(outcome: Outcome): boolean {
  return outcome.isFailure;
}
