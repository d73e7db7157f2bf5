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
  const figures = world.deps.store.metrics.render().match(/http_seconds_count\{[^}]*\} \d+/g);
  expect(figures).toEqual([
    'http_seconds_count{method="GET",status="404"} 1',
    'http_seconds_count{method="OTHER",status="404"} 2',
  ]);
});
