import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { otherCode, type People, peopleOf, TEST_PASSWORD } from "../../testing/people.ts";

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

type Member = Awaited<ReturnType<People["member"]>>;
const change = ({ token }: { token?: string }, email: string, currentPassword = TEST_PASSWORD) =>
  world.call("POST", "/api/auth/change-email", { token, body: { email, currentPassword } });
const confirm = ({ token }: Member, otp: string) =>
  world.call("POST", "/api/auth/confirm-email", { token, body: { otp } });
const profile = async ({ token }: Member) => (await world.call("GET", "/api/auth/profile", { token })).body;

describe("a changed email", () => {
  it("needs a session, the password, and another address", async () => {
    const member = await people.member();
    expect((await change({}, "x@orin.example")).status).toBe(401);
    expect(await change(member, "x@orin.example", "wrong")).toMatchObject({
      status: 400,
      body: { code: "wrong_password" },
    });
    expect(await change(member, "x@orin.example", "")).toMatchObject({
      body: { error: "Current password is required" },
    });
    expect(await change(member, "no address")).toMatchObject({ body: { error: "Please enter a valid email address" } });
    expect(await change(member, member.email.toUpperCase())).toMatchObject({ status: 400 });
    expect((await confirm(member, "12345")).body).toMatchObject({ code: "bad_code" });
  });

  it("holds from the code on; the old address gets a notice and no log-in", async () => {
    const member = await people.member();
    const email = people.newEmail();
    expect((await change(member, email)).status).toBe(200);
    expect((await profile(member)).email).toBe(member.email);
    const otp = await world.codeFor(email);
    expect(await confirm(member, otherCode(otp))).toMatchObject({
      status: 400,
      body: { error: "Invalid verification code" },
    });
    expect((await confirm(member, otp)).body).toEqual({ message: "Email changed successfully" });
    expect((await profile(member)).email).toBe(email);
    expect((await confirm(member, otp)).status).toBe(400);
    expect((await people.login(member.email)).status).toBe(401);
    expect((await people.login(email)).status).toBe(200);
    const mails = await world.mailsTo(member.email);
    const notice = mails.find(({ subject }) => subject === "The email of your Orin account was changed");
    expect(notice).toBeDefined();
    expect(notice?.text).not.toContain(email);
    const events = await world.test.store.sql`select data::text as data from events`;
    expect(JSON.stringify(events)).not.toContain(email);
    expect((await people.signup(member.email)).status).toBe(201);
  });

  it("does not tell who has an account, and cannot take a taken address", async () => {
    const [one, two] = [await people.member(), await people.member()];
    const free = await change(one, people.newEmail());
    const taken = await change(one, two.email);
    expect(taken).toMatchObject({ status: 200, body: free.body });
    expect((await world.mailsTo(two.email)).map((mail) => mail.subject)).not.toContain(
      "Confirm your new email for Orin",
    );
  });

  it("is refused when somebody registered with the address meanwhile", async () => {
    const member = await people.member();
    const email = people.newEmail();
    await change(member, email);
    const otp = await world.codeFor(email);
    await people.signup(email);
    expect(await confirm(member, otp)).toMatchObject({ status: 409, body: { code: "email_taken" } });
    expect((await profile(member)).email).toBe(member.email);
  });

  it("takes no code that went to another address", async () => {
    const member = await people.member();
    const [mine, theirs] = [people.newEmail(), people.newEmail()];
    for (let asked = 0; asked < 5; asked++) await change(member, mine);
    const otp = await world.codeFor(mine);
    // The hour's codes are used up: nothing goes to the address, so nothing may make it the account's.
    await change(member, theirs);
    expect(await world.mailsTo(theirs)).toEqual([]);
    expect((await confirm(member, otp)).status).toBe(400);
    expect((await profile(member)).email).toBe(member.email);
  });

  it("goes out after ten minutes and five tries", async () => {
    const [late, guessing] = [await people.member(), await people.member()];
    const email = people.newEmail();
    await change(late, email);
    const otp = await world.codeFor(email);
    world.pass(10 * 60_000 + 1);
    expect((await confirm(late, otp)).status).toBe(400);
    const other = people.newEmail();
    await change(guessing, other);
    const code = await world.codeFor(other);
    for (let tries = 0; tries < 5; tries++) await confirm(guessing, otherCode(code));
    expect((await confirm(guessing, code)).status).toBe(400);
  });
});

describe("settings", () => {
  it("are kept, for each person alone", async () => {
    const [one, two] = [await people.member(), await people.member()];
    const get = async ({ token }: Member) => (await world.call("GET", "/api/v1/settings", { token })).body;
    const put = (body: unknown, token?: string) => world.call("PUT", "/api/v1/settings", { token, body });
    expect((await put({ notifications: false })).status).toBe(401);
    expect((await put({ notifications: "no" }, one.token)).status).toBe(400);
    expect((await put({ isNamed: "yes" }, one.token)).status).toBe(400);
    const fresh = { notifications: true, isNamed: false };
    expect(await get(one)).toEqual(fresh);
    expect((await put({ notifications: false }, one.token)).body).toEqual({ notifications: false, isNamed: false });
    await put({ notifications: false }, one.token);
    expect((await put({ isNamed: true }, one.token)).body).toEqual({ notifications: false, isNamed: true });
    expect([await get(one), await get(two)]).toEqual([{ notifications: false, isNamed: true }, fresh]);
    const events = await world.test.store.readStream("social", `user/${one.userId}`);
    expect(events.filter((event) => event.type === "SettingsChanged")).toHaveLength(1);
    expect(events.filter((event) => event.type === "VisibilityChanged")).toHaveLength(1);
    expect((await put({ notifications: true }, one.token)).body).toEqual({ notifications: true, isNamed: true });
  });
});
