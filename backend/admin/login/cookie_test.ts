import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { ADMIN_IDLE_MS } from "../../contract/admin.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { addPerson, inviteAdmin } from "../../testing/people_fixtures.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";

const BOSS = { email: "boss@orin.example", password: TEST_PASSWORD };
const MINUTE_MS = 60_000;
const OWN = { origin: "http://localhost" };
const FOREIGN = [
  {},
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "http://localhost.evil.example" },
  { origin: "http://localhost:9999" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "none" },
  { ...OWN, "sec-fetch-site": "same-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
];

let world: TestAccounts;
let cookie: string;
beforeAll(async () => {
  world = await openTestAccounts();
  await ensureFirstAdmin(world.deps, BOSS);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => void (cookie = await logIn()));

/** What the browser sends after it logged in. */
async function logIn(headers: Record<string, string> = OWN): Promise<string> {
  return cookieIn(await world.call("POST", "/api/v1/admin/login", { body: { ...BOSS, session: "cookie" }, headers }));
}

function cookieIn({ headers }: { headers: Headers }): string {
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

const get = (path: string, value = cookie) => world.call("GET", path, { headers: { cookie: value } });
const pending = (value = cookie) => get("/api/v1/pending-payments", value);
const confirm = (headers: Record<string, string>, password = TEST_PASSWORD) =>
  world.call("POST", "/api/v1/admin/confirm-password", { body: { password }, headers: { cookie, ...headers } });

describe("the session of the back office's screens", () => {
  it("is a cookie that no script and no other site gets, and no token", async () => {
    const { body, headers } = await world.call("POST", "/api/v1/admin/login", {
      body: { ...BOSS, session: "cookie" },
      headers: OWN,
    });
    expect(body).not.toHaveProperty("token");
    expect(body).toMatchObject({ username: "Boss", role: "owner", standing: "works" });
    expect(headers.getSetCookie()[0]).toMatch(/^orin_admin=\S+; Path=\/api; HttpOnly; SameSite=Strict$/);
    expect((await pending(cookieIn({ headers }))).status).toBe(200);
  });

  it("travels only over TLS in production", async () => {
    await using production = await openTestAccounts({ production: true });
    await ensureFirstAdmin(production.deps, BOSS);
    const { headers } = await production.call("POST", "/api/v1/admin/login", { body: { ...BOSS, session: "cookie" } });
    const set = /^__Host-orin_admin=(\S+); Path=\/; HttpOnly; Secure; SameSite=Strict$/;
    const [, token] = set.exec(headers.getSetCookie()[0] ?? "") ?? [];
    expect(token).toBeDefined();
    const ask = (name: string) =>
      production.call("GET", "/api/v1/pending-payments", { headers: { cookie: `${name}=${token}` } });
    // Production wants a second factor before anything opens; without a session it is another refusal.
    expect((await ask("__Host-orin_admin")).status).toBe(403);
    expect((await ask("orin_admin")).status).toBe(401);
  });

  it("says who is logged in, and nobody to everyone else", async () => {
    expect((await get("/api/v1/admin/session")).body).toMatchObject({
      session: { username: "Boss", role: "owner", expiresAt: "2026-06-01T20:00:00.000Z" },
    });
    expect((await get("/api/v1/admin/session", "")).body).toEqual({ session: null });
    expect((await get("/api/v1/admin/session", "orin_admin=forged")).body).toEqual({ session: null });
  });

  it("ends half an hour after its last call, and 8 hours after the log-in whatever happens", async () => {
    world.pass(ADMIN_IDLE_MS - MINUTE_MS);
    expect((await pending()).status).toBe(200);
    world.pass(ADMIN_IDLE_MS - MINUTE_MS);
    expect((await pending()).status).toBe(200);
    world.pass(ADMIN_IDLE_MS + 1);
    expect((await pending()).status).toBe(401);
    cookie = await logIn();
    for (let minute = 0; minute < 479; minute += 20) {
      expect((await pending()).status, `minute ${minute}`).toBe(200);
      world.pass(20 * MINUTE_MS);
    }
    expect((await pending()).status).toBe(401);
  });

  it("changes something only for a page of ours", async () => {
    for (const headers of FOREIGN) {
      expect(await confirm(headers), JSON.stringify(headers)).toMatchObject({
        status: 403,
        body: { code: "cross_site" },
      });
    }
    expect((await confirm(OWN)).status).toBe(200);
    expect((await confirm({ "sec-fetch-site": "same-origin" })).status).toBe(200);
    expect((await confirm(OWN, "wrong")).status).toBe(400);
  });

  it("is given to no page of another site", async () => {
    for (const headers of FOREIGN.slice(1)) expect(await logIn(headers), JSON.stringify(headers)).toBe("");
  });

  it("leaves every Bearer as it was: no origin is asked for, and it counts before the cookie", async () => {
    const { body: { token } } = await world.call("POST", "/api/v1/admin/login", { body: BOSS });
    const options = { token, body: { password: TEST_PASSWORD }, headers: { origin: "https://tool.example" } };
    expect((await world.call("POST", "/api/v1/admin/confirm-password", options)).status).toBe(200);
    const listener = await addPerson(world.deps);
    const both = await world.call("GET", "/api/v1/pending-payments", { token: listener.token, headers: { cookie } });
    expect(both.status).toBe(403);
  });

  it("makes nobody a listener", async () => {
    expect((await get("/api/v1/playlist")).status).toBe(401);
  });

  it("ends with the log-out, which takes the cookie back, and not for another site", async () => {
    const leave = (headers: object) =>
      world.call("POST", "/api/auth/logout", { headers: { cookie, ...headers } as Record<string, string> });
    expect((await leave({ origin: "https://evil.example" })).status).toBe(403);
    expect((await pending()).status).toBe(200);
    expect((await leave(OWN)).headers.get("set-cookie")).toMatch(/^orin_admin=; Max-Age=0; Path=\/api/);
    expect((await pending()).status).toBe(401);
  });

  it("is a new one with each log-in, which ends the one that the browser had", async () => {
    const again = await logIn({ ...OWN, cookie });
    expect(again).not.toBe(cookie);
    expect((await pending()).status).toBe(401);
    expect((await pending(again)).status).toBe(200);
    const [one, other] = await Promise.all([logIn(), logIn()]);
    expect([(await pending(one)).status, (await pending(other)).status]).toEqual([200, 200]);
  });

  it("opens nothing but the enrolment for an invited admin", async () => {
    const by = await addPerson(world.deps, { isAdmin: true });
    const { token } = await inviteAdmin(world.deps, { by });
    const claims = await world.deps.tokens.verifySession(token);
    const { session } = await world.deps.sessions.start({
      ...{ userId: claims?.userId ?? "", role: "listener", isAdmin: true, audience: "enrolment", remember: false },
      ...{ userAgent: "test", isCookie: true },
    });
    const value = `orin_admin=${await world.deps.tokens.signSession(session)}`;
    expect(await pending(value)).toMatchObject({ status: 403, body: { code: "enrolment_needed" } });
    expect((await get("/api/v1/admin/session", value)).body).toEqual({ session: null });
  });

  it("removes a track like a token does", async () => {
    const remove = (headers: Record<string, string>) =>
      world.call("DELETE", "/api/v1/tracks/0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a", { headers: { cookie, ...headers } });
    expect((await remove({ origin: "https://evil.example" })).status).toBe(403);
    expect((await remove(OWN)).status).toBe(404);
  });
});
