import type * as z from "zod/mini";
import type { TeamRight } from "../contract/memberships.ts";

/** Who may make a call: its middleware says so. */
type Caller = "user" | "creator" | "admin" | "enrolment" | "reporter" | "user or admin" | "anyone";

interface RouteFacts {
  readonly caller?: Caller;
  /** Of a creator's call: what a member of the artist's team needs for it. */
  readonly right?: TeamRight;
  /** The body, as JSON. */
  readonly json?: z.ZodMiniType;
  /** The body, as a form with files: in place of JSON, or the other choice. */
  readonly form?: FormFacts;
  /** Whether the body may be left out. */
  readonly isOptional?: boolean;
  readonly query?: z.ZodMiniType;
}

/** What a form holds. */
export interface FormFacts {
  readonly files: Readonly<Record<string, FormFile>>;
  /** The texts beside the files. */
  readonly fields?: z.ZodMiniType;
}

export interface FormFile {
  readonly kind: "recording" | "picture";
  readonly maxBytes: number;
  /** When it may be left out, in words; without them it may not. */
  readonly optional?: string;
}

const FACTS = new WeakMap<object, RouteFacts>();

/** Notes on a middleware what it asks of a request, for the description of the API and for the attack on it. */
export function withFacts<Handler extends object>(handler: Handler, facts: RouteFacts): Handler {
  FACTS.set(handler, facts);
  return handler;
}

/** What a route's middleware ask together, route by route, in the order of the table. Hono lists each handler apart. */
export function mountedRoutes(
  table: readonly { readonly method: string; readonly path: string; readonly handler: object }[],
): MountedRoute[] {
  const routes = new Map<string, MountedRoute>();
  for (const { method, path, handler } of table) {
    if (method === "ALL") continue;
    const name = `${method} ${path}`;
    routes.set(name, { ...routes.get(name), name, method, path, ...FACTS.get(handler) });
  }
  return [...routes.values()];
}

export interface MountedRoute extends RouteFacts {
  /** `GET /api/v1/tracks/:id` */
  readonly name: string;
  readonly method: string;
  readonly path: string;
}
