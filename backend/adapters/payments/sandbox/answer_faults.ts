import type { MiddlewareHandler } from "hono";
import type { AnswerFault, FaultSwitches } from "./faults.ts";

/** Hits calls with the faults that are switched on. `stopping` frees the calls that are being held. */
export function answerFaults(faults: FaultSwitches, stopping: AbortSignal): MiddlewareHandler {
  return async (c, next) => {
    const fault = faults.take(c.req.method, c.req.path);
    if (fault === undefined) return await next();
    const committed = fault.fault.startsWith("commit-then-");
    if (committed) await next();
    const answer = await ANSWERS[fault.fault](fault, stopping);
    if (answer === undefined) return await next();
    if (!committed) return answer;
    // Hono merges headers into an answer that is there already.
    c.res = undefined;
    c.res = answer;
  };
}

/** An answer instead of the right one; nothing where the right one follows after all. */
const ANSWERS: Record<AnswerFault["fault"], (fault: AnswerFault, stopping: AbortSignal) => Answer> = {
  "commit-then-timeout": (_fault, stopping) => hold(HELD_MS, stopping),
  "commit-then-500": () => broken(500),
  "commit-then-html": () => page(200),
  "commit-then-cut": () => new Response('{"status":true,"message":"Transfer has been qu', JSON_TYPE),
  "late-commit": async ({ delayMs }, stopping) => {
    await hold(delayMs, stopping);
    return undefined;
  },
  "timeout": (_fault, stopping) => hold(HELD_MS, stopping),
  "500": () => broken(500),
  "429": () => Response.json({ status: false, message: "Too many requests", code: "rate_limited" }, { status: 429 }),
  "html": () => page(502),
  "redirect": () => new Response(null, { status: 302, headers: { location: "/balance" } }),
  "endless": () => new Response(endless(), JSON_TYPE),
};

type Answer = Response | undefined | Promise<Response | undefined>;

/** Longer than any caller waits. */
const HELD_MS = 120_000;
const JSON_TYPE = { headers: { "content-type": "application/json" } };

function hold(ms: number, stopping: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopping.removeEventListener("abort", done);
      resolve(broken(504));
    };
    const timer = setTimeout(done, ms);
    if (stopping.aborted) done();
    else stopping.addEventListener("abort", done);
  });
}

function broken(status: number): Response {
  return Response.json({ status: false, message: "An error occurred" }, { status });
}

function page(status: number): Response {
  const html = "<!doctype html><title>Just a moment</title><h1>The service is being looked after</h1>";
  return new Response(html, { status, headers: { "content-type": "text/html" } });
}

function endless(): ReadableStream<Uint8Array> {
  const piece = new TextEncoder().encode(" ".repeat(64 * 1024));
  return new ReadableStream({ pull: (stream) => stream.enqueue(piece) });
}
