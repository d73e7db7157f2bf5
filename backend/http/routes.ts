import { type Context, Hono, type Input, type MiddlewareHandler, type Next } from "hono";
import type { JSONParsed } from "hono/utils/types";
import type * as z from "zod/mini";
import { type AnswerOf, type Call, type CallFacts, type CallTypes, factsOf } from "../contract/calls/call.ts";
import type { Deps } from "../deps.ts";
import * as session from "./session.ts";
import { jsonBody, optionalJsonBody, queryParams } from "./validate.ts";

/** What `c.var` holds after a call's caller was asked for. */
type EnvOf<Who> = Who extends "everyone" ? Record<never, never>
  : Who extends "anyone" | "anyone or admin" ? session.MaybeWithSession
  : Who extends "reporter" ? session.WithReporter
  : session.WithSession;

type PathOf<Name> = Name extends `${string} ${infer Path}` ? Path : string;

/** What `c.req.valid` gives. */
type InputOf<Types extends CallTypes> =
  & Input
  & (Types["query"] extends infer Schema extends z.ZodMiniType ? Valid<"query", Schema> : unknown)
  & (Types["body"] extends infer Schema extends z.ZodMiniType ? Valid<"json", Schema> : unknown)
  & (Types["optionalBody"] extends infer Schema extends z.ZodMiniType ? Valid<"json", Schema> : unknown);

interface Valid<Target extends string, Schema extends z.ZodMiniType> {
  in: { [K in Target]: z.input<Schema> };
  out: { [K in Target]: z.output<Schema> };
}

/** What a handler may return: JSON of the declared type, or what is no JSON, such as a file. */
type Returned<Types extends CallTypes> =
  & Response
  & (
    | { readonly _data?: unknown extends AnswerOf<Types> ? unknown : JSONParsed<AnswerOf<Types>> }
    | { readonly _format: "text" | "body" | "redirect" }
  );

/** Nothing where the request is left to the next route. */
type Result<Types extends CallTypes> = Returned<Types> | Promise<Returned<Types> | void>;

/** What a handler of a call gets. */
type ContextOf<Name extends string, Types extends CallTypes> = Context<
  EnvOf<Types["who"]>,
  PathOf<Name>,
  InputOf<Types>
>;

/** What a route asks beside its declaration: a fresh password, a form with its files. */
type Middle = MiddlewareHandler<session.WithSession>;

/** The routes of an area: each serves a call that the contract declares, and asks for what its declaration says. */
export class Routes extends Hono {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    super();
    this.#deps = deps;
  }

  /**
   * Serves a declared call: asks who calls, then what `middle` asks, then for query and body as they are declared. What
   * the handler answers as JSON is of the declared type. Throws Error for a call that is not declared.
   */
  serve<Name extends string, Types extends CallTypes>(
    call: Call<Name, Types>,
    handler: (c: ContextOf<Name, Types>, next: Next) => Result<Types>,
  ): this;
  serve<Name extends string, Types extends CallTypes>(
    call: Call<Name, Types>,
    middle: Middle | readonly Middle[],
    handler: (c: ContextOf<Name, Types>, next: Next) => Result<Types>,
  ): this;
  serve(call: string, ...rest: readonly unknown[]): this {
    const facts = factsOf(call);
    if (!facts) throw new Error(`${call} is not declared`);
    const [method = "", path = ""] = call.split(" ");
    const handlers = rest.flat() as MiddlewareHandler[];
    const [handler] = handlers.splice(-1);
    if (!handler) throw new Error(`${call} has no handler`);
    this.on(method, [path], ...guardsOf(this.#deps, facts), ...handlers, ...parsersOf(facts), handler);
    return this;
  }

  /** Serves what another part of the area serves, too. */
  include(part: Hono): this {
    this.route("/", part);
    return this;
  }
}

function guardsOf(deps: Deps, { who, texts = {} }: CallFacts): MiddlewareHandler[] {
  switch (who) {
    case "everyone":
      return [];
    case "anyone":
      return [session.optionalUser(deps)];
    case "anyone or admin":
      return [session.optionalUserOrAdmin(deps)];
    case "user":
      return [session.requireUser(deps, texts.visitor)];
    case "user without own password":
      return [session.requireUserOrGiven(deps)];
    case "creator":
      return [session.requireCreator(deps, texts.visitor)];
    case "team: read":
      return [session.actingCreator(deps, "read", texts.visitor)];
    case "team: edit":
      return [session.actingCreator(deps, "edit", texts.visitor)];
    case "team: manage":
      return [session.actingCreator(deps, "manage", texts.visitor)];
    case "team or admin: edit":
      return [session.actingCreatorOrAdmin(deps, "edit")];
    case "team or admin: manage":
      return [session.actingCreatorOrAdmin(deps, "manage")];
    case "reporter":
      return [session.requireReporter(deps)];
    case "admin":
      return [session.requireAdmin(deps, texts.visitor)];
    case "admin or enrolment":
      return [session.requireAdminOrEnrolment(deps)];
    case "enrolment":
      return [session.requireEnrolment(deps)];
    default:
      return who satisfies never;
  }
}

function parsersOf({ query, body, optionalBody, maxBytes, texts: { missing, failed } = {} }: CallFacts) {
  const options = {
    ...(missing !== undefined && { missing }),
    ...(failed !== undefined && { failed }),
    ...(maxBytes !== undefined && { maxBytes }),
  };
  return [
    ...(query ? [queryParams(query)] : []),
    ...(body ? [jsonBody(body, options)] : []),
    ...(optionalBody ? [optionalJsonBody(optionalBody)] : []),
  ];
}
