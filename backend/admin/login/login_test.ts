import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { peopleOf, TEST_PASSWORD } from "../../testing/people.ts";

const EMAIL = "boss@orin.example";
const MINUTE_MS = 60_000;
let world: TestAccounts;
beforeAll(async () => {
  world = await openTestAccounts();
  await ensureFirstAdmin(world.deps, { email: EMAIL, password: TEST_PASSWORD });
});
afterAll(() => world[Symbol.asyncDispose]());

const login = (body: object) => world.call("POST", "/api/v1/admin/login", { body });
const pending = (token: string) => world.call("GET", "/api/v1/pending-payments", { token });

describe("POST /api/v1/admin/login", () => {
  it("answers a token of the back office that lives 8 hours, and a name", async () => {
    const { status, body } = await login({ email: EMAIL, password: TEST_PASSWORD });
    expect({ status, body }).toMatchObject({ status: 200, body: { username: "Boss" } });
    const token = String(body.token);
    expect(await pending(token)).toMatchObject({ status: 200, body: { pendingPayments: [] } });
    world.pass(8 * 60 * MINUTE_MS - MINUTE_MS);
    expect((await pending(token)).status).toBe(200);
    world.pass(2 * MINUTE_MS);
    expect((await pending(token)).status).toBe(401);
  });

  it("writes who came in into the log", async () => {
    const { body } = await login({ email: EMAIL, password: TEST_PASSWORD });
    const events = await world.deps.store.readStream("social", `admin_login/${body.userId}`);
    expect(events.at(-1)).toMatchObject({ type: "AdminLoggedIn", metadata: { actor: `user:${body.userId}` } });
  });

  it("refuses wrong passwords, people who are no admins, and their tokens", async () => {
    expect((await login({ email: EMAIL, password: "wrong" })).status).toBe(401);
    expect(await login({ email: EMAIL })).toMatchObject({ status: 400, body: { error: "Please fill in all fields" } });
    const { email, token } = await peopleOf(world).member();
    expect((await login({ email, password: TEST_PASSWORD })).status).toBe(403);
    expect((await pending(token)).status).toBe(403);
    expect(await world.call("GET", "/api/v1/pending-payments"))
      .toMatchObject({ status: 401, body: { error: "Admin token not found. Please login again." } });
  });

  it("is as good as giving the password again, for a quarter of an hour", async () => {
    const { body } = await login({ email: EMAIL, password: TEST_PASSWORD });
    const token = String(body.token);
    const approve = () =>
      world.call("POST", "/api/v1/approve-payment-automatic/0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a", { token });
    const confirm = (password: string) =>
      world.call("POST", "/api/v1/admin/confirm-password", { token, body: { password } });
    expect((await approve()).status).toBe(404);
    world.pass(16 * MINUTE_MS);
    expect(await approve()).toMatchObject({ status: 403, body: { code: "password_needed" } });
    expect((await confirm("wrong")).status).toBe(400);
    expect((await confirm(TEST_PASSWORD)).status).toBe(200);
    expect((await approve()).status).toBe(404);
  });

  it("is needed for everything that says who may do what", async () => {
    const { body } = await login({ email: EMAIL, password: TEST_PASSWORD });
    const token = String(body.token);
    const { userId } = await peopleOf(world).member();
    const [reason, person] = [{ reason: "Loops one song" }, { firstName: "Ada", lastName: "Obi" }];
    const account = { email: "new@orin.example", password: "Gbedu-2026!" };
    const calls: [method: string, path: string, body?: object][] = [
      ["POST", "/api/auth/create-admin", { ...account, fullName: "Ada Obi" }],
      ["POST", "/api/v1/admin/users", { ...account, ...person, isAdmin: true }],
      ["PUT", `/api/v1/users/${userId}`, { isAdmin: true }],
      ["POST", `/api/v1/admin/users/${userId}/suspend`, reason],
      ["POST", `/api/v1/admin/users/${userId}/unsuspend`, reason],
      ["DELETE", `/api/v1/admin/users/${userId}`],
      ["POST", `/api/v1/admin/users/${userId}/restore`],
      ["POST", "/api/v1/admin/policy", { changes: { dailyFreePlays: 9 }, reason: "Long enough", baseVersion: 1 }],
    ];
    world.pass(16 * MINUTE_MS);
    const before = await world.deps.store.readStream("social", `user/${userId}`);
    for (const [method, path, content] of calls) {
      const answer = await world.call(method, path, { token, ...(content && { body: content }) });
      expect(answer, `${method} ${path}`).toMatchObject({ status: 403, body: { code: "password_needed" } });
    }
    expect(await world.deps.store.readStream("social", `user/${userId}`)).toEqual(before);
    await world.call("POST", "/api/v1/admin/confirm-password", { token, body: { password: TEST_PASSWORD } });
    const made = await world.call("POST", "/api/auth/create-admin", { token, body: calls[0]?.[2] });
    expect(made.status).toBe(201);
  });
});
