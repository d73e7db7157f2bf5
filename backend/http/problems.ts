import type { Context, ErrorHandler, Hono, NotFoundHandler } from "hono";
import { routePath } from "hono/route";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { FilesUnavailable } from "../adapters/files/types.ts";
import { MediaMissing } from "../adapters/media/types.ts";
import { type Problem, type ProblemCode, STATUS_OF, type WorkChallenge } from "../contract/problem.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import {
  CommandMismatch,
  ExpectedVersionConflict,
  isPassing,
  OutcomeUnknown,
  Overloaded,
  sqlState,
} from "../store/log/errors.ts";
import { requestIdOf } from "./request_id.ts";

/** The answer to a failure: a refused form has a text for each field, `retryAfterMs` becomes `Retry-After`. */
interface Failure {
  readonly code: ProblemCode;
  /** Only if it differs from the code's own status: for what Hono itself refuses. */
  readonly status?: ContentfulStatusCode;
  readonly text: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterMs?: number;
  readonly challenge?: WorkChallenge;
  readonly passkey?: object | undefined;
}

/** A form that does not fit its schema: 400 with a text for each field. */
export class InvalidRequest extends Refusal {
  constructor(message: string, readonly fields: Readonly<Record<string, string>>) {
    super("invalid_request", message);
  }
}

/** A request that has to come with a proof of work: 403 with what to solve. */
export class ProofRequired extends Refusal {
  constructor(readonly challenge: WorkChallenge) {
    super("proof_required", "Please let your browser show that you are not a script");
  }
}

/** A log-in whose password was right: 401 with what a passkey is asked, where the admin has one. */
export class SecondFactorRequired extends Refusal {
  constructor(readonly passkey: object | undefined) {
    super("second_factor_required", "Please enter the code of your authenticator app");
  }
}

/**
 * Turns any thrown error into a Problem. A refusal keeps its own words. We log an unexpected error in full and answer
 * with nothing but the request's id.
 */
export function onError(deps: Pick<Deps, "log">): ErrorHandler {
  return (error, c) => {
    const failure = failureOf(error);
    // The pattern, because a path may hold a token.
    const status = statusOf(failure);
    // What Orin does not offer is no failure of it.
    if (status >= 500 && status !== 501) {
      deps.log(`${c.req.method} ${routePath(c)} failed`, error, { requestId: requestIdOf(c) });
    }
    return answer(c, failure);
  };
}

/** Answers 404 in the shape of every other failure. */
export const notFound: NotFoundHandler = (c) => answer(c, { code: "not_found", text: "Not found" });

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Answers what no route has answered: 404 where a path is unknown; where it is called by other methods, these in `Allow`
 * with 405, and with 204 to OPTIONS.
 */
export function nothingFound({ router }: Pick<Hono, "router">): NotFoundHandler {
  const isCalledBy = (method: string, path: string) =>
    // What answers any path, such as the app's pages, says nothing about this one.
    router.match(method, path)[0].some(([[, route]]) => route.method === method && !route.path.includes("*"));
  return (c) => {
    const known = METHODS.filter((method) => isCalledBy(method, c.req.path));
    if (known.length === 0 || known.includes(c.req.method)) return notFound(c);
    c.header("allow", [...known, ...known.includes("GET") ? ["HEAD"] : [], "OPTIONS"].join(", "));
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    return answer(c, { code: "method_not_allowed", text: `This address takes ${known.join(", ")}` });
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof InvalidRequest) return { ...refusalOf(error), fields: error.fields };
  if (error instanceof ProofRequired) return { ...refusalOf(error), challenge: error.challenge };
  if (error instanceof SecondFactorRequired) return { ...refusalOf(error), passkey: error.passkey };
  if (error instanceof Refusal) return refusalOf(error);
  if (error instanceof Overloaded) {
    return { code: "overloaded", text: error.message, retryAfterMs: error.retryAfterMs };
  }
  if (error instanceof OutcomeUnknown) {
    const text = "We could not confirm this. Look at your Available Balance and history before you try again.";
    return { code: "outcome_unknown", text };
  }
  if (error instanceof CommandMismatch) {
    return { code: "key_reused", text: "This Idempotency-Key was used before with other content" };
  }
  if (error instanceof ExpectedVersionConflict) {
    return { code: "conflict", text: "This has just changed: please try again" };
  }
  if (error instanceof HTTPException) return httpException(error);
  // A path or a query brought text that Postgres cannot store.
  if (sqlState(error) === "22021") {
    return { code: "invalid_request", text: "Please take out the characters that cannot be shown, and try again." };
  }
  if (isPassing(error)) {
    return { code: "overloaded", text: "Orin is busy: please try again soon", retryAfterMs: 2_000 };
  }
  if (error instanceof FilesUnavailable || isDiskFull(error)) {
    const text = "We cannot load music and pictures right now: please try again soon";
    return { code: "files_unavailable", text, retryAfterMs: 5_000 };
  }
  if (error instanceof MediaMissing) {
    const text = "Orin cannot take music and pictures right now: please try again later";
    return { code: "media_unavailable", text, retryAfterMs: 600_000 };
  }
  return { code: "internal", text: "Something went wrong: please try again" };
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

function refusalOf({ code, message, detail }: Refusal): Failure {
  const { field, retryAfterMs } = detail;
  return {
    code,
    text: message,
    ...(typeof field === "string" ? { fields: { [field]: message } } : {}),
    ...(typeof retryAfterMs === "number" ? { retryAfterMs } : {}),
  };
}

function httpException(error: HTTPException): Failure {
  // Hono knows only statuses that may carry a body.
  const status = error.status as ContentfulStatusCode;
  return {
    status,
    code: status === 404 ? "not_found" : "invalid_request",
    text: status === 404 ? "Not found" : "The request could not be read. Please try again.",
  };
}

/** A refusal stored by an older version may carry a code that no longer exists. */
function statusOf({ status, code }: Failure): ContentfulStatusCode {
  return status ?? STATUS_OF[code] ?? 400;
}

/** When to try again what another service could not do. */
const AWAY_MS = 30_000;

function answer(c: Context, failure: Failure): Response {
  const { code, text, fields, retryAfterMs, challenge, passkey } = failure;
  const problem: Problem = {
    error: text,
    message: text,
    code,
    requestId: requestIdOf(c),
    ...(fields ? { fields: { ...fields } } : {}),
    ...(challenge ? { challenge } : {}),
    ...(passkey ? { passkey } : {}),
  };
  const status = statusOf(failure);
  // Who may have paid looks first: no program tries that again by itself.
  const waitMs = retryAfterMs ?? (status === 503 && code !== "outcome_unknown" ? AWAY_MS : undefined);
  if (waitMs !== undefined) c.header("retry-after", String(Math.max(1, Math.ceil(waitMs / 1000))));
  return c.json(problem, status);
}
