import { createHash } from "node:crypto";
import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import { isKnown } from "../contract/etags.ts";

/**
 * Answers with what is the same for everybody and names no caller: a proxy or browser may keep it, asks again each time,
 * and hears 304 while nothing has changed.
 */
export function publicJson<Answer>(
  c: Context,
  answer: Answer,
): Response & TypedResponse<JSONParsed<Answer>, 200, "json"> {
  const text = JSON.stringify(answer);
  const etag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  const headers = { etag: `"${etag}"`, "cache-control": "public, no-cache" };
  const isHad = isKnown(c.req.header("if-none-match"), etag);
  const response = isHad
    ? c.body(null, 304, headers)
    : c.body(text, 200, { ...headers, "content-type": "application/json" });
  // The text is the answer's JSON, made here for its hash: Hono knows that of `c.json` alone.
  return response as unknown as Response & TypedResponse<JSONParsed<Answer>, 200, "json">;
}
