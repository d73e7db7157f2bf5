import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf, TEST_PASSWORD } from "../../testing/people.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { makeAdmin } from "../account/make_admin.ts";
import { closeAccount, reopenAccount } from "./close.ts";

const DAY_MS = 24 * 3_600_000;
const metadata = { actor: "system:test" };

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

type Member = Awaited<ReturnType<People["member"]>>;
const close = ({ token }: { token?: string }, password = TEST_PASSWORD) =>
  world.call("POST", "/api/v1/me/close", { token, body: { password } });
const reopen = (email: string, password = TEST_PASSWORD) =>
  world.call("POST", "/api/auth/reopen", { body: { email, password } });
const profile = ({ token }: Member) => world.call("GET", "/api/auth/profile", { token });

describe("closing an account", () => {
  it("needs a session and the password", async () => {
    const member = await people.member();
    expect((await close({})).status).toBe(401);
    expect(await close(member, "")).toMatchObject({ status: 400, body: { error: "Password is required" } });
    expect(await close(member, "wrong")).toMatchObject({
      status: 400,
      body: { code: "wrong_password", fields: { password: "The password is not correct" } },
    });
    expect((await profile(member)).status).toBe(200);
  });

  it("ends every session and every log-in at once, and tells the owner until when it can be undone", async () => {
    const member = await people.member();
    const other = await people.login(member.email);
    expect(await close(member)).toMatchObject({
      status: 200,
      body: { message: "Your account is closed", eraseAt: "2026-07-01T12:00:00.000Z" },
    });
    expect((await profile(member)).status).toBe(401);
    expect((await profile({ ...member, token: String(other.body.token) })).status).toBe(401);
    expect(await people.login(member.email)).toMatchObject({
      status: 403,
      body: { code: "account_closing", error: "This account is closed and will be deleted on 1 July 2026" },
    });
    expect(await people.login(member.email, "wrong")).toMatchObject({ status: 401, body: { code: "bad_credentials" } });
    const anew = await people.signup(member.email, { firstName: "Chika" });
    expect(anew).toMatchObject({ status: 409, body: { code: "email_taken" } });
    const mail = (await world.mailsTo(member.email)).find(({ subject }) => subject === "Your Orin account is closed");
    expect(mail?.text).toContain("1 July 2026");
  });

  it("is undone by the owner who logs in and says so; once more changes nothing", async () => {
    const member = await people.member();
    await close(member);
    // The closing ends the sessions up to its own moment, and this clock does not move.
    await world.deps.store.settle();
    expect(await reopen(member.email, "wrong")).toMatchObject({ status: 401 });
    const back = await reopen(member.email);
    expect(back).toMatchObject({ status: 200, body: { userId: member.userId } });
    expect((await profile({ ...member, token: String(back.body.token) })).body).toMatchObject({ email: member.email });
    expect((await reopen(member.email)).status).toBe(200);
    expect((await people.login(member.email)).status).toBe(200);
    const types = (await world.test.store.readStream("social", `user/${member.userId}`)).map((event) => event.type);
    expect(types.slice(-2)).toEqual(["AccountClosed", "AccountReopened"]);
    const subjects = (await world.mailsTo(member.email)).map((mail) => mail.subject);
    expect(subjects).toContain("Your Orin account is open again");
  });

  it("keeps the first day when it is said twice", async () => {
    const { userId } = await people.member();
    const first = await closeAccount(world.deps, { userId, by: "owner", metadata });
    world.pass(DAY_MS);
    expect(await closeAccount(world.deps, { userId, by: "owner", metadata })).toEqual(first);
    world.pass(-DAY_MS);
  });
});

describe("an account that an admin has closed", () => {
  it("is not opened by its owner, and by an admin it is", async () => {
    const member = await people.member();
    const { userId, email } = member;
    await closeAccount(world.deps, { userId, by: "admin", reason: "Stolen songs of Ebenezer", metadata });
    expect(await people.login(email)).toMatchObject({ status: 403, body: { code: "account_closed" } });
    expect(await reopen(email)).toMatchObject({ status: 403, body: { code: "account_closed" } });
    const events = await world.test.store.sql`select data::text from events where type = 'AccountClosed'`;
    expect(JSON.stringify(events)).not.toContain("Ebenezer");
    await reopenAccount(world.deps, { userId, by: "admin", metadata });
    expect((await people.login(email)).status).toBe(200);
    await expect(closeAccount(world.deps, { userId: crypto.randomUUID(), by: "admin", metadata }))
      .rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the last admin", () => {
  it("stays, also when the last two close at the same time", async () => {
    const admins = [await people.member(), await people.member()];
    for (const { userId } of admins) await makeAdmin(world.deps, userId, { metadata });
    const closed = await Promise.allSettled(
      admins.map(({ userId }) => closeAccount(world.deps, { userId, by: "owner", metadata })),
    );
    expect(closed.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    const stays = admins[closed.findIndex((one) => one.status === "rejected")];
    expect((await findUser(world.deps.store.sql, stays?.userId ?? ""))?.closing).toBeUndefined();
    const { body } = await people.login(stays?.email ?? "");
    expect(await close({ token: String(body.token) })).toMatchObject({ status: 409, body: { code: "last_admin" } });
    expect((await world.call("GET", "/api/v1/me/closing", { token: String(body.token) })).body).toMatchObject({
      isLastAdmin: true,
      balanceTokens: 0,
      eraseAt: "2026-07-01T12:00:00.000Z",
    });
  });
});
