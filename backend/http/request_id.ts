import type { Context, MiddlewareHandler } from "hono";
import { requestId as honoRequestId, type RequestIdVariables } from "hono/request-id";
import { Id, newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Json } from "../store/canonical.ts";
import type { Metadata } from "../store/event.ts";

export type WithRequestId = { Variables: RequestIdVariables };

/** Gives each request an id (the caller's `X-Request-Id` when it is plain), in `c.var.requestId` and in the answer. */
export function requestId(): MiddlewareHandler<WithRequestId> {
  return honoRequestId({ generator: () => newId(), limitLength: 64 });
}

/** The request's id; a new one where the middleware does not run. */
export function requestIdOf(c: Context): string {
  const id: unknown = c.get("requestId");
  return typeof id === "string" ? id : newId();
}

/** The id of an interactive command: the caller's `Idempotency-Key` when given (a UUID, else 400), else a new one. */
export function commandIdOf(c: Context): string {
  const said = c.req.header("idempotency-key");
  if (said === undefined) return newId();
  const id = Id.safeParse(said.trim());
  if (!id.success) throw new Refusal("invalid_request", "Idempotency-Key must be a UUID");
  return id.data;
}

/**
 * For commands that are their own memory (saying them again changes nothing): the caller's `Idempotency-Key` and what
 * it stands for when there is one, so that the same key gives the first result; nothing is kept without one.
 */
export function givenCommandOf(c: Context, content: Json): { commandId?: string; content?: Json } {
  return c.req.header("idempotency-key") === undefined ? {} : { commandId: commandIdOf(c), content };
}

/** Who and what caused the events of a request, for `Store.execute`. Visitors act as `visitor`. */
export function metadataOf(c: Context, userId?: string): Metadata {
  return { actor: userId === undefined ? "visitor" : `user:${userId}`, requestId: requestIdOf(c) };
}
