import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { peopleOf, TEST_PASSWORD } from "../../testing/people.ts";
import { countOfHour } from "../../http/rate_limit.ts";
import { noteFailedLogin } from "./note_login.ts";
import { adminLoginStream, NO_ADMIN } from "./events.ts";

const EMAIL = "boss@orin.example";
const TYPED = "My-real-secret-7!";
const HOUR_MS = 3_600_000;
let world: TestAccounts;
let token: string;
let adminId: string;
beforeAll(async () => {
  world = await openTestAccounts();
  await ensureFirstAdmin(world.deps, { email: EMAIL, password: TEST_PASSWORD });
  const { body } = await login({ email: EMAIL, password: TEST_PASSWORD });
  token = String(body.token);
  adminId = String(body.userId);
});
afterAll(() => world[Symbol.asyncDispose]());

const login = (body: object) => world.call("POST", "/api/v1/admin/login", { body });
const failuresIn = async (stream: string) =>
  (await world.deps.store.readStream("social", stream)).filter(({ type }) => type === "AdminLoginFailed");
const health = async () => {
  await world.deps.store.settle();
  const { body } = await world.call("GET", "/api/v1/stats", { token });
  return Object(body.health).failedLogins;
};

describe("a log-in to the back office that fails", () => {
  it("is an event that says who was tried and why it failed, and never what was typed", async () => {
    await login({ email: "Boss@orin.example", password: TYPED });
    const member = await peopleOf(world).member();
    await login({ email: member.email, password: TEST_PASSWORD });
    await login({ email: "stranger@orin.example", password: TYPED });
    const ofAdmin = await failuresIn(adminLoginStream(adminId));
    const ofOthers = await failuresIn(adminLoginStream(NO_ADMIN));
    expect(ofAdmin.map(({ data }) => data)).toMatchObject([{
      userId: adminId,
      because: "bad_credentials",
      failures: 1,
    }]);
    expect(ofOthers.map(({ data }) => data)).toMatchObject([
      { userId: member.userId, because: "admins_only", failures: 1 },
      { because: "bad_credentials", failures: 2 },
    ]);
    expect(ofOthers[1]?.data).not.toHaveProperty("userId");
    const stored = JSON.stringify([...ofAdmin, ...ofOthers]);
    for (const word of [TYPED, "stranger", EMAIL, member.email]) expect(stored).not.toContain(word);
  });

  it("is counted on the dashboard for a day, and stands in the history of whom it is about", async () => {
    expect(await health()).toEqual({ count: 3, lastAt: expect.any(String) });
    const path = `/api/v1/admin/audit?subject=user:${adminId}&type=AdminLoginFailed`;
    expect((await world.call("GET", path, { token })).body.events).toMatchObject([{ actor: "visitor" }]);
  });

  it("is one, too, when an admin's password is asked for again and is wrong", async () => {
    await world.call("POST", "/api/v1/admin/confirm-password", { token, body: { password: TYPED } });
    const last = (await failuresIn(adminLoginStream(adminId))).at(-1);
    expect(last).toMatchObject({
      data: { userId: adminId, because: "wrong_password", failures: 2 },
      metadata: { actor: `user:${adminId}` },
    });
  });

  it("does not fill the log, however often it is tried: the count goes on, the events do not", async () => {
    world.pass(2 * HOUR_MS);
    const before = (await failuresIn(adminLoginStream(NO_ADMIN))).length;
    const count = (of: string) => countOfHour(world.deps, { kind: "admin login failed", of });
    const metadata = { actor: "visitor" };
    for (let tried = 1; tried <= 200; tried++) {
      await noteFailedLogin(world.deps, {
        tried: `bot${tried}@x.example`,
        because: "bad_credentials",
        metadata,
        count,
      });
    }
    const added = (await failuresIn(adminLoginStream(NO_ADMIN))).slice(before);
    expect(added).toHaveLength(52);
    expect(added.at(-1)?.data).toMatchObject({ failures: 128 });
    await login({ email: EMAIL, password: TYPED });
    expect((await failuresIn(adminLoginStream(adminId))).at(-1)?.data).toMatchObject({ failures: 1 });
    expect((await health()).count).toBeGreaterThan(128);
  });
});
