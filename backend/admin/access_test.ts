import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../accounts/account/make_admin.ts";
import { ADMIN_ROLES, type AdminRole, mayCall, ROLES_OF_CALL } from "../contract/admin_roles.ts";
import { createApp } from "../app.ts";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { addPerson, inviteAdmin } from "../testing/cast.ts";
import { peopleOf, TEST_PASSWORD } from "../testing/people.ts";
import { adminRoutes } from "./routes.ts";

// Tries every mounted route in every role, so a route added tomorrow is tested without a change here.

const EMAIL = "boss@orin.example";
const NOBODY = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";
/** Public, although their paths belong to the back office. */
const OPEN_ADMIN_ROUTES = [
  "POST /api/v1/admin/login",
  "POST /api/v1/admin/invitations/accept",
  // Says that nobody is logged in.
  "GET /api/v1/admin/session",
  "GET /api/v1/tracks/admin-uploads",
  "GET /.well-known/orin-audit-key",
];
/** What a visitor may do. If you add one, say why it needs no account. */
const OPEN_CHANGES = [
  ...["signup", "verify-otp", "resend-otp", "login", "forgot-password", "reset-password", "logout", "googleAuth"]
    .map((call) => `POST /api/auth/${call}`),
  // Undoing one's own closing is a log-in.
  "POST /api/auth/reopen",
  "POST /api/v1/newsletter",
  "POST /api/v1/support",
  "POST /api/v1/admin/login",
  // The key from the mail is the proof.
  "POST /api/v1/admin/invitations/accept",
];
/** What a visitor may look at, by its beginning. */
const OPEN_READS = [
  ...["/healthz", "/readyz", "/metrics", "/media/", "/.well-known/", "/*", "/api/auth/google", "/api/auth/creators"],
  ...["/api/v1/tracks", "/api/v1/albums", "/api/v1/top-artists", "/api/v1/token", "/api/v1/search", "/api/v1/policy"],
  ...["/api/v1/playlists/:id", "/api/v1/stream/", "/api/v1/download/", "/api/v1/is-following/", "/api/v1/comments/"],
  ...["/api/v1/newsletter/", "/api/v1/admin/session"],
];

/** Everybody looks after their own. */
const OWN_FACTOR = [
  ...["/setup", "", "/recovery-codes", "/passkeys/options", "/passkeys", "/passkeys/:id/remove"].map((part) =>
    `POST /api/v1/admin/second-factor${part}`
  ),
];

interface MountedRoute {
  readonly name: string;
  readonly method: string;
  readonly path: string;
}

let world: TestAccounts;
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
  const app = createApp(world.deps, { isReady: () => true, pagesDirectory: "" });
  routes = mountedIn(app.routes);
  const area = new Set(mountedIn(adminRoutes(world.deps).routes).map(({ name }) => name));
  admins = routes.filter(({ name, path }) =>
    (area.has(name) || /admin/.test(path)) && !OPEN_ADMIN_ROUTES.includes(name)
  );
});
afterAll(() => world[Symbol.asyncDispose]());

function mountedIn(all: readonly { method: string; path: string }[]): MountedRoute[] {
  const names = new Map(
    all.filter(({ method }) => method !== "ALL").map(({ method, path }) => [`${method} ${path}`, { method, path }]),
  );
  return [...names].map(([name, route]) => ({ name, ...route }));
}

/** An admin of a role who may work. */
async function adminOf(role: AdminRole) {
  const [by, confirmedBy] = [
    await addPerson(world.deps, { isAdmin: true }),
    await addPerson(world.deps, { isAdmin: true }),
  ];
  return await inviteAdmin(world.deps, { by, confirmedBy, role });
}

async function ask({ method, path }: MountedRoute, token?: string, body?: object) {
  const filled = path.replaceAll(/:(\w+)/g, () => NOBODY);
  const app = createApp(world.deps, { isReady: () => true, pagesDirectory: "" });
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
  it("has its row in the matrix, contract/admin_roles.ts, and each row is a call", () => {
    const owned = ["PUT /api/v1/tracks/:id", "DELETE /api/v1/tracks/:id"];
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
      "POST /api/v1/admin/payments/export",
      "POST /api/v1/admin/enrol",
      ...OWN_FACTOR,
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
      const isNamed = route.method === "GET"
        ? OPEN_READS.some((start) => route.path.startsWith(start))
        : OPEN_CHANGES.includes(route.name);
      const { status } = await ask(route);
      if (!isNamed && status !== 401) open.push(`${route.name}: ${status}`);
    }
    expect(open).toEqual([]);
  });

  it("takes a token of the back office for nothing but what its owner may do anyway", async () => {
    const { status } = await world.call("GET", "/api/v1/creator-profile", { token: tokens.admin });
    expect(status).toBe(403);
  });
});
