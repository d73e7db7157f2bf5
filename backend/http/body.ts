import type { Context } from "hono";
import { Refusal } from "../contract/refusal.ts";

/**
 * The body's bytes, at most `maxBytes` of them: Refusal `body_too_large` as soon as there are more, whether or not the
 * request says how long it is.
 */
export async function boundedBody(c: Context, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const said = Number(c.req.header("content-length") ?? NaN);
  if (said > maxBytes) throw tooLarge(maxBytes);
  // The server holds a body to the length it was said to have.
  if (said <= maxBytes) return new Uint8Array(await c.req.arrayBuffer());
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal("body_too_large", `Send less: at most ${Math.floor(maxBytes / 1_024)} KB.`);
}
