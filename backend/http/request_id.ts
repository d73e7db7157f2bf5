import type { Context, MiddlewareHandler } from "hono";
import { requestId as honoRequestId, type RequestIdVariables } from "hono/request-id";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Json } from "../store/log/canonical.ts";
import type { ExecuteOptions } from "../store/log/command.ts";
import { isPassing, OutcomeUnknown } from "../store/log/errors.ts";
import type { Metadata } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import type { Session } from "./sessions.ts";

type WithRequestId = { Variables: RequestIdVariables };

/** Gives each request an id (the caller's `X-Request-Id` when it is plain), in `c.var.requestId` and in the answer. */
export function requestId(): MiddlewareHandler<WithRequestId> {
  return honoRequestId({ generator: () => newId(), limitLength: 64 });
}

/** The request's id; a new one where the middleware does not run. */
export function requestIdOf(c: Context): string {
  const id: unknown = c.get("requestId");
  return typeof id === "string" ? id : newId();
}

const RANDOM_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const MOST_KEY = 255;

/**
 * The id of an interactive command: the caller's `Idempotency-Key`, or a new one. A random UUID is the id itself; any
 * other key becomes one together with the caller's id, so that two people's "1" differ. Visitors have no id, so they
 * must send a UUID. Throws Refusal `invalid_request`.
 */
export function commandIdOf(c: Context): string {
  const said = c.req.header("idempotency-key")?.trim();
  if (said === undefined) return newId();
  if (RANDOM_UUID.test(said)) return said.toLowerCase();
  const session = sessionIn(c);
  if (!session) throw new Refusal("invalid_request", "Idempotency-Key must be a UUID");
  if (said === "" || said.length > MOST_KEY) {
    throw new Refusal("invalid_request", `Idempotency-Key must have 1 to ${MOST_KEY} characters`);
  }
  return derivedId(session.acting?.memberId ?? session.userId, `key ${said}`);
}

/** So long the same call is one call, where it comes without a key and must take effect once. */
const ONCE_MS = 60_000;

/**
 * For calls that move money or make an account: the caller's `Idempotency-Key`; without one the same call of the same
 * person within a minute of the first is that call again. A key means that the caller wants it once more.
 */
export function onceCommandOf(c: Context): Pick<ExecuteOptions, "commandId" | "onceWithinMs"> {
  return hasKey(c) ? { commandId: commandIdOf(c) } : { onceWithinMs: ONCE_MS };
}

/** What the answer says of a call without a key that was one from before. */
export function repeatOf(c: Context, { repeated }: { readonly repeated: boolean }): { repeated?: true } {
  return repeated && !hasKey(c) ? { repeated } : {};
}

/**
 * For what is read for the answer once money has moved: where that fails, a caller without a key hears that the outcome is
 * unknown.
 */
export async function afterMoney<Read>(c: Context, reading: Promise<Read>): Promise<Read> {
  return await reading.catch((error: unknown) => {
    throw hasKey(c) || !isPassing(error) ? error : new OutcomeUnknown();
  });
}

function hasKey(c: Context): boolean {
  return c.req.header("idempotency-key") !== undefined;
}

/**
 * For commands that change nothing the second time: with the caller's `Idempotency-Key` the same key gives the first
 * result again; without one we store no result.
 */
export function givenCommandOf(c: Context, content: Json): { commandId?: string; content?: Json } {
  return !hasKey(c) ? {} : { commandId: commandIdOf(c), content };
}

/**
 * The actor and the cause of a request's events, for `Store.execute`. Visitors act as `visitor`; a member who acts for
 * an artist is the actor, and the artist is named beside.
 */
export function metadataOf(c: Context, userId?: string): Metadata {
  const requestId = requestIdOf(c);
  const session = sessionIn(c);
  if (session?.acting && session.userId === userId) {
    return { actor: `user:${session.acting.memberId}`, actingFor: session.userId, requestId };
  }
  return { actor: userId === undefined ? "visitor" : `user:${userId}`, requestId };
}

function sessionIn(c: Context): Pick<Session, "userId" | "acting"> | undefined {
  return c.get("session");
}
