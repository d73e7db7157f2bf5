import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../accounts/account/make_admin.ts";
import { ADMIN_ROLES, type AdminRole } from "../contract/admin_roles.ts";
import { mayCall } from "../contract/calls/roles.ts";
import { ROLES_OF_CALL } from "../contract/calls/roles_of_call.ts";
import { createApp } from "../app.ts";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { type MountedRoute, mountedRoutes } from "../http/route_facts.ts";
import { addAdmin, isOpenToVisitors, NOBODY, OPEN_ADMIN_ROUTES } from "../testing/access.ts";
import { peopleOf, TEST_PASSWORD } from "../testing/people.ts";
import { adminRoutes } from "./routes.ts";

// Tries every mounted route in every role, so a route added tomorrow is tested without a change here.

const EMAIL = "boss@orin.example";
/** Everybody looks after their own. */
const OWN_FACTOR = [
  ...["/setup", "", "/recovery-codes", "/passkeys/options", "/passkeys", "/passkeys/:id/remove"].map((part) =>
    `POST /api/v1/admin/second-factor${part}`
  ),
];

let world: TestAccounts;
let app: ReturnType<typeof createApp>;
let routes: readonly MountedRoute[];
let admins: readonly MountedRoute[];
const tokens = { listener: "", creator: "", report: "", adminAsUser: "", admin: "" };
beforeAll(async () => {
  world = await openTestAccounts();
  const people = peopleOf(world);
  await ensureFirstAdmin(world.deps, { email: EMAIL, password: TEST_PASSWORD });
  const listener = await people.member();
  tokens.listener = listener.token;
  tokens.report = (await world.deps.tokens.signReport(listener.userId)).token;
  tokens.creator = (await people.member({ role: "creator" })).token;
  tokens.adminAsUser = String((await people.login(EMAIL)).body.token);
  const { body } = await world.call("POST", "/api/v1/admin/login", { body: { email: EMAIL, password: TEST_PASSWORD } });
  tokens.admin = String(body.token);
  app = createApp(world.deps, { isReady: () => true, pagesDirectory: "" });
  routes = mountedRoutes(app.routes);
  const area = new Set(mountedRoutes(adminRoutes(world.deps).routes).map(({ name }) => name));
  admins = routes.filter(({ name, path }) =>
    (area.has(name) || /admin/.test(path)) && !OPEN_ADMIN_ROUTES.includes(name)
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const adminOf = (role: AdminRole) => addAdmin(world.deps, role);

async function ask({ method, path }: MountedRoute, token?: string, body?: object) {
  const filled = path.replaceAll(/:(\w+)/g, () => NOBODY);
  const headers = token === undefined ? new Headers() : new Headers({ authorization: `Bearer ${token}` });
  if (body) headers.set("content-type", "application/json");
  const response = await app.request(filled, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

describe("every route of the back office", () => {
  it("is there to be tried", () => {
    expect(admins.length).toBeGreaterThan(25);
    expect(admins.map(({ name }) => name)).toContain("POST /api/auth/create-admin");
    expect(admins.map(({ name }) => name)).toContain("POST /api/v1/admin/upload-track");
  });

  it.each(
    [
      ["a visitor", undefined, 401],
      ["a listener", "listener", 403],
      ["a creator", "creator", 403],
      ["a listener's report token", "report", 401],
      ["an admin who is logged in as a listener", "adminAsUser", 403],
    ] as const,
  )("is closed to %s", async (_who, token, status) => {
    const open: string[] = [];
    for (const route of admins) {
      const answer = await ask(route, token && tokens[token]);
      if (answer.status !== status) open.push(`${route.name}: ${answer.status}`);
    }
    expect(open).toEqual([]);
  });

  it("is open to an admin", async () => {
    const closed: string[] = [];
    for (const route of admins) {
      const { status, code } = await ask(route, tokens.admin);
      if (status === 401 || code === "admins_only") closed.push(`${route.name}: ${status}`);
    }
    expect(closed).toEqual([]);
  });
});

describe("every call of the back office, by role", () => {
  it("declares its roles, and no other call does", () => {
    const owned = [
      ...["PUT /api/v1/tracks/:id", "DELETE /api/v1/tracks/:id"],
      ...["GET /api/v1/uploads", "POST /api/v1/uploads"],
      ...["GET", "PATCH", "DELETE"].map((method) => `${method} /api/v1/uploads/:id`),
    ];
    const calls = admins.map(({ name }) => name).filter((name) => name !== "POST /api/v1/admin/enrol");
    expect(Object.keys(ROLES_OF_CALL).toSorted()).toEqual([...calls, ...owned].toSorted());
  });

  it.each(ADMIN_ROLES)("is open to %s where the matrix says so, and nowhere else", async (role) => {
    const { token } = await adminOf(role);
    const wrong: string[] = [];
    for (const route of routes.filter(({ name }) => name in ROLES_OF_CALL)) {
      // Editing a track reads what changes before it asks whose track it is.
      const { status, code } = await ask(route, token, route.method === "PUT" ? { title: "Orin" } : undefined);
      const isOpen = code !== "role_forbidden";
      if (isOpen !== mayCall(role, route.name) || (!isOpen && status !== 403)) wrong.push(`${route.name}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it("an auditor reads everything and changes nothing", async () => {
    const { token } = await adminOf("auditor");
    const open: string[] = [];
    for (const route of admins) {
      if ((await ask(route, token)).code !== "role_forbidden") open.push(route.name);
    }
    expect(open.filter((name) => !name.startsWith("GET "))).toEqual([
      "POST /api/v1/admin/confirm-password",
      "POST /api/v1/admin/users/export",
      "POST /api/v1/admin/payments/export",
      "POST /api/v1/admin/enrol",
      ...OWN_FACTOR,
      "POST /api/v1/admin/tax/export",
      "POST /api/v1/admin/note",
      "POST /api/v1/admin/audit/open",
      "POST /api/v1/admin/audit/export",
    ]);
    expect(admins.filter(({ name }) => name.startsWith("GET ") && !open.includes(name))).toEqual([]);
  });

  it("shows an auditor who people are only after a note", async () => {
    const { token } = await adminOf("auditor");
    const list = () => world.call("GET", "/api/v1/admin/users", { token });
    expect(await list()).toMatchObject({ status: 403, body: { code: "note_needed" } });
    const note = (text: string) => world.call("POST", "/api/v1/admin/note", { token, body: { note: text } });
    expect((await note("short")).status).toBe(400);
    expect((await note("The yearly audit, sample of users")).status).toBe(200);
    expect((await list()).status).toBe(200);
    world.pass(15 * 60_000 + 1);
    expect((await list()).body.code).toBe("note_needed");
  });

  it("support makes no admins with the form for users", async () => {
    const { token } = await adminOf("support");
    const { userId } = await peopleOf(world).member();
    const edit = (body: object) => world.call("PUT", `/api/v1/users/${userId}`, { token, body });
    expect(await edit({ isAdmin: true })).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
    expect((await edit({ firstName: "Helped", isAdmin: false })).status).toBe(200);
    const person = { firstName: "New", lastName: "Boss", email: "new@orin.example", password: TEST_PASSWORD };
    const made = await world.call("POST", "/api/v1/admin/users", { token, body: { ...person, isAdmin: true } });
    expect(made).toMatchObject({ status: 403, body: { code: "role_forbidden" } });
  });
});

describe("every other route", () => {
  it("asks visitors to log in, but for those that are named here", async () => {
    const open: string[] = [];
    for (const route of routes) {
      if (admins.includes(route)) continue;
      const { status } = await ask(route);
      if (!isOpenToVisitors(route) && status !== 401) open.push(`${route.name}: ${status}`);
    }
    expect(open).toEqual([]);
  });

  it("takes a token of the back office for nothing but what its owner may do anyway", async () => {
    const { status } = await world.call("GET", "/api/v1/creator-profile", { token: tokens.admin });
    expect(status).toBe(403);
  });
});
