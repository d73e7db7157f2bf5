import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Refusal } from "../contract/refusal.ts";

/**
 * The body's bytes, at most `maxBytes` of them: Refusal `body_too_large` as soon as there are more, whether or not the
 * request says how long it is.
 */
export async function boundedBody(c: Context, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const onError = () => {
    throw new Refusal("body_too_large", `Send less: at most ${Math.floor(maxBytes / 1_024)} KB.`);
  };
  await bodyLimit({ maxSize: maxBytes, onError })(c, () => Promise.resolve());
  return new Uint8Array(await c.req.arrayBuffer());
}
