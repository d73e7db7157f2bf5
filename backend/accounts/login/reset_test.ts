import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { addPerson } from "../../testing/people_fixtures.ts";
import { otherCode, type People, peopleOf } from "../../testing/people.ts";
import { CODE_MS } from "../code/codes.ts";
import { checkPassword } from "./passwords.ts";

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a forgotten password", () => {
  const fresh = "Dùndún-gángan-7!";
  const forgot = (email: string) => world.call("POST", "/api/auth/forgot-password", { body: { email } });
  const reset = (email: string, otp: string, newPassword = fresh) =>
    world.call("POST", "/api/auth/reset-password", { body: { email, otp, newPassword } });

  it("is reset with the mailed code, which ends every session and is told by mail", async () => {
    const { email, token } = await people.member();
    await forgot(email);
    const code = await world.codeFor(email);
    const mailed = (await world.mailsTo(email)).find((mail) => mail.code === code);
    expect(mailed?.text).toContain(`/reset-psw?email=${encodeURIComponent(email)}`);
    expect(await reset(email, code)).toMatchObject({ status: 200, body: { message: "Password reset successfully" } });
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 401 });
    expect(await people.login(email)).toMatchObject({ status: 401 });
    expect(await people.login(email, fresh)).toMatchObject({ status: 200 });
    const mails = await world.mailsTo(email);
    const mail = mails.find(({ subject }) => subject === "Your Orin password was changed");
    expect(mail?.text).toContain("We logged out all your devices");
    expect(await reset(email, code)).toMatchObject({ status: 400, body: { code: "bad_code" } });
  });

  it("answers alike whether the address is known, and locks nobody out", async () => {
    const { email, token } = await people.member();
    const [known, unknown] = [await forgot(email), await forgot("nobody@orin.example")];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    for (let attempt = 0; attempt < 8; attempt++) await forgot(email);
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 200 });
    expect(await people.login(email)).toMatchObject({ status: 200 });
  });

  it("does the same for any address before it answers: who has an account is looked at afterwards", async () => {
    const { email } = await people.member();
    const asked = async () =>
      (await world.deps.store.sql<{ count: number }[]>`select count(*)::int from jobs where kind = 'code'`)[0]?.count;
    const before = await asked() ?? 0;
    for (const call of ["forgot-password", "resend-otp"]) {
      for (const who of [email, people.newEmail()]) {
        await world.call("POST", `/api/auth/${call}`, { body: { email: who } });
      }
    }
    expect(await asked()).toBe(before + 4);
    expect(await world.codeFor(email)).toMatch(/^\d{5}$/);
  });

  it("keeps the rules of the screen, and does not burn the code for a password that breaks them", async () => {
    const { email } = await people.member();
    await forgot(email);
    const code = await world.codeFor(email);
    expect(await reset(email, code, "no capitals 1!")).toMatchObject({
      status: 400,
      body: { message: "Password does not meet all requirements", fields: { newPassword: expect.any(String) } },
    });
    world.pass(CODE_MS.reset - 1);
    expect(await reset(email, code)).toMatchObject({ status: 200 });
  });

  it("takes no verification code, and no code after thirty minutes", async () => {
    const email = people.newEmail();
    await people.signup(email);
    expect(await reset(email, await world.codeFor(email))).toMatchObject({ status: 400, body: { code: "bad_code" } });
    await forgot(email);
    const code = await world.codeFor(email);
    expect(await people.verify(email, code)).toMatchObject({ status: 400 });
    world.pass(CODE_MS.reset);
    expect(await reset(email, code)).toMatchObject({ status: 400, body: { code: "bad_code" } });
  });

  it("also verifies the address of somebody who never entered the first code", async () => {
    const email = people.newEmail();
    await people.signup(email);
    await world.codeFor(email);
    world.pass(1_000);
    await forgot(email);
    expect(await reset(email, await world.codeFor(email))).toMatchObject({ status: 200 });
    expect(await people.login(email, fresh)).toMatchObject({ status: 200 });
  });

  /** The newest reset mail to an address: a welcome may be sent beside it. */
  const mailFor = async (email: string) =>
    (await world.mailsTo(email)).find(({ subject }) => subject === "Reset your Orin password");
  /** What the link in it holds. */
  const keyFor = async (email: string): Promise<string> =>
    (await mailFor(email))?.text.match(/#key=([\w-]{22})\n/)?.[1] ?? "";

  it("is reset with the link of the mail, once, also after five wrong codes", async () => {
    const { email } = await people.member();
    await forgot(email);
    const [code, key] = [await world.codeFor(email), await keyFor(email)];
    for (let guess = 0; guess < 5; guess++) expect((await reset(email, otherCode(code))).status).toBe(400);
    expect((await reset(email, code)).status).toBe(400);
    expect((await reset(email, `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`)).status).toBe(400);
    expect((await reset((await people.member()).email, key)).status).toBe(400);
    expect(await reset(email, key)).toMatchObject({ status: 200 });
    expect(await reset(email, key)).toMatchObject({ status: 400, body: { code: "bad_code" } });
    expect(await people.login(email, fresh)).toMatchObject({ status: 200 });
  });

  it("takes twenty wrong codes a day, and then the link alone", async () => {
    const { email } = await people.member();
    for (let mail = 0; mail < 4; mail++) {
      await forgot(email);
      const code = await world.codeFor(email);
      for (let guess = 0; guess < 5; guess++) expect((await reset(email, otherCode(code))).status).toBe(400);
      world.pass(3_600_000);
    }
    await forgot(email);
    expect(await mailFor(email)).not.toHaveProperty("code");
    expect(await reset(email, await keyFor(email))).toMatchObject({ status: 200 });
    world.pass(24 * 3_600_000);
    await forgot(email);
    expect(await reset(email, await world.codeFor(email))).toMatchObject({ status: 200 });
  });

  it("sends an admin no code, and takes none", async () => {
    const { email } = await addPerson(world.deps, { isAdmin: true });
    await forgot(email);
    expect(await mailFor(email)).not.toHaveProperty("code");
    expect(await reset(email, "12345")).toMatchObject({ status: 400, body: { code: "bad_code" } });
    expect(await reset(email, await keyFor(email))).toMatchObject({ status: 200 });
  });

  it("hashes nothing for a wrong code, so that nobody can keep us busy or learn who has an account", async () => {
    const { email } = await people.member();
    let release = () => {};
    const held = new Promise<void>((resolve) => void (release = resolve));
    const turns = [1, 2].map(() => {
      return checkPassword("a password", undefined, { admit: () => held });
    });
    expect(await reset(email, "12345")).toMatchObject({ status: 400, body: { code: "bad_code" } });
    await forgot(email);
    const wrong = otherCode(await world.codeFor(email));
    expect(await reset(email, wrong)).toMatchObject({ status: 400, body: { code: "bad_code" } });
    release();
    expect(await Promise.all(turns)).toEqual([false, false]);
  });
});
