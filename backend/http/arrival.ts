import type { Context, MiddlewareHandler } from "hono";
import { waitOf } from "./waits.ts";

interface Clock {
  /** Epoch ms. */
  now(): number;
}

/** Notes when a request came, before anything that it waits for in this process. */
export function arrival({ now }: Clock): MiddlewareHandler {
  return async (c, next) => {
    c.set("arrivedAt", now() - waitOf(c.req.raw));
    await next();
  };
}

/** When the first line of a request reached this process, epoch ms; now where the middleware does not run. */
export function arrivedAtOf(c: Context, { now }: Clock): number {
  const at: unknown = c.get("arrivedAt");
  return typeof at === "number" ? at : now();
}
