import { Hono } from "hono";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openWorld, type World } from "../testing/world.ts";
import { measured } from "./health.ts";

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world[Symbol.asyncDispose]());

it("measures methods that nobody knows as one, so that no caller makes the figures grow", async () => {
  const app = new Hono().use(measured(world.deps));
  for (const method of ["GET", "BREW", "X".repeat(200)]) await app.request("/", { method });
  const figures = (await world.deps.store.metrics.render()).match(/http_seconds_count\{[^}]*\} \d+/g);
  expect(figures).toEqual([
    'http_seconds_count{method="GET",route="/*",status="4xx"} 1',
    'http_seconds_count{method="OTHER",route="/*",status="4xx"} 2',
  ]);
});

it("measures 10,000 paths by the few patterns of their routes", async () => {
  const app = new Hono().use(measured(world.deps))
    .use("/api/secret/*", (c) => Promise.resolve(c.text("no", 401)))
    .get("/api/tracks/:id", (c) => c.text(c.req.param("id"), 200))
    .all("/api/*", (c) => c.text("not found", 404))
    .get("*", (c) => c.text("page", 200));
  const series = async () => (await world.deps.store.metrics.render()).split("\n").length;
  const places = ["/api/tracks/", "/api/secret/", "/api/", "/"];
  for (const place of places) await app.request(`${place}first`);
  const before = await series();
  for (let index = 0; index < 10_000; index++) await app.request(`${places[index % 4]}${crypto.randomUUID()}`);
  expect(await series()).toBe(before);
  const text = await world.deps.store.metrics.render();
  expect(text).toContain('orin_http_seconds_count{method="GET",route="/api/tracks/:id",status="2xx"} 2501');
  expect(text).toContain('orin_http_seconds_count{method="GET",route="/api/secret/*",status="4xx"} 2501');
});
