import { usePassing } from "../../lib/use_passing.ts";

/** What became of a decision, for the banner above the list. */
export interface Outcome {
  readonly text: string;
  readonly isFailure: boolean;
  /** Of an approval: a failure may be about the provider's balance. */
  readonly isApproval: boolean;
  /** The provider has not confirmed the payment: the words stay until it has. */
  readonly isWaiting?: boolean;
}

/** The last outcome. A success goes by itself after three seconds, the rest stays until it is closed or over. */
export function useOutcome() {
  return usePassing<Outcome>(stays);
}

function stays({ isFailure, isWaiting = false }: Outcome): boolean {
  return isFailure || isWaiting;
}
