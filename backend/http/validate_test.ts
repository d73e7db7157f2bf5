import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { Refusal } from "../contract/refusal.ts";
import { CommandMismatch, ExpectedVersionConflict, Overloaded } from "../store/log/errors.ts";
import { notFound, onError } from "./problems.ts";
import { requestId } from "./request_id.ts";
import { jsonBody, optionalJsonBody, queryParams } from "./validate.ts";
import { Problem } from "../testing/answers.ts";

const Song = z.object({
  title: z.string("Title is required").check(
    z.trim(),
    z.minLength(1, "Title is required"),
    z.maxLength(20, "Title is too long"),
  ),
  subtitle: z.optional(z.string().check(z.maxLength(20))),
  seconds: z.int().check(z.positive()),
  tags: z.optional(z.array(z.unknown())),
});

const logged: unknown[] = [];
const thrown: Record<string, () => unknown> = {
  refusal: () => new Refusal("email_taken", "Email already registered", { field: "email" }),
  waits: () => new Refusal("too_many_attempts", "Please wait", { retryAfterMs: 1_500 }),
  unlisted: () => Object.assign(new Refusal("conflict", "No"), { code: "a_code_that_is_no_more" }),
  overloaded: () => new Overloaded(5_000),
  mismatch: () => new CommandMismatch("id"),
  conflict: () => new ExpectedVersionConflict("user/1", 1, 2),
  text: () => Object.assign(new Error("invalid byte sequence"), { code: "22021" }),
  lost: () => Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" }),
  bug: () => new TypeError("the password is hunter2"),
};

/** For a field that no person fills in. */
const RELOAD = "Something in this request is missing or wrong. Please reload the page and try again.";

const app = new Hono().use(requestId())
  .post(
    "/songs",
    jsonBody(Song, { missing: "Please fill in all fields", maxBytes: 2_000 }),
    (c) => c.json(c.req.valid("json")),
  )
  .post("/plain", jsonBody(Song), (c) => c.json(c.req.valid("json")))
  .post(
    "/decide",
    optionalJsonBody(z.object({ reason: z._default(z.string(), "none given") })),
    (c) => c.json(c.req.valid("json")),
  )
  .get("/search", queryParams(z.object({ q: z.string() })), (c) => c.json(c.req.valid("query")))
  .get("/throw/:what", (c) => {
    throw thrown[c.req.param("what")]?.();
  })
  .notFound(notFound)
  .onError(onError({ log: (...line) => void logged.push(line) }));

async function send(body: BodyInit, { path = "/songs", type = "application/json" } = {}) {
  const response = await app.request(path, { method: "POST", body, headers: { "content-type": type } });
  return { status: response.status, body: await response.json() };
}

describe("jsonBody()", () => {
  it("hands on what the schema makes of the body", async () => {
    const sent = await send(JSON.stringify({ title: " Ìlù ", seconds: 3, more: 1 }), {
      type: "application/json; charset=utf-8",
    });
    expect(sent).toEqual({ status: 200, body: { title: "Ìlù", seconds: 3 } });
  });

  it("says what is missing in the documented words, and names the fields", async () => {
    const { status, body } = await send("{}");
    expect(status).toBe(400);
    expect(Problem.parse(body)).toMatchObject({
      error: "Please fill in all fields",
      message: "Please fill in all fields",
      code: "invalid_request",
      fields: { title: "Title is required", seconds: RELOAD },
    });
    expect(await send("{}", { path: "/plain" })).toMatchObject({ body: { message: "Title is required" } });
    expect(await send(`{"title":"a song","seconds":-1}`)).toMatchObject({
      body: { message: RELOAD },
    });
  });

  it.each([
    ["an array", "[]"],
    ["null", "null"],
    ["a number", "7"],
    ["a text", `"title"`],
    ["nothing", ""],
    ["half a body", `{"title":`],
    ["wrong types", `{"title":{"$gt":""},"seconds":"3"}`],
    ["a prototype", `{"__proto__":{"title":"x","seconds":1}}`],
    ["an infinite number", `{"title":"x","seconds":1e999}`],
    ["a long text", JSON.stringify({ title: "x".repeat(21), seconds: 1 })],
    ["NUL", `{"title":"a\\u0000b","seconds":1}`],
    ["half a character", `{"title":"a\\ud800b","seconds":1}`],
    ["NUL in a name", `{"title":"x","seconds":1,"tags":[{"\\u0000":1}]}`],
    ["a NUL byte", `{"title":"a\0b","seconds":1}`],
  ])("answers 400 to %s", async (_name, body) => {
    const answer = await send(body);
    expect(answer.status).toBe(400);
    expect(Problem.safeParse(answer.body).success).toBe(true);
    expect(answer.body.message).not.toMatch(/Invalid input|undefined|SyntaxError/);
  });

  it("lets escapes of whole characters through", async () => {
    expect(await send(`{"title":"\\ud83c\\udfb5 \\u00e9","seconds":1}`)).toMatchObject({ body: { title: "🎵 é" } });
  });

  it("stands a deeply nested body", async () => {
    const deep = `{"title":"\\u0000","seconds":1,"tags":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    expect(await send(deep, { path: "/plain" })).toMatchObject({ status: 400 });
  });

  it("answers 413 to a body that is too large, said or not", async () => {
    const large = JSON.stringify({ title: "x".repeat(3_000), seconds: 1 });
    expect(await send(large)).toMatchObject({ status: 413, body: { code: "body_too_large" } });
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("x".repeat(1_000)));
      },
    });
    expect(await send(stream)).toMatchObject({ status: 413 });
  });

  it("answers 415 to forms and other types", async () => {
    expect(await send("title=x", { type: "application/x-www-form-urlencoded" })).toMatchObject({ status: 415 });
    expect(await send("{}", { type: "text/plain" })).toMatchObject({ status: 415 });
  });
});

describe("optionalJsonBody()", () => {
  it.each(["application/json", "application/x-www-form-urlencoded", "text/plain"])(
    "takes no body as %s",
    async (type) => {
      expect(await send("", { path: "/decide", type })).toEqual({ status: 200, body: { reason: "none given" } });
      expect((await app.request("/decide", { method: "POST" })).status).toBe(200);
    },
  );

  it("holds a body that there is to what it must be", async () => {
    expect(await send('{"reason":"why"}', { path: "/decide" })).toEqual({ status: 200, body: { reason: "why" } });
    expect((await send("{", { path: "/decide" })).status).toBe(400);
    expect((await send("reason=why", { path: "/decide", type: "application/x-www-form-urlencoded" })).status).toBe(415);
  });
});

describe("queryParams()", () => {
  it("parses, names what is missing and refuses NUL", async () => {
    expect(await (await app.request("/search?q=%C3%AFl%C3%B9")).json()).toEqual({ q: "ïlù" });
    expect(await (await app.request("/search")).json()).toMatchObject({ message: "Type what you are looking for." });
    expect((await app.request("/search?q=a%00b")).status).toBe(400);
  });
});

describe("onError()", () => {
  const status = async (what: string) => (await app.request(`/throw/${what}`)).status;

  it("maps codes to statuses, those without a row to 400", async () => {
    expect(await Promise.all(Object.keys(thrown).map(status))).toEqual([409, 429, 400, 503, 422, 409, 400, 503, 500]);
  });

  it("answers a refusal with its text, its field and when to come again", async () => {
    const refused = await app.request("/throw/refusal");
    expect(await refused.json()).toEqual({
      ...{ error: "Email already registered", message: "Email already registered", code: "email_taken" },
      ...{ fields: { email: "Email already registered" }, requestId: refused.headers.get("x-request-id") },
    });
    expect((await app.request("/throw/waits")).headers.get("retry-after")).toBe("2");
    expect((await app.request("/throw/overloaded")).headers.get("retry-after")).toBe("5");
  });

  it("logs what nobody foresaw and tells nothing of it", async () => {
    logged.length = 0;
    const response = await app.request("/throw/bug");
    expect(await response.text()).not.toContain("hunter2");
    const requestId = response.headers.get("x-request-id");
    expect(logged).toEqual([["GET /throw/:what failed", expect.any(TypeError), { requestId }]]);
  });

  it("answers an unknown path in the same shape", async () => {
    const response = await app.request("/nowhere");
    expect(response.status).toBe(404);
    expect(Problem.safeParse(await response.json()).success).toBe(true);
  });
});
