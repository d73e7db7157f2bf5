import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { Refusal } from "../contract/refusal.ts";

/**
 * The body's bytes, at most `maxBytes` of them: Refusal `body_too_large` as soon as there are more, whether or not the
 * request says how long it is; `invalid_request` where it breaks off or takes longer than 30 seconds.
 */
export async function boundedBody(c: Context, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const onError = () => {
    throw new Refusal("body_too_large", `Send less: at most ${Math.floor(maxBytes / 1_024)} KB.`);
  };
  return await withinTime(async () => {
    try {
      await bodyLimit({ maxSize: maxBytes, onError })(c, () => Promise.resolve());
      return new Uint8Array(await c.req.arrayBuffer());
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // The client hung up and does not read the answer: it is no fault of ours.
      throw brokenOff();
    }
  });
}

/** All of a JSON body, on the slowest line. Uploads have a limit of their own (`form.ts`). */
const MOST_BODY_MS = 30_000;

async function withinTime<Value>(read: () => Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(brokenOff()), MOST_BODY_MS);
  });
  const value = read();
  // Too late: its failure no longer matters.
  value.catch(() => {});
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}

function brokenOff(): Refusal {
  return new Refusal("invalid_request", "The request stopped before its end: please try again");
}
