import type { Problem } from "@contract/problem.ts";
import { ApiError, hasCode } from "./api_error.ts";
import { reportAsked, reportReached, reportUnreached } from "./connection.ts";
import { deviceId } from "./device_id.ts";
import { takeEarly } from "./early.ts";
import { getSession, reportRefusedToken } from "./session.ts";

export interface ApiOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON, or as it is when it is FormData. */
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  headers?: Readonly<Record<string, string>>;
  /** False for the account calls: no stored token is sent and a 401 says nothing about it. */
  withToken?: boolean;
}

const TIMEOUT_MS = 15_000;
const WORK = "x-proof-of-work";

/**
 * Calls the service and returns its answer, of the contract's type: the service's tests hold it to that. Throws only
 * `ApiError`. Relative paths stay on this origin.
 */
export async function api<T = unknown>(path: string, options: ApiOptions = {}): Promise<T> {
  const token = options.withToken === false ? undefined : getSession()?.token;
  const response = await send(path, options, token);
  if (response.status === 401 && token) reportRefusedToken(token);
  const body = await readBody(response, options.signal);
  if (!response.ok) return await workFor<T>(refusal(response, body), path, options);
  // A hotspot's page is a success, too. Only these two statuses come without JSON: nothing, and a part of a file.
  const isJson = response.status !== 204 && response.status !== 206;
  if (isJson && (typeof body !== "object" || body === null)) throw new ApiError({ kind: "parse" });
  return body as T;
}

/** Many at our address have asked for the same: the browser works for a second and asks again. */
async function workFor<T>(refused: ApiError, path: string, options: ApiOptions): Promise<T> {
  if (!hasCode(refused, "proof_required") || options.headers?.[WORK]) throw refused;
  const { solveChallenge } = await import("./proof_of_work.ts");
  return await api<T>(path, { ...options, headers: { ...options.headers, [WORK]: await solveChallenge(refused) } });
}

async function send(path: string, options: ApiOptions, token: string | undefined): Promise<Response> {
  const { method = "GET", body, signal, timeoutMs = TIMEOUT_MS } = options;
  const headers = new Headers(options.headers);
  headers.set("accept", "application/json");
  if (token) headers.set("authorization", `Bearer ${token}`);
  headers.set("x-device-id", deviceId());
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set("content-type", "application/json");
  const timeout = AbortSignal.timeout(timeoutMs);
  const ends = signal ? anySignal(signal, timeout) : timeout;
  reportAsked();
  try {
    const early = method === "GET" ? takeEarly(path, token) : undefined;
    const response = await (early ? unlessAborted(early, ends) : fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: ends,
    }));
    reportReached();
    return response;
  } catch (cause) {
    if (signal?.aborted) throw new ApiError({ kind: "abort" }, { cause });
    reportUnreached();
    throw new ApiError({ kind: "network" }, { cause });
  }
}

/** What was asked for without a signal ends for its caller, too. */
function unlessAborted<Answer>(answer: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, aborted]);
}

/** AbortSignal.any by hand: Chrome before 116 and Safari before 17.4 lack it. */
function anySignal(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener("abort", () => controller.abort(signal.reason), { signal: controller.signal });
  }
  return controller.signal;
}

/** The JSON of an answer; undefined when it has none. A connection that breaks half-way is a network failure. */
async function readBody(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw new ApiError({ kind: signal?.aborted ? "abort" : "network" }, { cause });
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(response: Response, body: unknown): ApiError {
  const problem = problemOf(body);
  const retryAfter = Number(response.headers.get("retry-after"));
  return new ApiError({
    kind: "http",
    status: response.status,
    ...(problem ? { problem } : {}),
    ...(retryAfter > 0 ? { retryAfterMs: retryAfter * 1000 } : {}),
  });
}

/** Reads field by field: the answer may be a proxy's. */
function problemOf(body: unknown): Problem | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const said: Record<string, unknown> = { ...body };
  const error = textAt(said, "error") || textAt(said, "message");
  if (!error) return undefined;
  const fields = fieldsOf(said.fields);
  const { challenge, passkey } = said as Partial<Problem>;
  return {
    error,
    message: textAt(said, "message") || error,
    code: textAt(said, "code"),
    requestId: textAt(said, "requestId"),
    ...(fields ? { fields } : {}),
    challenge,
    passkey,
  };
}

function textAt(record: Record<string, unknown>, key: string): string {
  const value = record[key];
  return typeof value === "string" ? value : "";
}

function fieldsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === "string"));
}
