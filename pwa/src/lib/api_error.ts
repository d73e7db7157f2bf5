import type { Problem, ProblemCode } from "@contract/problem.ts";

/** Why a call gave no answer that can be used. */
type ApiFailure =
  /** Nothing came back: no connection, a broken one, or the timeout. */
  | { kind: "network" }
  /** The service refused; `problem` is absent when its answer was not in the documented shape. */
  | { kind: "http"; status: number; problem?: Problem; retryAfterMs?: number }
  /** The answer was a success, but not of the promised shape. */
  | { kind: "parse" }
  /** The caller gave up. */
  | { kind: "abort" };

/** The one error that `api()` throws. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(describe(failure), options);
    this.failure = failure;
  }

  get kind(): ApiFailure["kind"] {
    return this.failure.kind;
  }

  /** The HTTP status, or 0 when no answer came. */
  get status(): number {
    return this.failure.kind === "http" ? this.failure.status : 0;
  }

  /** The service's code for programs, such as `email_unverified`. */
  get code(): string | undefined {
    return this.failure.kind === "http" ? this.failure.problem?.code : undefined;
  }

  /** The text the service said, if any. */
  get text(): string | undefined {
    return this.failure.kind === "http" ? this.failure.problem?.error : undefined;
  }

  /** Texts by field name of a refused form. */
  get fields(): Readonly<Record<string, string>> {
    return (this.failure.kind === "http" ? this.failure.problem?.fields : undefined) ?? {};
  }
}

/**
 * What to show for a failed call: the service's own text, else `withoutText` when it answered without one,
 * else `withoutAnswer` (by default the same).
 */
export function failureText(error: unknown, withoutText: string, withoutAnswer: string = withoutText): string {
  if (!(error instanceof ApiError)) return withoutText;
  if (error.kind === "network" || error.kind === "abort") return withoutAnswer;
  return error.text || withoutText;
}

/** Texts by field name of a refused form; empty for any other failure. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}

/** True when the service refused a call for this reason. */
export function hasCode(error: unknown, code: ProblemCode): boolean {
  return error instanceof ApiError && error.code === code;
}

/** True when asking again later may help: no answer, too many requests, or a fault of the service. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.kind === "network" || error.status >= 500 || error.status === 408 || error.status === 429;
}

function describe(failure: ApiFailure): string {
  switch (failure.kind) {
    case "network":
      return "No answer from the service";
    case "http":
      return failure.problem?.error ?? `The service answered ${failure.status}`;
    case "parse":
      return "The answer has an unknown shape";
    case "abort":
      return "The call was given up";
    default:
      return failure satisfies never;
  }
}
