import * as z from "zod/mini";
import { pick, type Random } from "../../backend/testing/random.ts";
import type { MountedRoute } from "../../backend/http/route_facts.ts";

/** What a request carries beside its address. */
export interface Hostile {
  readonly body?: BodyInit;
  readonly headers: Record<string, string>;
}

const LONG = "x".repeat(70_000);
const DEEP = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
/** In place of a value: wrong types, and texts that break parsers, databases, logs and pages. */
const VALUES: readonly unknown[] = [
  ...[null, 7, -1, 0.1, 1e308, 2 ** 53, true, [], {}, ["a"], { $ne: null }, { toString: 1 }, { length: -1 }],
  ...[
    "",
    " ",
    "a\0b",
    "half \ud800",
    "\u202egnirts",
    "<script>alert(1)</script>",
    "' or 1=1 --",
    "${7*7}",
    "../../etc",
  ],
  ...[
    "x".repeat(60_000),
    "1e999",
    "NaN",
    "-0",
    "2026-02-30",
    "9".repeat(30),
    "=cmd|' /C calc'!A0",
    "\r\nSet-Cookie: a=b",
  ],
];
/** In place of the whole body. */
const TEXTS = [
  ...["", "{", "[]", "null", "7", '"text"', '{"a":', "\0", DEEP, `{"a":${DEEP}}`, JSON.stringify({ more: LONG })],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"a":1e309}',
    '{"a":1,"a":2}',
  ],
  ...['{"a":"\\u0000"}', '{"a":"\\ud800"}', "\ufeff{}", '{"a":NaN}', "{'a':1}", "<a/>", "a=1&b=2"],
];
/** Forms that stop early, name no field, or name files after paths. */
const FORMS = [
  "",
  "--x",
  "--x\r\n\r\n",
  "--x--\r\n",
  "--x\r\nContent-Disposition: form-data\r\n\r\na\r\n--x--\r\n",
  ...["audioFile", "coverImage", "profilePicture", "__proto__"].map((name) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="../../a\0.mp3"\r\n\r\n\xff\xfbtext\r\n--x--\r\n`
  ),
  `--x\r\nContent-Disposition: form-data; name="title"\r\n\r\n${"x".repeat(20_000)}\r\n--x--\r\n`,
];
const TYPES = ["text/plain", "application/xml", "multipart/form-data", "application/json; charset=utf-16", ""];
const HEADERS: readonly (readonly [name: string, value: string])[] = [
  ...[["range", "bytes=5-1"], ["range", "bytes=-"], ["range", "bytes=0-0,2-3,4-"], ["range", "bytes=9e9-"]] as const,
  ...[["if-none-match", '"'.repeat(99)], ["if-modified-since", "yesterday"], ["if-range", "W/"]] as const,
  ...[["accept-language", "x".repeat(8_000)], ["idempotency-key", "x".repeat(300)], ["idempotency-key", "1"]] as const,
  ...[["x-request-id", "<script>"], ["x-forwarded-for", "not an address, ::1"], [
    "x-http-method-override",
    "DELETE",
  ]] as const,
  ...[["content-encoding", "gzip"], ["cookie", "a=b; a=c; __Host-=;;"], ["origin", "null"], ["expect", "a"]] as const,
  ...[["accept", "*/*;q=1e9"], ["user-agent", "%00%0a\\"], ["x-orin-device", "x".repeat(4_000)], [
    "te",
    "trailers",
  ]] as const,
];
const NO_IDS = [
  "17",
  "%00",
  "%2e%2e%2f",
  "..%2f..%2fetc%2fpasswd",
  "%c0%ae",
  "%ff",
  "a".repeat(3_000),
  "%27%3B--",
  "%F0%9F%92%A9",
];
const QUERIES = [
  "",
  "cursor=9999999999999999999_x",
  "limit=-1",
  "limit=1e9",
  "limit[]=1",
  "page=999999999999999999999",
];
const MORE_QUERIES = [
  "q=%00",
  "q=%ff",
  "q=" + "a".repeat(5_000),
  "from=2026-02-30&to=x",
  "a=1&a=2",
  "%=%",
  "sort=__proto__",
];

/** A body, headers and a content type that fit nowhere, or a body of the call's own shape with one value that does not. */
export function hostileRequest({ method, path, json }: MountedRoute, random: Random): Hostile {
  const headers: Record<string, string> = {};
  if (random() < 0.3) {
    const [name, value] = pick(random, HEADERS);
    headers[name] = value;
  }
  if (method === "GET") return { headers };
  if (/upload|tracks|picture/.test(path) && random() < 0.5) {
    return { headers: { ...headers, "content-type": "multipart/form-data; boundary=x" }, body: pick(random, FORMS) };
  }
  const isOwnShape = json !== undefined && random() < 0.7;
  const body = isOwnShape ? JSON.stringify(spoiled(json, random)) : pick(random, TEXTS);
  headers["content-type"] = !isOwnShape && random() < 0.2 ? pick(random, TYPES) : "application/json";
  return { headers, body };
}

/** An address in which an id or the query is none. */
export function hostileId(random: Random): string {
  return pick(random, NO_IDS);
}

/** A query that fits no call. */
export function hostileQuery({ query }: MountedRoute, random: Random): string {
  const names = query ? Object.keys(schemaOf(query).properties ?? {}) : [];
  if (names.length === 0 || random() < 0.4) return pick(random, [...QUERIES, ...MORE_QUERIES]);
  return new URLSearchParams({ [pick(random, names)]: textOf(pick(random, VALUES)).slice(0, 4_000) }).toString();
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function spoiled(schema: z.ZodMiniType, random: Random): unknown {
  const whole = exampleOf(schemaOf(schema));
  if (typeof whole !== "object" || whole === null) return pick(random, VALUES);
  const names = Object.keys(whole);
  return names.length === 0 ? pick(random, VALUES) : { ...whole, [pick(random, names)]: pick(random, VALUES) };
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function schemaOf(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}

/** A value that may pass a schema: what its patterns ask is not looked at. */
function exampleOf(schema: JsonSchema): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return exampleOf(first as JsonSchema);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, member]) => [name, exampleOf(member as JsonSchema)]),
      );
    case "array":
      return [exampleOf((schema.items ?? {}) as JsonSchema)];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return schema.pattern?.includes("[0-9a-f]{8}") ? crypto.randomUUID() : "text of some length";
  }
}
