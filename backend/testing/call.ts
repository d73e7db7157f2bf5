import type { World } from "./world.ts";

export interface CallOptions {
  readonly token?: string | undefined;
  /** Text and forms go out as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** What a call answered: parsed if it is JSON. */
export interface Answer {
  readonly status: number;
  // deno-lint-ignore no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

/** Calls a service's routes and reads the answer. */
export function callerOf(app: World["app"]): Call {
  return async (method, path, options) => {
    const response = await send(app, method, { path, ...options });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text, text, headers: response.headers };
  };
}

/** One request, whose answer the test reads itself. */
export async function send(
  app: World["app"],
  method: string,
  { path, token, body, headers = {} }: CallOptions & { path: string },
): Promise<Response> {
  const isSent = body instanceof FormData || typeof body === "string";
  return await app.request(path, {
    method,
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isSent ? body : JSON.stringify(body) }),
  });
}
