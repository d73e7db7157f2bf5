import { vi } from "vitest";

/** What the service says to one call; "no network" when it says nothing. */
export type Answer = { status?: number; body: unknown } | "no network";

export interface Call {
  /** "POST /api/auth/login". */
  call: string;
  body: unknown;
  headers: Headers;
}

/**
 * Answers the screens' calls by method and path ("GET /api/v1/tracks", without the query), the queued answers one
 * after the other and the last of them for ever. Returns the calls as they come.
 */
export function answerCalls(answers: Readonly<Record<string, Answer | readonly Answer[]>>): Call[] {
  const calls: Call[] = [];
  const queues = new Map(
    Object.entries(answers).map(([call, answer]) => [call, Array.isArray(answer) ? [...answer] : [answer]]),
  );
  vi.stubGlobal("fetch", (path: string, { method = "GET", body, headers }: RequestInit = {}) => {
    const call = `${method} ${path.split("?")[0]}`;
    calls.push({ call, body: typeof body === "string" ? JSON.parse(body) : body, headers: new Headers(headers) });
    const queue = queues.get(call);
    const answer: Answer = (queue && queue.length > 1 ? queue.shift() : queue?.[0]) ?? "no network";
    if (answer === "no network") return Promise.reject(new TypeError("Failed to fetch"));
    return Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 }));
  });
  return calls;
}

/** A refusal in the service's shape. */
export function refusal(status: number, error: string, more: Readonly<Record<string, unknown>> = {}): Answer {
  return { status, body: { error, message: error, code: "refused", requestId: "r", ...more } };
}
