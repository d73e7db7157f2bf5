import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { addObjects } from "../testing/objects.ts";
import { peopleOf } from "../testing/people.ts";
import { givePremium } from "../testing/premium.ts";

// Calls with an id: only the owner reaches the object.

let world: TestAccounts;
let owner: { token: string; userId: string };
let stranger: { token: string; userId: string };
/** What the owner has, by the route that names it. */
let objects: Map<string, string>;
beforeAll(async () => {
  world = await openTestAccounts();
  const people = peopleOf(world);
  owner = await people.member({ role: "creator" });
  stranger = await people.member({ role: "creator" });
  await givePremium(world.deps, stranger.userId);
  objects = await addObjects(world, owner);
});
afterAll(() => world[Symbol.asyncDispose]());

const BODIES: Record<string, unknown> = {
  "PUT /api/v1/tracks/:id": { title: "Stolen" },
  "PUT /api/v1/playlists/:id": { name: "Stolen" },
  "PUT /api/v1/comments/:id": { content: "Stolen" },
};

/** Changes of the objects, as the app mounts them. */
function changes(): { method: string; path: string }[] {
  const app = createApp(world.deps, { isReady: () => true, pagesDirectory: "" });
  const known = app.routes.filter(({ method, path }) => method !== "GET" && method !== "ALL" && objects.has(path));
  return [...new Map(known.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()];
}

const call = (token: string, { method, path }: { method: string; path: string }) => {
  const body = BODIES[`${method} ${path}`];
  const filled = path.replace(":id", objects.get(path) ?? "");
  return world.call(method, filled, { token, ...(body === undefined ? {} : { body }) });
};

describe("a change of somebody's own object", () => {
  it("is known for each kind", () => {
    expect([...objects.values()].filter((id) => id === "")).toEqual([]);
    expect(changes().map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      "DELETE /api/auth/sessions/:id",
      "DELETE /api/v1/comments/:id",
      "DELETE /api/v1/playlists/:id",
      "DELETE /api/v1/tracks/:id",
      "PUT /api/v1/comments/:id",
      "PUT /api/v1/playlists/:id",
      "PUT /api/v1/tracks/:id",
    ]);
  });

  it("is refused to a stranger, and is there for the owner afterwards", async () => {
    const refused = new Map<string, number>();
    for (const route of changes()) {
      refused.set(`${route.method} ${route.path}`, (await call(stranger.token, route)).status);
    }
    expect([...refused].filter(([, status]) => status !== 403 && status !== 404)).toEqual([]);
    // The session last: it is the one that asks.
    const own = changes().toSorted((a, b) => Number(/sessions/.test(a.path)) - Number(/sessions/.test(b.path)));
    for (const route of own.toSorted((a, b) => b.method.localeCompare(a.method))) {
      const { status } = await call(owner.token, route);
      expect({ ...route, isDone: status < 300 }).toEqual({ ...route, isDone: true });
      if (/sessions/.test(route.path)) break;
    }
  });
});
