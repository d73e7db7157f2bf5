import { createPayments } from "./mod.ts";
import type { Payments } from "./types.ts";

/** A provider that gives the same answer to every call, or the next of a list. */
export async function withAnswers<Result>(answers: Canned | Canned[], work: Work<Result>): Promise<Result> {
  const list = Array.isArray(answers) ? answers : [answers];
  const requests: Seen[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { status = 200, body } = list[Math.min(requests.length, list.length - 1)] ?? {};
    const { pathname, searchParams } = new URL(request.url);
    requests.push({ path: pathname, query: Object.fromEntries(searchParams), body: await request.text() });
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
  try {
    const baseUrl = `http://127.0.0.1:${server.addr.port}/`;
    return await work(createPayments({ secretKey: "sk_test_canned", baseUrl, timeoutMs: 5_000 }), requests);
  } finally {
    await server.shutdown();
  }
}

export type Canned = { status?: number; body?: unknown };
type Seen = { path: string; query: Record<string, string>; body: string };
type Work<Result> = (payments: Payments, requests: Seen[]) => Promise<Result>;
