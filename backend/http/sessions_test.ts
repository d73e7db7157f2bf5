import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import type { Deps } from "../deps.ts";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { addPerson } from "../testing/people_fixtures.ts";
import { onError } from "./problems.ts";
import { requestId } from "./request_id.ts";
import { optionalUser, requireAdmin, requireCreator, requireReporter, requireUser } from "./session.ts";
import { CACHED_MS, NOT_REMEMBERED_MS, REMEMBERED_MS, type StartSession } from "./sessions.ts";

const DAY_MS = 24 * 3_600_000;

let world: TestAccounts;
beforeAll(async () => void (world = await openTestAccounts()));
afterAll(() => world[Symbol.asyncDispose]());

async function start(more: Partial<StartSession> = {}) {
  const started = await world.deps.sessions.start({
    ...{ userId: newId(), role: "listener", isAdmin: false, audience: "user", remember: false, userAgent: "a phone" },
    ...more,
  });
  return {
    ...started.session,
    expiresAt: started.expiresAt,
    token: await world.deps.tokens.signSession(started.session),
  };
}

function doors(deps: Deps) {
  return new Hono().use(requestId())
    .get("/user", requireUser(deps), (c) => c.json({ userId: c.var.session.userId }))
    .get("/anybody", optionalUser(deps), (c) => c.json({ userId: c.var.session?.userId ?? "nobody" }))
    .get("/creator", requireCreator(deps), (c) => c.json({ userId: c.var.session.userId }))
    .get("/admin", requireAdmin(deps), (c) => c.json({ userId: c.var.session.userId }))
    .get("/report", requireReporter(deps), (c) => c.json({ userId: c.var.reporter.userId }))
    .onError(onError(deps));
}

async function knock(path: string, token?: string, deps = world.deps): Promise<number> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await doors(deps).request(path, { headers })).status;
}

describe("a session", () => {
  it("holds a day, however much it is used", async () => {
    const { token } = await start();
    world.pass(NOT_REMEMBERED_MS - 1);
    expect(await knock("/user", token)).toBe(200);
    world.pass(1);
    expect(await knock("/user", token)).toBe(401);
  });

  it("holds ninety days from its last use when remembered", async () => {
    const { token } = await start({ remember: true });
    for (let use = 0; use < 5; use++) {
      world.pass(REMEMBERED_MS - DAY_MS);
      expect(await knock("/user", token)).toBe(200);
    }
    world.pass(REMEMBERED_MS);
    expect(await knock("/user", token)).toBe(401);
  });

  it("notes its use at most every few minutes", async () => {
    const { token, userId } = await start({ remember: true });
    const seen = async () => (await world.deps.sessions.list(userId))[0]?.lastSeenAt;
    const first = await seen();
    world.pass(4 * 60_000);
    await knock("/user", token);
    expect(await seen()).toBe(first);
    world.pass(2 * 60_000);
    await knock("/user", token);
    expect(await seen()).toBe(world.deps.now());
  });

  it("ends at once where it is ended, and within seconds in another process", async () => {
    const { token, userId, sessionId } = await start();
    const second = world.another();
    expect([await knock("/user", token), await knock("/user", token, second.deps)]).toEqual([200, 200]);
    expect(await second.deps.sessions.end(userId, sessionId)).toBe(true);
    expect(await knock("/user", token, second.deps)).toBe(401);
    world.pass(CACHED_MS);
    expect(await knock("/user", token)).toBe(401);
  });

  it("is ended by its owner alone", async () => {
    const { token, sessionId } = await start();
    expect(await world.deps.sessions.end(newId(), sessionId)).toBe(false);
    expect(await knock("/user", token)).toBe(200);
  });

  it("is not another's who signs its id", async () => {
    const { sessionId } = await start();
    const forged = await world.deps.tokens.signSession({ sessionId, userId: newId(), audience: "user" });
    const admin = await start({ isAdmin: true });
    const raised = await world.deps.tokens.signSession({ ...admin, audience: "admin" });
    expect([await knock("/user", forged), await knock("/admin", raised)]).toEqual([401, 401]);
  });

  it("of a person can all end but one, or all from before a moment", async () => {
    const userId = newId();
    const [first, second] = [await start({ userId }), await start({ userId })];
    await world.deps.sessions.endAll(userId, { except: second.sessionId });
    expect([await knock("/user", first.token), await knock("/user", second.token)]).toEqual([401, 200]);
    const before = world.deps.now();
    world.pass(1);
    const third = await start({ userId });
    await world.deps.sessions.endAll(userId, { startedBefore: before });
    expect([await knock("/user", second.token), await knock("/user", third.token)]).toEqual([401, 200]);
  });
});

describe("the doors", () => {
  it("tell those without a token from those who may not pass", async () => {
    const listener = await start();
    const creator = await start({ role: "creator" });
    const { userId } = await addPerson(world.deps, { isAdmin: true });
    const admin = await start({ userId, isAdmin: true, audience: "admin" });
    const adminAtHome = await start({ isAdmin: true });
    const statuses = (token?: string) =>
      Promise.all(["/user", "/anybody", "/creator", "/admin", "/report"].map((path) => knock(path, token)));
    expect(await statuses()).toEqual([401, 200, 401, 401, 401]);
    expect(await statuses("nonsense")).toEqual([401, 200, 401, 401, 401]);
    expect(await statuses(listener.token)).toEqual([200, 200, 403, 403, 200]);
    expect(await statuses(creator.token)).toEqual([200, 200, 200, 403, 200]);
    expect(await statuses(admin.token)).toEqual([200, 200, 403, 200, 200]);
    expect(await statuses(adminAtHome.token)).toEqual([200, 200, 403, 403, 200]);
  });

  it("let a report token send reports and do nothing else, also after the session", async () => {
    const { userId } = await start();
    const { token } = await world.deps.tokens.signReport(userId);
    await world.deps.sessions.endAll(userId);
    expect(await knock("/report", token)).toBe(200);
    expect(await knock(`/report?token=${token}`)).toBe(200);
    expect([await knock("/user", token), await knock("/creator", token), await knock("/admin", token)])
      .toEqual([401, 401, 401]);
    expect(await knock("/report?token=")).toBe(401);
    expect(await knock(`/user?token=${(await start()).token}`)).toBe(401);
  });
});

describe("the account calls", () => {
  it("log out on the server, and answer alike when nobody is logged in", async () => {
    const { token } = await start();
    expect(await world.call("POST", "/api/auth/logout", { token })).toMatchObject({ status: 200 });
    expect(await knock("/user", token)).toBe(401);
    expect(await world.call("POST", "/api/auth/logout", { token })).toMatchObject({ status: 200 });
    expect(await world.call("POST", "/api/auth/logout")).toMatchObject({ status: 200 });
  });

  it("list one's own sessions and end one of them, but nobody else's", async () => {
    const userId = newId();
    const here = await start({ userId, userAgent: "this phone" });
    world.pass(1);
    const there = await start({ userId, userAgent: "that laptop" });
    const stranger = await start();
    const { body } = await world.call("GET", "/api/auth/sessions", { token: here.token });
    expect(body.sessions).toMatchObject([
      { id: there.sessionId, isCurrent: false, userAgent: "that laptop" },
      { id: here.sessionId, isCurrent: true, userAgent: "this phone" },
    ]);
    const end = (id: string) => world.call("DELETE", `/api/auth/sessions/${id}`, { token: here.token });
    expect(await end(stranger.sessionId)).toMatchObject({ status: 404 });
    expect(await end("nonsense")).toMatchObject({ status: 404 });
    expect(await end(there.sessionId)).toMatchObject({ status: 200 });
    expect([await knock("/user", there.token), await knock("/user", stranger.token)]).toEqual([401, 200]);
  });
});
