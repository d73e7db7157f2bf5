import type { MiddlewareHandler } from "hono";
import { Refusal } from "../contract/refusal.ts";
import type { WithSession } from "./session.ts";

/** How long a password counts as fresh after the admin gave it; logging in counts. */
const FRESH_MS = 15 * 60_000;

/** Refuses with `password_needed` unless the admin gave their password in the last quarter of an hour. */
export function needFreshPassword(now: number, { passwordAt }: { passwordAt: number }, text: string): void {
  if (now - passwordAt > FRESH_MS) throw new Refusal("password_needed", text);
}

/** The same for every decision of a kind, before its body is looked at; behind `requireAdmin`. */
export function freshPassword(deps: { now(): number }, text: string): MiddlewareHandler<WithSession> {
  return async (c, next) => {
    needFreshPassword(deps.now(), c.var.session, text);
    await next();
  };
}
