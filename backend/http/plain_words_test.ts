import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";

/** What only a programmer understands: names of fields and types, and what schemas say of themselves. */
const RAW = [
  /\b[a-z]+[A-Z]\w*/,
  /^[a-z]/,
  /\b(Invalid (input|option|string|date|request)|Expected|received|UUID\w*|regex|pattern|undefined|null|NaN|enum)\b/,
  /\[object|SyntaxError|TypeError|at position|SHA-256|YYYY|\b\w+_\w+\b/,
  /\bis not valid$|\bis (too )?(small|large)\b/,
];
/** Names that people know as they are written. */
const KNOWN = /\b(Idempotency-Key|Orin|Paystack|Content-Type|application\/json|multipart\/form-data)\b/gi;
const LONG = "x".repeat(5_000);
const HOSTILE: readonly unknown[] = [
  ...["", "zzz", LONG, "a\u0000b", "<b>", "1e999"],
  ...[null, true, -1, 1.5, 1e300, ["zzz"], { a: 1 }],
];
const PATHS = ["zzz", "a%00b", LONG.slice(0, 300), "%F0%9F%8E%B5", newId()];
/** Ends the session or the account that the walk still needs, and has no field that could be wrong. */
const LEFT_OUT = new Set(["POST /api/auth/logout", "DELETE /api/v1/me/sessions"]);

let test: TestWallet;
let people: Map<string, TestPerson | undefined>;
let names: readonly string[];

beforeAll(async () => {
  test = await openTestWallet();
  await givePeople();
  names = await namesOfContract();
});
afterAll(() => test[Symbol.asyncDispose]());

it("whatever a call is sent, its answer speaks to people", { timeout: 600_000 }, async () => {
  expect(names.length).toBeGreaterThan(100);
  const found = new Map<string, string>();
  for (const { method, path } of routes()) {
    let hasReadUnfit = false;
    for (const [who, person] of people) {
      let isTurnedAway = false;
      for (const request of requestsTo(method, path)) {
        if (request.isUnfit && hasReadUnfit) continue;
        const answer = await send(request, person);
        // Others are asked the rest; a session may also have ended by what was sent before.
        isTurnedAway = answer.status === 401 || answer.code === "admins_only" || answer.code === "creators_only";
        if (isTurnedAway) break;
        for (const text of textsOf(answer.body)) {
          const plain = text.replaceAll(KNOWN, "…");
          if (RAW.some((raw) => raw.test(plain))) found.set(text, `${method} ${path} of a ${who}: ${request.name}`);
        }
        // The people of this test have no password that could be compared.
        if (answer.status === 500 && !path.includes("password")) found.set(`${method} ${path}`, request.name);
      }
      hasReadUnfit ||= !isTurnedAway;
    }
    if (method !== "GET") await givePeople();
  }
  expect([...found].map(([text, where]) => `“${text}” at ${where}`).toSorted()).toEqual([]);
});

/** Every call of the app, by its method and pattern. */
function routes(): { method: string; path: string }[] {
  const all = test.world.app.routes.filter(({ method, path }) => method !== "ALL" && /^\/(api|media)\//.test(path));
  const seen = new Map(all.map(({ method, path }) => [`${method} ${path}`, { method, path }]));
  return [...seen].filter(([name]) => !LEFT_OUT.has(name)).map(([, route]) => route);
}

interface Hostile {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: BodyInit;
  readonly type?: string;
  /** No field of any call takes it, so that its schema answers every caller the same. */
  readonly isUnfit?: boolean;
}

/**
 * A call with nothing, then each hostile value in every field together: as JSON, as forms, as query, and in the path.
 */
function requestsTo(method: string, pattern: string): Hostile[] {
  const paths = pattern.includes(":")
    ? PATHS.map((value) => pattern.replaceAll(/:\w+(\{[^}]*\})?/g, value))
    : [pattern];
  const [first = pattern] = paths;
  const plain = paths.map((path) => ({ name: path.slice(0, 60), method, path }));
  if (method === "GET" || method === "DELETE") {
    return [
      ...plain,
      ...HOSTILE.filter((value) => typeof value === "string").map((value) => {
        const query = new URLSearchParams(names.map((name) => [name, value]));
        const path = `${paths.at(-1) ?? pattern}?${query}`;
        return { name: `?…=${value.slice(0, 20)}`, method, path, isUnfit: isUnfit(value) };
      }),
    ];
  }
  const json = { method, path: paths.at(-1) ?? first, type: "application/json" };
  const bodies = HOSTILE.map((value) => ({
    ...{ ...json, name: said(value), isUnfit: isUnfit(value) },
    body: JSON.stringify(fieldsOf(value)),
  }));
  const broken = ["", "{", "[]", "null", "7", `"x"`].map((body) => ({ ...json, name: body, body, isUnfit: true }));
  const type = "application/x-www-form-urlencoded";
  const forms = ["zzz", LONG].map((value) => {
    return {
      ...json,
      type,
      name: `form ${said(value)}`,
      isUnfit: isUnfit(value),
      body: new URLSearchParams(names.map((name) => [name, value])),
    };
  });
  const parts = ["", LONG].map((value) => {
    const { type: _made, ...rest } = json;
    return { ...rest, name: `parts ${said(value)}`, isUnfit: isUnfit(value), body: formOf(value) };
  });
  return [...plain, ...bodies, ...broken, ...forms, ...parts];
}

function isUnfit(value: unknown): boolean {
  return value === LONG || (typeof value !== "string" && value !== 1.5);
}

/** Every name that any call knows, with this value, also below the names that hold others. */
function fieldsOf(value: unknown): Record<string, unknown> {
  const flat = Object.fromEntries(names.map((name) => [name, value]));
  if (value !== "zzz" && value !== 1.5) return flat;
  return { ...flat, plays: [flat], places: [flat], bankDetails: flat, sentAt: Date.now(), rules: flat };
}

function formOf(value: string): FormData {
  const form = new FormData();
  for (
    const name of ["title", "artist", "album", "genre", "duration", "trackNumber", "downloadable", "earlyAccessUntil"]
  ) {
    form.set(name, value);
  }
  form.set("audioFile", new File([value], "song.wav", { type: "audio/wav" }));
  form.set("coverImage", new File([value], "cover.png", { type: "image/png" }));
  return form;
}

function said(value: unknown): string {
  return JSON.stringify(value).slice(0, 20);
}

async function send({ method, path, body, type }: Hostile, person: TestPerson | undefined) {
  const response = await test.world.app.request(path, {
    method,
    headers: {
      ...(type === undefined ? {} : { "content-type": type }),
      ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const isProblem = response.status >= 400 && /json/.test(response.headers.get("content-type") ?? "");
  const answer: unknown = isProblem ? await response.json() : await response.body?.cancel();
  const code: unknown = isProblem ? Reflect.get(Object(answer), "code") : undefined;
  return { status: response.status, body: answer, code };
}

function textsOf(body: unknown): string[] {
  if (typeof body !== "object" || body === null) return [];
  const { message, error, fields } = body as { message?: string; error?: string; fields?: Record<string, string> };
  return [message, error, ...Object.values(fields ?? {})].filter((text) => text !== undefined);
}

async function givePeople(): Promise<void> {
  people = new Map<string, TestPerson | undefined>([
    ["visitor", undefined],
    ["listener", await test.person()],
    ["creator", await test.person({ role: "creator" })],
    ["admin", await test.person({ isAdmin: true })],
  ]);
}

/** The names of all fields of all requests, as deep as they go. */
async function namesOfContract(): Promise<string[]> {
  const found = new Set<string>();
  for await (const { name } of Deno.readDir(new URL("../contract/requests", import.meta.url))) {
    const module: Record<string, unknown> = await import(`../contract/requests/${name.replace(/\.ts$/, "")}.ts`);
    for (const thing of Object.values(module)) collect(thing, found, new Set());
  }
  return [...found].toSorted();
}

function collect(thing: unknown, found: Set<string>, seen: Set<unknown>): void {
  if (typeof thing !== "object" || thing === null || seen.has(thing)) return;
  seen.add(thing);
  const def: unknown = Reflect.get(Reflect.get(thing, "_zod") ?? {}, "def");
  if (typeof def !== "object" || def === null) return;
  const shape: unknown = Reflect.get(def, "shape");
  if (typeof shape === "object" && shape !== null) {
    for (const [name, inner] of Object.entries(shape)) {
      found.add(name);
      collect(inner, found, seen);
    }
  }
  for (const name of ["innerType", "element", "in", "out"]) collect(Reflect.get(def, name), found, seen);
  const options: unknown = Reflect.get(def, "options");
  if (Array.isArray(options)) { for (const option of options) collect(option, found, seen); }
}
