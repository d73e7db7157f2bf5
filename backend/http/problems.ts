import type { Context, ErrorHandler, NotFoundHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "../contract/problem.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { CommandMismatch, ExpectedVersionConflict, isPassing, Overloaded, sqlState } from "../store/errors.ts";
import { requestIdOf } from "./request_id.ts";

/** Codes of refusals and the HTTP status of each. A code that is missing here answers 400. */
const STATUS: Readonly<Record<string, ContentfulStatusCode>> = {
  account_closed: 403,
  account_closing: 403,
  account_suspended: 403,
  account_unknown: 422,
  admins_only: 403,
  against_provider: 409,
  already_decided: 409,
  already_suspended: 409,
  bad_credentials: 401,
  body_too_large: 413,
  bad_code: 400,
  case_unknown: 409,
  catalogue_unavailable: 503,
  conflict: 409,
  creators_only: 403,
  cross_site: 403,
  default_playlist: 409,
  download_not_allowed: 403,
  email_taken: 409,
  early_access: 403,
  email_unverified: 403,
  file_refused: 422,
  free_plays_used_up: 402,
  gift_to_oneself: 409,
  google_refused: 401,
  google_unlinked: 409,
  identity_unavailable: 503,
  hold_resolved: 409,
  hold_unknown: 409,
  insufficient_funds: 409,
  invalid_request: 400,
  key_reused: 422,
  media_link_expired: 403,
  not_a_form: 415,
  not_comment_author: 403,
  last_admin: 409,
  link_invalid: 410,
  not_a_picture: 422,
  not_found: 404,
  not_json: 415,
  not_track_owner: 403,
  not_your_approval: 409,
  own_account: 409,
  own_withdrawal: 403,
  not_subscribed: 409,
  not_suspended: 409,
  overloaded: 503,
  password_needed: 403,
  payment_failed: 409,
  payment_not_found: 404,
  payment_unpaid: 402,
  price_changed: 409,
  provider_balance: 409,
  provider_unavailable: 503,
  playlist_full: 409,
  policy_in_force: 409,
  policy_planned: 409,
  premium_only: 403,
  refused: 422,
  role_needed: 409,
  session_ended: 401,
  too_many_attempts: 429,
  too_many_events: 413,
  too_many_playlists: 409,
  track_exists: 409,
  unauthenticated: 401,
  user_suspended: 409,
  weak_password: 400,
  withdrawal_open: 409,
  wrong_password: 400,
};

/** A failure as it is answered: texts by field go with refused forms, `retryAfterMs` becomes `Retry-After`. */
interface Failure {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly text: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly retryAfterMs?: number;
}

/** A form that does not fit its schema: 400 with a text for each field. */
export class InvalidRequest extends Refusal {
  constructor(message: string, readonly fields: Readonly<Record<string, string>>) {
    super("invalid_request", message);
  }
}

/**
 * Turns whatever was thrown into a Problem. Refusals are answered with their own words; what nobody foresaw is logged
 * whole and answered with nothing but the request's id.
 */
export function onError(deps: Pick<Deps, "log">): ErrorHandler {
  return (error, c) => {
    const failure = failureOf(error);
    if (failure.status >= 500) deps.log(`${c.req.method} ${c.req.path} failed, request ${requestIdOf(c)}`, error);
    return answer(c, failure);
  };
}

/** Answers 404 in the shape of every other failure. */
export const notFound: NotFoundHandler = (c) => answer(c, { status: 404, code: "not_found", text: "Not found" });

function failureOf(error: unknown): Failure {
  if (error instanceof InvalidRequest) {
    return { status: 400, code: error.code, text: error.message, fields: error.fields };
  }
  if (error instanceof Refusal) return refusalOf(error);
  if (error instanceof Overloaded) {
    return { status: 503, code: "overloaded", text: error.message, retryAfterMs: error.retryAfterMs };
  }
  if (error instanceof CommandMismatch) {
    return { status: 422, code: "key_reused", text: "This Idempotency-Key was used before with other content" };
  }
  if (error instanceof ExpectedVersionConflict) {
    return { status: 409, code: "conflict", text: "This was changed meanwhile: please try again" };
  }
  if (error instanceof HTTPException) return httpException(error);
  // Text that Postgres cannot hold came past the edge, in a path or a query.
  if (sqlState(error) === "22021") {
    return { status: 400, code: "invalid_request", text: "The request is not valid text" };
  }
  if (isPassing(error)) {
    return { status: 503, code: "overloaded", text: "Orin is busy: please try again soon", retryAfterMs: 2_000 };
  }
  // The port's class stays with the port.
  if (error instanceof Error && error.name === "FilesUnavailable") {
    const text = "Music and pictures cannot be reached right now: please try again soon";
    return { status: 503, code: "files_unavailable", text, retryAfterMs: 5_000 };
  }
  return { status: 500, code: "internal", text: "Something went wrong: please try again" };
}

function refusalOf({ code, message, detail }: Refusal): Failure {
  const { field, retryAfterMs } = detail;
  return {
    status: STATUS[code] ?? 400,
    code,
    text: message,
    ...(typeof field === "string" ? { fields: { [field]: message } } : {}),
    ...(typeof retryAfterMs === "number" ? { retryAfterMs } : {}),
  };
}

function httpException(error: HTTPException): Failure {
  // Hono knows only statuses that may carry a body.
  const status = error.status as ContentfulStatusCode;
  return { status, code: status === 404 ? "not_found" : "invalid_request", text: error.message || "Invalid request" };
}

function answer(c: Context, { status, code, text, fields, retryAfterMs }: Failure): Response {
  const problem: Problem = {
    error: text,
    message: text,
    code,
    requestId: requestIdOf(c),
    ...(fields ? { fields: { ...fields } } : {}),
  };
  if (retryAfterMs !== undefined) c.header("retry-after", String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  return c.json(problem, status);
}
