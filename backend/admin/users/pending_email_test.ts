import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureFirstAdmin, makeAdmin } from "../../accounts/account/make_admin.ts";
import { newId } from "../../contract/ids.ts";
import { notePhone } from "../../accounts/phone/prove.ts";
import { answerProposal, proposalSeen } from "../../testing/waiting_proposals.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { addPerson, inviteAdmin, tokenOf } from "../../testing/people_fixtures.ts";
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

const DAY_MS = 24 * 3_600_000;
const callAs = (by: string) => (method: string, path: string, body?: object) =>
  world.call(method, path, { token: by, ...(body && { body }) });
const about = (userId: string) => ({ kind: "pending_email", subject: userId });
const seen = (userId: string, by: string) => proposalSeen(callAs(by), about(userId));
const decide = (userId: string, by: string, step: "confirm" | "withdraw" = "confirm") =>
  answerProposal(callAs(by), about(userId), step);
const pendingOf = async (userId: string) => (await call("GET", `admin/users/${userId}`)).body.pendingEmail;

describe("an email that an admin changes", () => {
  it("lets a new email wait, tells the old one, and takes it by the word of another side alone", async () => {
    const other = await addPerson(world.deps, { isAdmin: true });
    const member = await people.member();
    const email = people.newEmail();
    const path = `users/${member.userId}`;
    expect(await call("PUT", path, { email, lastName: "Bello" })).toMatchObject({
      status: 200,
      body: { message: "User updated successfully", user: { email: member.email, pendingEmail: email } },
    });
    const subjects = (await world.mailsTo(member.email)).map(({ subject }) => subject);
    expect(subjects).toContain("Another email is asked for your Orin account");
    expect((await people.login(email)).status).toBe(401);
    const { proposalId, lines, link } = await seen(member.userId, token) ?? {};
    expect(link?.path).toBe(`/users?edit=${member.userId}`);
    // The list is for every admin: it tells the addresses apart, and no more.
    expect(lines?.join()).not.toContain(email);
    expect((await call("PUT", path, { email })).status).toBe(200);
    expect((await seen(member.userId, token))?.proposalId).toBe(proposalId);
    const another = await call("PUT", path, { email: people.newEmail(), lastName: "Lost" });
    expect(another).toMatchObject({ status: 409, body: { code: "already_decided" } });
    expect((await call("GET", `admin/${path}`)).body.lastName).toBe("Bello");
    expect(await decide(member.userId, token)).toMatchObject({ status: 409, body: { code: "not_your_approval" } });
    const puppet = await inviteAdmin(world.deps, { by: { userId: adminId }, confirmedBy: other });
    expect((await decide(member.userId, puppet.token)).body.code).toBe("not_independent");
    const finance = await inviteAdmin(world.deps, { by: other, confirmedBy: { userId: adminId }, role: "finance" });
    expect((await decide(member.userId, finance.token)).body.code).toBe("role_forbidden");
    const session = await world.call("GET", "/api/auth/profile", {
      token: (await people.login(member.email)).body.token,
    });
    expect(session.status).toBe(200);
    const { body: { token: open } } = await people.login(member.email);
    expect((await decide(member.userId, other.token)).status).toBe(200);
    expect((await world.call("GET", "/api/auth/profile", { token: open })).status).toBe(401);
    expect(await call("GET", `admin/${path}`)).toMatchObject({ body: { email } });
    expect(await pendingOf(member.userId)).toBe(undefined);
    expect((await people.login(email)).status).toBe(200);
    expect((await people.login(member.email)).status).toBe(401);
  });

  it("keeps the email when an admin withdraws the new one, when nobody decides for 7 days, and of an admin", async () => {
    const other = await addPerson(world.deps, { isAdmin: true });
    const ask = async () => {
      const member = await people.member();
      expect((await call("PUT", `users/${member.userId}`, { email: people.newEmail() })).status).toBe(200);
      return member;
    };
    const refused = await ask();
    expect((await decide(refused.userId, other.token, "withdraw")).status).toBe(200);
    expect(await pendingOf(refused.userId)).toBe(undefined);
    expect((await call("PUT", `users/${refused.userId}`, { email: people.newEmail() })).status).toBe(200);
    const raised = await ask();
    await makeAdmin(world.deps, raised.userId, { metadata: { actor: "system:test" } });
    expect((await decide(raised.userId, other.token)).body.code).toBe("admin_protected");
    const lapsed = await ask();
    const { proposalId, shown } = await seen(lapsed.userId, other.token) ?? {};
    world.pass(7 * DAY_MS);
    ({ token } = await logIn(EMAIL));
    const later = await tokenOf(world.deps, { userId: other.userId, isAdmin: true });
    const late = await callAs(later)("POST", `/api/v1/admin/proposals/${proposalId}/confirm`, { shown });
    expect(late.body.code).toBe("already_decided");
    expect(await pendingOf(lapsed.userId)).toBe(undefined);
    expect((await people.login(lapsed.email)).status).toBe(200);
  });

  it("is about the address of that moment: who changes it themselves ends the proposal", async () => {
    const member = await people.member();
    const ask = () => call("PUT", `users/${member.userId}`, { email: people.newEmail() });
    await ask();
    const own = people.newEmail();
    const { body: { token: session } } = await people.login(member.email);
    const body = { email: own, currentPassword: TEST_PASSWORD };
    await world.call("POST", "/api/auth/change-email", { token: session, body });
    const otp = await world.codeFor(own);
    expect((await world.call("POST", "/api/auth/confirm-email", { token: session, body: { otp } })).status).toBe(200);
    expect(await seen(member.userId, token)).toBeUndefined();
    expect((await ask()).status).toBe(200);
    expect(await seen(member.userId, token)).toBeDefined();
  });
});

describe("an email that the only side of admins changes", () => {
  const PHONE = "+2348031234567";
  async function alone() {
    const world = await openTestAccounts();
    const people = peopleOf(world);
    await ensureFirstAdmin(world.deps, { email: EMAIL, password: TEST_PASSWORD });
    const session = async () =>
      String(
        (await world.call("POST", "/api/v1/admin/login", { body: { email: EMAIL, password: TEST_PASSWORD } })).body
          .token,
      );
    let token = await session();
    const member = await people.member();
    await notePhone(world.deps, { userId: member.userId, phone: PHONE, metadata: { actor: "system:test" } });
    const email = people.newEmail();
    const path = `/api/v1/admin/users/${member.userId}`;
    const ask = (to = email) => world.call("PUT", path, { token, body: { email: to } });
    const details = async () => (await world.call("GET", path, { token })).body;
    const linkIn = async () => {
      const links = (await world.mailsTo(member.email)).map(({ text }) => /\/not-me#([\w.-]+)/.exec(text)?.[1]);
      return links.find((link) => link !== undefined) ?? "";
    };
    const object = (key: string) => world.call("POST", "/api/v1/email-objections", { body: { token: key } });
    const days = async (count: number) => {
      world.pass(count * DAY_MS);
      token = await session();
      await world.deps.jobs.drain();
    };
    const cancel = (changeId: string) => world.call("POST", `${path}/email/${changeId}/cancel`, { token });
    return {
      world,
      people,
      member,
      email,
      ask,
      details,
      linkIn,
      object,
      days,
      cancel,
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  }

  it("takes effect after seven days, and ends the sessions of before", async () => {
    await using test = await alone();
    const { people, member, email } = test;
    expect(await test.ask()).toMatchObject({
      status: 200,
      body: { user: { email: member.email, pendingEmail: email } },
    });
    const { changeId } = (await test.details()).plannedEmailChange;
    expect((await test.ask()).status).toBe(200);
    expect((await test.details()).plannedEmailChange.changeId).toBe(changeId);
    expect(await test.linkIn()).not.toBe("");
    await test.days(7 - 1 / DAY_MS);
    expect((await people.login(email)).status).toBe(401);
    const { body: { token: open } } = await people.login(member.email);
    await test.days(1 / DAY_MS);
    await test.world.deps.store.settle();
    expect((await people.login(email)).status).toBe(200);
    expect((await people.login(member.email)).status).toBe(401);
    expect((await test.world.call("GET", "/api/auth/profile", { token: open })).status).toBe(401);
    expect((await test.object(await test.linkIn())).status).toBe(410);
  });

  it("stops where the old address objects, or the proven phone, and not with another link", async () => {
    await using test = await alone();
    const { world, people, member, email } = test;
    await test.ask();
    const key = await test.linkIn();
    await test.days(7 - 1 / DAY_MS);
    expect((await test.object(`${key.slice(0, -2)}AA`)).status).toBe(410);
    expect((await test.object("nothing")).status).toBe(410);
    expect((await test.object(key)).status).toBe(200);
    expect((await test.object(key)).status).toBe(200);
    expect(await test.details()).toMatchObject({ email: member.email });
    expect((await test.details()).pendingEmail).toBe(undefined);
    await test.days(1);
    expect((await people.login(email)).status).toBe(401);
    expect((await people.login(member.email)).status).toBe(200);
    expect((await world.mailsTo(EMAIL)).map(({ subject }) => subject)).toContain("A user objects to their new email");
    await test.ask();
    // One text, with the same link.
    const text = (await world.textsTo(PHONE))[0]?.text ?? "";
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toContain(await test.linkIn());
    expect(await test.linkIn()).not.toBe(key);
    expect((await test.object(key)).status).toBe(410);
    expect((await test.object(/#([\w.-]+)/.exec(text)?.[1] ?? "")).status).toBe(200);
  });

  it("is taken back by an admin, and dropped where the address has another account by then", async () => {
    await using test = await alone();
    await test.ask();
    const { changeId } = (await test.details()).plannedEmailChange;
    expect((await test.cancel(changeId)).body.plannedEmailChange).toBe(undefined);
    expect((await test.cancel(newId())).status).toBe(404);
    await test.ask();
    await test.people.signup(test.email);
    await test.days(7);
    expect(await test.details()).toMatchObject({ email: test.member.email });
    expect((await test.details()).pendingEmail).toBe(undefined);
  });
});
