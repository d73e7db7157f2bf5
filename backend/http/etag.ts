import { createHash } from "node:crypto";
import type { Context } from "hono";
import { isKnown } from "../contract/etags.ts";

/**
 * Answers with what is the same for everybody and names no caller: a proxy or browser may keep it, asks again each time,
 * and hears 304 while nothing has changed.
 */
export function publicJson(c: Context, answer: unknown): Response {
  const text = JSON.stringify(answer);
  const etag = createHash("sha256").update(text).digest("base64url").slice(0, 22);
  const headers = { etag: `"${etag}"`, "cache-control": "public, no-cache" };
  if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
  return c.body(text, 200, { ...headers, "content-type": "application/json" });
}
