import { describe, expect, it } from "vitest";
import type { Call } from "../contract/calls/call.ts";
import { sendGift } from "../contract/calls/gifts.ts";
import { openMailStop } from "../contract/calls/notifications.ts";
import { isAlive } from "../contract/calls/operations.ts";
import type { Deps } from "../deps.ts";
import { Routes } from "./routes.ts";

/** No guard and no parser of these calls needs any. */
const deps = {} as Deps;

function app() {
  return new Routes(deps)
    .serve(openMailStop, (c) => c.json({ token: c.req.valid("query").token }, 200))
    .serve(sendGift, (c) => c.json({ message: c.req.valid("json").message, giftId: c.var.session.userId }, 201))
    .onError((error, c) => c.json({ error: error.message }, 400));
}

describe("a served call", () => {
  it("gives its handler what the declaration asks for", async () => {
    expect(await (await app().request("/api/v1/mails/stop?token=abc")).json()).toEqual({ token: "abc" });
  });

  it("refuses another query before its handler", async () => {
    expect((await app().request("/api/v1/mails/stop")).status).toBe(400);
  });

  it("asks who calls before it reads the body", async () => {
    const answer = await app().request("/api/v1/gifts", { method: "POST", body: "no JSON" });
    expect(await answer.json()).toEqual({ error: "Authentication token not found" });
  });

  it("has to be declared", () => {
    const unknown = "GET /api/v1/nowhere" as Call<"GET /api/v1/nowhere", { who: "everyone" }>;
    expect(() => new Routes(deps).serve(unknown, (c) => c.text("here", 200))).toThrow("is not declared");
  });

  it("answers what was declared: everything else does not compile", () => {
    const routes = new Routes(deps)
      // @ts-expect-error: `message` is missing
      .serve(sendGift, (c) => c.json({ giftId: "a" }, 201))
      // @ts-expect-error: the call has no body
      .serve(isAlive, (c) => c.text(c.req.valid("json"), 200));
    expect(routes.routes.map(({ method, path }) => `${method} ${path}`)).toContain("POST /api/v1/gifts");
  });
});
