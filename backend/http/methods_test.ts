import { Hono } from "hono";
import { expect, it } from "vitest";
import { nothingFound } from "./problems.ts";

const app = new Hono()
  .use((_c, next) => next())
  .get("/api/songs/:id", (c) => c.text("song"))
  .delete("/api/songs/:id", (c) => c.text("gone"))
  .post("/api/plays", (c) => c.text("counted"));
app.all("/api/*", nothingFound(app));
app.get("*", (c) => c.text("page"));
app.notFound(nothingFound(app));

const ask = async (method: string, path: string) => {
  const { status, headers } = await app.request(path, { method });
  return [status, headers.get("allow")];
};

it.each([
  ["PUT", "/api/songs/1", 405, "GET, DELETE, HEAD, OPTIONS"],
  ["PROPFIND", "/api/songs/1", 405, "GET, DELETE, HEAD, OPTIONS"],
  ["GET", "/api/plays", 405, "POST, OPTIONS"],
  ["OPTIONS", "/api/plays", 204, "POST, OPTIONS"],
  ["POST", "/api/unknown", 404, null],
  ["OPTIONS", "/api/unknown", 404, null],
  ["GET", "/api/unknown", 404, null],
  ["POST", "/songs", 404, null],
  ["HEAD", "/api/songs/1", 200, null],
])("%s %s is answered by %i, with the methods that the path has", async (method, path, status, allow) => {
  expect(await ask(method, path)).toEqual([status, allow]);
});

it("a wrong method is refused in words", async () => {
  const answer = await app.request("/api/songs/1", { method: "PATCH" });
  expect(await answer.json()).toMatchObject({
    code: "method_not_allowed",
    message: "This address takes GET, DELETE",
  });
});
