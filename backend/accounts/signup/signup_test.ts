import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../app.ts";
import { newId } from "../../contract/ids.ts";
import { callerOf } from "../../testing/call.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf, TEST_PERSON } from "../../testing/people.ts";
import { findUsers } from "../../../projections/accounts/users.ts";
import { registerUser } from "../account/register.ts";

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

/** Keys of persons that no account belongs to. */
async function keysWithoutAccount(): Promise<string[]> {
  const { sql } = world.test.store;
  const keys = await sql<{ personId: string }[]>`select person_id from person_keys`;
  const known = await findUsers(sql, keys.map((key) => key.personId));
  return keys.map((key) => key.personId).filter((userId) => !known.has(userId));
}

describe("signing up", () => {
  it("leads over the mailed code to a session that knows the person", async () => {
    const email = people.newEmail();
    expect(await people.signup(email, { role: "creator" })).toMatchObject({ status: 201 });
    const code = await world.codeFor(email);
    expect(code).toMatch(/^\d{5}$/);
    expect(await people.verify(email, code)).toMatchObject({
      status: 200,
      body: { message: "Email verified successfully" },
    });
    const { status, body } = await people.login(email);
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: "creator", userId: expect.any(String), reportToken: expect.any(String) });
    const profile = await world.call("GET", "/api/auth/profile", { token: String(body.token) });
    expect(profile.body).toEqual({
      ...{ _id: body.userId, id: body.userId, firstName: "Adaeze", lastName: "Okonkwo", email },
      profilePicture: { url: "" },
      ...{ phone: "+2348031234567", address: "12 Bode Thomas, Lagos", role: "creator", isAdmin: false },
      ...{ isSubscribed: false, createdAt: new Date(world.deps.now()).toISOString() },
    });
  });

  it("takes an address once, in any spelling of its letters", async () => {
    const email = people.newEmail();
    await people.signup(email);
    const again = await people.signup(email.toUpperCase(), { firstName: "Chika" });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ error: "Email already registered", code: "email_taken" });
    expect(again.body.message).toBe(again.body.error);
  });

  it("fills a mailbox with twenty codes a day at most, however its address is written", async () => {
    const config = { ...world.deps.config, env: "production" as const, publicUrl: "https://orin.example" };
    const call = callerOf(createApp({ ...world.deps, config }, { isReady: () => true, pagesDirectory: "" }));
    const answers = await Promise.all(Array.from({ length: 22 }, (_, time) => {
      const body = { ...TEST_PERSON, email: `filled+${time}@orin-test.example`, role: "listener" };
      return call("POST", "/api/auth/signup", { body, headers: { "x-forwarded-for": `197.210.1.${time}` } });
    }));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([429, "too_many_attempts"]));
  });

  it("makes one account of an address that signs up many times at once, in two processes", async () => {
    const email = people.newEmail();
    const second = world.another();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const body = { ...TEST_PERSON, address: `${index} Broad Street`, email, role: "listener" };
        return (index % 2 ? second : world).call("POST", "/api/auth/signup", { body });
      }),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect(await keysWithoutAccount()).toEqual([]);
  });

  it("without a key is the same for a minute, in two processes, and taken after it or with other content", async () => {
    const email = people.newEmail();
    const second = world.another();
    const body = { ...TEST_PERSON, email, role: "listener" };
    const signUp = (at: typeof world | typeof second, more = {}) =>
      at.call("POST", "/api/auth/signup", { body: { ...body, ...more } });
    const answers = await Promise.all([world, second, world, second].map((at) => signUp(at)));
    const first = { status: 201, body: answers[0]?.body };
    expect(answers).toMatchObject([first, first, first, first]);
    world.pass(59_000);
    expect(await signUp(second)).toMatchObject(first);
    const taken = { status: 409, body: { code: "email_taken" } };
    expect(await signUp(second, { password: "Another-one-2026!" })).toMatchObject(taken);
    world.pass(1_000);
    expect(await signUp(world)).toMatchObject(taken);
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(1);
    expect(await keysWithoutAccount()).toEqual([]);
  });

  it("gives the first answer again to the same Idempotency-Key, and refuses it with other content", async () => {
    const email = people.newEmail();
    const headers = { "idempotency-key": newId() };
    const first = await people.signup(email, {}, headers);
    const again = await people.signup(email, {}, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await people.signup(email, { firstName: "Chika" }, headers)).toMatchObject({ status: 422 });
    expect(await people.signup(people.newEmail(), {}, { "idempotency-key": "no uuid" })).toMatchObject({ status: 400 });
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(1);
    expect(await keysWithoutAccount()).toEqual([]);
  });

  it("names each field that is missing or wrong", async () => {
    const { status, body } = await world.call("POST", "/api/auth/signup", { body: { email: "no address" } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: "First name is required",
      fields: { firstName: "First name is required", email: "Please enter a valid email address" },
    });
    expect(await people.signup(people.newEmail(), { password: "1234567" }))
      .toMatchObject({ status: 400, body: { message: "Minimum length is 8 characters." } });
    expect(await people.signup(people.newEmail(), { firstName: "x".repeat(61) }))
      .toMatchObject({ status: 400, body: { message: "First name is too long" } });
    expect(await people.signup(people.newEmail(), { firstName: "Orin", lastName: "Support" })).toMatchObject({
      ...{ status: 409, body: { fields: { firstName: expect.stringContaining("take this name for Orin itself") } } },
    });
    expect(await people.signup(people.newEmail(), { password: "password123" })).toMatchObject({ status: 400 });
    expect(await people.signup(people.newEmail(), { phone: "12" })).toMatchObject({
      status: 400,
      body: { fields: { phone: expect.stringContaining("valid") } },
    });
    expect(await people.signup(people.newEmail(), { role: "admin" })).toMatchObject({ status: 400 });
  });

  it("makes one account of an address that many commands of one group name", async () => {
    const account = { ...TEST_PERSON, role: "listener" as const, email: people.newEmail(), passwordHash: "a hash" };
    const commands = Array.from({ length: 10 }, () => {
      return registerUser(world.deps, { ...account, userId: newId() }, { metadata: { actor: "system:test" } });
    });
    const outcomes = await Promise.allSettled(commands);
    const refusals = outcomes.flatMap((outcome) => outcome.status === "rejected" ? [outcome.reason.code] : []);
    expect(refusals).toEqual(Array(9).fill("email_taken"));
  });
});
