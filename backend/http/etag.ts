import { createHash } from "node:crypto";
import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import { isKnown } from "../contract/etags.ts";

/** The JSON of an answer, which is made once for all who are answered the same. */
interface Written<Answer> {
  readonly text: string;
  readonly etag: string;
  /** What the text says. */
  readonly answer: Answer;
}

/** Writes an answer that is kept. */
export function written<Answer>(answer: Answer): Written<Answer> {
  const text = JSON.stringify(answer);
  return { text, etag: createHash("sha256").update(text).digest("base64url").slice(0, 22), answer };
}

/**
 * Answers with what is the same for everybody and names no caller: a proxy or browser may keep it, asks again each time,
 * and hears 304 while nothing has changed.
 */
export function publicJson<Answer>(
  c: Context,
  { text, etag }: Written<Answer>,
): Response & TypedResponse<JSONParsed<Answer>, 200, "json"> {
  const headers = { etag: `"${etag}"`, "cache-control": "public, no-cache" };
  const isHad = isKnown(c.req.header("if-none-match"), etag);
  return asJson(isHad ? c.body(null, 304, headers) : c.body(text, 200, { ...headers, ...JSON_TYPE }));
}

const JSON_TYPE = { "content-type": "application/json" };

/** Answers with the JSON of an `Answer` that was put together from texts that are kept. */
export function writtenJson<Answer>(
  c: Context,
  text: string,
): Response & TypedResponse<JSONParsed<Answer>, 200, "json"> {
  return asJson(c.body(text, 200, JSON_TYPE));
}

/** The text is an answer's JSON: Hono knows that of `c.json` alone. */
function asJson<Answer>(response: Response): Response & TypedResponse<JSONParsed<Answer>, 200, "json"> {
  return response as unknown as Response & TypedResponse<JSONParsed<Answer>, 200, "json">;
}
