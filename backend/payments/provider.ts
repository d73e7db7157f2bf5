import type { RefusalCode } from "../adapters/payments/mod.ts";

/** Why the payment provider said no; undefined when it said nothing that can be relied on, or the error is another. */
export function refusedBecause(error: unknown): RefusalCode | undefined {
  if (!(error instanceof Error) || error.name !== "PaymentsRefused") return undefined;
  return (error as Error & { readonly code: RefusalCode }).code;
}

/** Whether nobody can say now what became of a call: ask later, by its reference. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof Error && error.name === "PaymentsUnavailable";
}

/** Whether a notice was not signed by the provider. */
export function isBadSignature(error: unknown): boolean {
  return error instanceof Error && error.name === "BadSignature";
}
