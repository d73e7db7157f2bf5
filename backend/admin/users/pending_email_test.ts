import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFirstAdmin, makeAdmin } from "../../accounts/account/make_admin.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { addPerson, inviteAdmin, tokenOf } from "../../testing/cast.ts";
import { type People, peopleOf, TEST_PASSWORD } from "../../testing/people.ts";

const EMAIL = "boss@orin.example";
let world: TestAccounts;
let people: People;
let token: string;
let adminId: string;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
  await ensureFirstAdmin(world.deps, { email: EMAIL, password: TEST_PASSWORD });
  ({ token, userId: adminId } = await logIn(EMAIL));
});
afterAll(() => world[Symbol.asyncDispose]());

async function logIn(email: string, password = TEST_PASSWORD) {
  const { body } = await world.call("POST", "/api/v1/admin/login", { body: { email, password } });
  return { token: String(body.token), userId: String(body.userId) };
}
const call = (method: string, path: string, body?: unknown) =>
  world.call(method, `/api/v1/${path}`, { token, ...(body === undefined ? {} : { body }) });

describe("an email that an admin changes", () => {
  it("lets a new email wait, tells the old one, and takes it by the word of another side alone", async () => {
    const member = await people.member();
    const email = people.newEmail();
    const path = `users/${member.userId}`;
    expect(await call("PUT", path, { email })).toMatchObject({
      status: 200,
      body: { message: "User updated successfully", user: { email: member.email, pendingEmail: email } },
    });
    expect((await world.mailsTo(member.email))[0]?.subject).toBe("Another email is asked for your Orin account");
    expect((await people.login(email)).status).toBe(401);
    expect((await people.login(member.email)).status).toBe(200);
    const pending = async () => (await call("GET", `admin/${path}`)).body.pendingEmailChange as { changeId: string };
    const { changeId } = await pending();
    expect((await call("PUT", path, { email })).status).toBe(200);
    expect((await pending()).changeId).toBe(changeId);
    const decide = (by: string, outcome: string) =>
      world.call("POST", `/api/v1/admin/${path}/email/${changeId}/${outcome}`, { token: by });
    expect(await decide(token, "confirm")).toMatchObject({ status: 409, body: { code: "not_independent" } });
    const boss = { userId: adminId };
    const other = await addPerson(world.deps, { isAdmin: true });
    const puppet = await inviteAdmin(world.deps, { by: boss, confirmedBy: other });
    expect((await decide(puppet.token, "confirm")).body.code).toBe("not_independent");
    const confirmed = await decide(other.token, "confirm");
    expect(confirmed).toMatchObject({ status: 200, body: { email } });
    expect(confirmed.body.pendingEmail).toBe(undefined);
    expect((await people.login(email)).status).toBe(200);
    expect((await people.login(member.email)).status).toBe(401);
    expect((await decide(other.token, "confirm")).status).toBe(404);
  });

  it("keeps the email when an admin refuses the new one, when nobody decides for 7 days, and of an admin", async () => {
    const other = await addPerson(world.deps, { isAdmin: true });
    const ask = async () => {
      const member = await people.member();
      const { body } = await call("PUT", `users/${member.userId}`, { email: people.newEmail() });
      const { pendingEmailChange: { changeId } } = body.user as { pendingEmailChange: { changeId: string } };
      const decide = (outcome: string, by = other.token) =>
        world.call("POST", `/api/v1/admin/users/${member.userId}/email/${changeId}/${outcome}`, { token: by });
      return { ...member, decide };
    };
    const refused = await ask();
    expect((await refused.decide("refuse")).body.pendingEmail).toBe(undefined);
    expect((await refused.decide("confirm")).status).toBe(404);
    const raised = await ask();
    await makeAdmin(world.deps, raised.userId, { metadata: { actor: "system:test" } });
    expect((await raised.decide("confirm")).body.code).toBe("admin_protected");
    const lapsed = await ask();
    world.pass(7 * 24 * 3_600_000);
    ({ token } = await logIn(EMAIL));
    const later = await tokenOf(world.deps, { userId: other.userId, isAdmin: true });
    expect((await lapsed.decide("confirm", later)).body.code).toBe("already_decided");
    expect((await call("GET", `admin/users/${lapsed.userId}`)).body.pendingEmail).toBe(undefined);
    expect((await people.login(lapsed.email)).status).toBe(200);
  });
});
