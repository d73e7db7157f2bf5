import type { ProblemCode } from "@contract/problem.ts";
import type { ReactNode } from "react";
import { ApiError, failureText, hasCode } from "../lib/api_error.ts";

interface FailureWords {
  /** Documented, for an answer without a text. */
  withoutText: string;
  /** Documented, for no answer; by default the same. */
  withoutAnswer?: string;
  /** What no answer means for the person, after "Orin could not be reached; ". */
  unreached: string;
}

/** Faults of the service that it explains itself. */
const EXPLAINED: readonly ProblemCode[] = ["identity_unavailable", "overloaded"];

/**
 * The documented text of a failed call, and under it, where Orin was not reached or failed itself, what that means: on
 * a bad network the password must not look wrong.
 */
export function failureWords(error: unknown, { withoutText, withoutAnswer, unreached }: FailureWords): ReactNode {
  const text = failureText(error, withoutText, withoutAnswer);
  if (!isUnreached(error)) return text;
  return (
    <>
      <span className="block">{text}</span>
      <span className="block font-normal text-ink">Orin could not be reached; {unreached}</span>
    </>
  );
}

function isUnreached(error: unknown): boolean {
  if (!(error instanceof ApiError) || EXPLAINED.some((code) => hasCode(error, code))) return false;
  return error.kind === "network" || error.kind === "abort" || error.status >= 500;
}
