import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { Id } from "../contract/requests/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { isStorableText } from "../store/log/canonical.ts";
import { boundedBody } from "./body.ts";
import { wordsFor } from "./field_words.ts";
import { InvalidRequest } from "./problems.ts";
import { withFacts } from "./route_facts.ts";

type Json<Schema extends z.ZodMiniType> = { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } };
type Query<Schema extends z.ZodMiniType> = { in: { query: z.input<Schema> }; out: { query: z.output<Schema> } };
// deno-lint-ignore ban-types
type AnyEnv = {};

interface BodyOptions {
  /** The documented text when a field is missing; by default the field's own text. */
  readonly missing?: string;
  /** The documented text for every failure. */
  readonly failed?: string;
  /** 64 KiB by default. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 64 * 1024;

/**
 * Parses a JSON body by a schema of the contract: `c.req.valid("json")`. Throws InvalidRequest (400) with a text for
 * each field, or Refusals for a body that is too large (413), no JSON (415, 400), or holds text no database can store.
 */
export function jsonBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  { maxBytes = MAX_BYTES, ...texts }: BodyOptions = {},
): MiddlewareHandler<AnyEnv, string, Json<Schema>> {
  return withFacts(async (c, next) => {
    const body = parseJson(await readJson(c, maxBytes));
    c.req.addValidatedData("json", parseBy(schema, body, texts) as object);
    await next();
  }, { json: schema });
}

/** The same for calls without a documented body: an empty one is `{}`, with any content type. */
export function optionalJsonBody<Schema extends z.ZodMiniType>(
  schema: Schema,
): MiddlewareHandler<AnyEnv, string, Json<Schema>> {
  return withFacts(async (c, next) => {
    const text = new TextDecoder().decode(await boundedBody(c, MAX_BYTES));
    const isEmpty = text.trim() === "";
    if (!isEmpty) assertJson(c);
    c.req.addValidatedData("json", parseBy(schema, isEmpty ? {} : parseJson(text)) as object);
    await next();
  }, { json: schema, isOptional: true });
}

/** Parses the query by a schema of the contract: `c.req.valid("query")`. Throws InvalidRequest (400). */
export function queryParams<Schema extends z.ZodMiniType>(
  schema: Schema,
): MiddlewareHandler<AnyEnv, string, Query<Schema>> {
  return withFacts(async (c, next) => {
    const query = c.req.query();
    if (!hasOnlyStorableText(query)) throw notText();
    c.req.addValidatedData("query", parseBy(schema, query) as object);
    await next();
  }, { query: schema });
}

/** Parses anything by a schema, with the same failures: for form fields. */
export function parseBy<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  { missing, failed }: Pick<BodyOptions, "missing" | "failed"> = {},
): z.output<Schema> {
  const parsed = z.safeParse(schema, value, { error: wordsFor });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join(".")] ??= issue.message;
  const isMissing = parsed.error.issues.some(({ path }) => isBlank(at(value, path)));
  const own = parsed.error.issues[0]?.message ?? "The request could not be read. Please try again.";
  throw new InvalidRequest(failed ?? (isMissing ? missing : undefined) ?? own, fields);
}

/**
 * The id in a path. Throws Refusal `not_found` for a malformed one, with the call's text for an unknown id.
 */
export function idInPath(c: Context, name: string, unknown: string): string {
  return inPath(c, name, { schema: Id, unknown });
}

/** Any other value in a path, by its schema, with the same failure. */
export function inPath<Schema extends z.ZodMiniType>(
  c: Context,
  name: string,
  { schema, unknown }: { readonly schema: Schema; readonly unknown: string },
): z.output<Schema> {
  const parsed = z.safeParse(schema, c.req.param(name));
  if (!parsed.success) throw new Refusal("not_found", unknown);
  return parsed.data;
}

async function readJson(c: Context, maxBytes: number): Promise<string> {
  assertJson(c);
  return new TextDecoder().decode(await boundedBody(c, maxBytes));
}

function assertJson(c: Context): void {
  if (/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) return;
  throw new Refusal("not_json", "Send this as JSON, with the content type application/json.");
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid_request", "This is no whole JSON: please check it and send it again.");
  }
  // Only an escape can bring NUL or half a character into JSON; most bodies have none and need no second look.
  if (/\\u(0000|d[89a-f])/i.test(text) && !hasOnlyStorableText(value)) throw notText();
  return value;
}

function hasOnlyStorableText(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string" && !isStorableText(next)) return false;
    if (typeof next === "object" && next !== null) {
      for (const [key, member] of Object.entries(next)) waiting.push(key, member);
    }
  }
  return true;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function notText(): Refusal {
  return new Refusal("invalid_request", "Please remove the characters that cannot be shown and try again.");
}
