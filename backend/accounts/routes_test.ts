import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { openTestAccounts, type TestAccounts } from "../dev/test_accounts.ts";
import { CODE_MS } from "./codes.ts";

const PASSWORD = "Ìlú-àyàn-2026!";
const person = {
  ...{ firstName: "Adaeze", lastName: "Okonkwo", phone: "0803 123 4567", address: "12 Bode Thomas, Lagos" },
  password: PASSWORD,
};

let world: TestAccounts;
beforeAll(async () => void (world = await openTestAccounts()));
afterAll(() => world[Symbol.asyncDispose]());

let people = 0;

function newEmail(): string {
  return `person${++people}@orin.example`;
}

function signup(email: string, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
  return world.call("POST", "/api/auth/signup", { body: { ...person, email, role: "listener", ...more }, headers });
}

function verify(email: string, otp: string) {
  return world.call("POST", "/api/auth/verify-otp", { body: { email, otp } });
}

function login(email: string, password = PASSWORD, more: Record<string, unknown> = {}) {
  return world.call("POST", "/api/auth/login", { body: { email, password, ...more } });
}

/** A verified account with an open session. */
async function member(more: Record<string, unknown> = {}) {
  const email = newEmail();
  await signup(email, more);
  await verify(email, await world.codeFor(email));
  const { body } = await login(email);
  return { email, token: String(body.token), userId: String(body.userId) };
}

function other(code: string): string {
  return String((Number(code) + 1) % 100_000).padStart(5, "0");
}

describe("signing up", () => {
  it("leads over the mailed code to a session that knows the person", async () => {
    const email = newEmail();
    expect(await signup(email, { role: "creator" })).toMatchObject({ status: 201 });
    const code = await world.codeFor(email);
    expect(code).toMatch(/^\d{5}$/);
    expect(await verify(email, code)).toMatchObject({ status: 200, body: { message: "Email verified successfully" } });
    const { status, body } = await login(email);
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: "creator", userId: expect.any(String), reportToken: expect.any(String) });
    const profile = await world.call("GET", "/api/auth/profile", { token: String(body.token) });
    expect(profile.body).toEqual({
      ...{ _id: body.userId, id: body.userId, firstName: "Adaeze", lastName: "Okonkwo", email },
      ...{ phone: "+2348031234567", address: "12 Bode Thomas, Lagos", role: "creator", isAdmin: false },
      ...{ isSubscribed: false, createdAt: new Date(world.deps.now()).toISOString() },
    });
  });

  it("takes an address once, in any spelling of its letters", async () => {
    const email = newEmail();
    await signup(email);
    const again = await signup(email.toUpperCase());
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ error: "Email already registered", code: "email_taken" });
    expect(again.body.message).toBe(again.body.error);
  });

  it("makes one account of an address that signs up many times at once, in two processes", async () => {
    const email = newEmail();
    const second = world.another();
    const body = { ...person, email, role: "listener" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 ? second : world).call("POST", "/api/auth/signup", { body })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const keys = await world.test.store.sql`
      select 1 from person_keys where not exists (select 1 from users where users.user_id = person_keys.person_id)`;
    expect(keys).toHaveLength(0);
  });

  it("gives the first answer again to the same Idempotency-Key, and refuses it with other content", async () => {
    const email = newEmail();
    const headers = { "idempotency-key": newId() };
    const first = await signup(email, {}, headers);
    const again = await signup(email, {}, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await signup(email, { firstName: "Chika" }, headers)).toMatchObject({ status: 422 });
    expect(await signup(newEmail(), {}, { "idempotency-key": "no uuid" })).toMatchObject({ status: 400 });
    const profile = (await world.mailsTo(email)).filter((mail) => mail.code !== undefined);
    expect(profile).toHaveLength(1);
  });

  it("names each field that is missing or wrong", async () => {
    const { status, body } = await world.call("POST", "/api/auth/signup", { body: { email: "no address" } });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: "First name is required",
      fields: { firstName: "First name is required", email: "Please enter a valid email address" },
    });
    expect(await signup(newEmail(), { password: "1234567" }))
      .toMatchObject({ status: 400, body: { message: "Minimum length is 8 characters." } });
    expect(await signup(newEmail(), { password: "password123" })).toMatchObject({ status: 400 });
    expect(await signup(newEmail(), { phone: "12" })).toMatchObject({
      status: 400,
      body: { fields: { phone: expect.stringContaining("valid") } },
    });
    expect(await signup(newEmail(), { role: "admin" })).toMatchObject({ status: 400 });
  });
});

describe("verifying an address", () => {
  it("burns a code with its fifth wrong try", async () => {
    const email = newEmail();
    await signup(email);
    const code = await world.codeFor(email);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await verify(email, other(code)))
        .toMatchObject({ status: 400, body: { message: "Invalid verification code", code: "bad_code" } });
    }
    expect(await verify(email, code)).toMatchObject({ status: 400 });
  });

  it("counts tries that come all at once", async () => {
    const email = newEmail();
    await signup(email);
    const code = await world.codeFor(email);
    await Promise.all(Array.from({ length: 20 }, () => verify(email, other(code))));
    const [row] = await world.test.store.sql<{ tries: number }[]>`
      select tries from one_time_codes order by created_at desc, code_id desc limit 1`;
    expect(row?.tries).toBe(5);
    expect(await verify(email, code)).toMatchObject({ status: 400 });
  });

  it("takes a code once", async () => {
    const email = newEmail();
    await signup(email);
    const code = await world.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => verify(email, code)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400]);
    expect(await verify(email, code)).toMatchObject({ status: 400 });
  });

  it("refuses a code after ten minutes, and one that was replaced", async () => {
    const email = newEmail();
    await signup(email);
    const first = await world.codeFor(email);
    world.pass(CODE_MS.verify);
    expect(await verify(email, first)).toMatchObject({ status: 400 });
    await world.call("POST", "/api/auth/resend-otp", { body: { email } });
    const second = await world.codeFor(email);
    if (second !== first) expect(await verify(email, first)).toMatchObject({ status: 400 });
    expect(await verify(email, second)).toMatchObject({ status: 200 });
  });

  it("answers an unknown address like a wrong code, and refuses what is no code", async () => {
    expect(await verify("nobody@orin.example", "12345"))
      .toMatchObject({ status: 400, body: { message: "Invalid verification code" } });
    expect(await verify("nobody@orin.example", "1234")).toMatchObject({ status: 400 });
    expect(await verify("nobody@orin.example", "१२३४५")).toMatchObject({ status: 400 });
  });

  it("sends five codes an hour and always the same answer", async () => {
    const email = newEmail();
    await signup(email);
    const answers = [];
    for (const address of [email, email, email, email, email, email, "nobody@orin.example"]) {
      world.pass(1_000);
      answers.push(await world.call("POST", "/api/auth/resend-otp", { body: { email: address } }));
    }
    expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1);
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined).length).toBeLessThanOrEqual(5);
    const rows = await world.test.store.sql`
      select 1 from one_time_codes join users using (user_id)
      where email_hash = ${world.deps.personal.lookupHash("email", email)}`;
    expect(rows).toHaveLength(5);
    expect(await world.mailsTo("nobody@orin.example")).toHaveLength(0);
    world.pass(3_600_000);
    await world.call("POST", "/api/auth/resend-otp", { body: { email } });
    expect(await verify(email, await world.codeFor(email))).toMatchObject({ status: 200 });
  });

  it("sends a verified person no further code", async () => {
    const { email } = await member();
    await world.call("POST", "/api/auth/resend-otp", { body: { email } });
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(1);
  });

  it("welcomes the person once", async () => {
    const { email } = await member();
    expect((await world.mailsTo(email)).map((mail) => mail.subject)).toContain("Welcome to Orin");
  });
});

describe("logging in", () => {
  it("answers a wrong password and an unknown address alike", async () => {
    const { email } = await member();
    const wrong = await login(email, "not my password");
    const unknown = await login("nobody@orin.example", "not my password");
    for (const { status, body } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ error: "wrong password or wrong username", code: "bad_credentials" });
    }
  });

  it("asks for both fields in the documented words", async () => {
    for (const body of [{}, { email: "a@b.c" }, { email: "a@b.c", password: "" }, { email: "", password: "x" }]) {
      expect(await world.call("POST", "/api/auth/login", { body }))
        .toMatchObject({ status: 400, body: { message: "Please fill in all fields" } });
    }
  });

  it("tells an unverified account with the right password, and offers a code when none is left", async () => {
    const email = newEmail();
    await signup(email);
    const first = await world.codeFor(email);
    expect(await login(email)).toMatchObject({ status: 403, body: { code: "email_unverified" } });
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(1);
    expect(await login(email, "not my password")).toMatchObject({ status: 401 });
    world.pass(CODE_MS.verify);
    expect(await login(email)).toMatchObject({ status: 403 });
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(2);
    if (first !== await world.codeFor(email)) expect(await verify(email, first)).toMatchObject({ status: 400 });
  });

  it("slows wrong passwords down, for the right one too, and forgets them after a success", async () => {
    const { email } = await member();
    for (let attempt = 0; attempt < 6; attempt++) await login(email, "not my password");
    const slowed = await login(email);
    expect(slowed.status).toBe(429);
    expect(slowed.body).toMatchObject({ code: "too_many_attempts", message: expect.stringContaining("Please wait") });
    expect(Number(slowed.headers.get("retry-after"))).toBe(1);
    world.pass(1_001);
    expect(await login(email)).toMatchObject({ status: 200 });
    for (let attempt = 0; attempt < 5; attempt++) await login(email, "not my password");
    expect(await login(email)).toMatchObject({ status: 200 });
  });

  it("doubles the wait up to five minutes and locks nobody out for good", async () => {
    const { email } = await member();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 18; attempt++) {
      let answer = await login(email, "not my password");
      if (answer.status === 429) {
        waits.push(Number(answer.headers.get("retry-after")));
        world.pass((waits.at(-1) ?? 0) * 1_000);
        answer = await login(email, "not my password");
      }
      expect(answer.status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    world.pass(300_000);
    expect(await login(email)).toMatchObject({ status: 200 });
  });

  it("lets nobody guess faster by asking all at once", async () => {
    const { email } = await member();
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, "not my password")));
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(7);
    world.pass(300_000);
  });

  it("lets many log in at once with the right password", async () => {
    const { email } = await member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});

describe("a forgotten password", () => {
  const fresh = "Dùndún-gángan-7!";
  const forgot = (email: string) => world.call("POST", "/api/auth/forgot-password", { body: { email } });
  const reset = (email: string, otp: string, newPassword = fresh) =>
    world.call("POST", "/api/auth/reset-password", { body: { email, otp, newPassword } });

  it("is reset with the mailed code, which ends every session and is told by mail", async () => {
    const { email, token } = await member();
    await forgot(email);
    const code = await world.codeFor(email);
    expect((await world.mailsTo(email))[0]?.text).toContain(`/reset-psw?email=${encodeURIComponent(email)}`);
    expect(await reset(email, code)).toMatchObject({ status: 200, body: { message: "Password reset successfully" } });
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 401 });
    expect(await login(email)).toMatchObject({ status: 401 });
    expect(await login(email, fresh)).toMatchObject({ status: 200 });
    expect((await world.mailsTo(email))[0]?.subject).toBe("Your Orin password was changed");
    expect(await reset(email, code)).toMatchObject({ status: 400, body: { code: "bad_code" } });
  });

  it("answers alike whether the address is known, and locks nobody out", async () => {
    const { email, token } = await member();
    const [known, unknown] = [await forgot(email), await forgot("nobody@orin.example")];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    for (let attempt = 0; attempt < 8; attempt++) await forgot(email);
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 200 });
    expect(await login(email)).toMatchObject({ status: 200 });
  });

  it("keeps the rules of the screen, and does not burn the code for a password that breaks them", async () => {
    const { email } = await member();
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
    const email = newEmail();
    await signup(email);
    expect(await reset(email, await world.codeFor(email))).toMatchObject({ status: 400, body: { code: "bad_code" } });
    await forgot(email);
    const code = await world.codeFor(email);
    expect(await verify(email, code)).toMatchObject({ status: 400 });
    world.pass(CODE_MS.reset);
    expect(await reset(email, code)).toMatchObject({ status: 400, body: { code: "bad_code" } });
  });

  it("also verifies the address of somebody who never entered the first code", async () => {
    const email = newEmail();
    await signup(email);
    await world.codeFor(email);
    world.pass(1_000);
    await forgot(email);
    expect(await reset(email, await world.codeFor(email))).toMatchObject({ status: 200 });
    expect(await login(email, fresh)).toMatchObject({ status: 200 });
  });
});

describe("the profile", () => {
  it("changes what is given and keeps the rest, and never the email or the role", async () => {
    const { token, email } = await member();
    const body = { firstName: "Ngozi", phone: "+44 20 7946 0958", email: "new@orin.example", role: "creator" };
    const changed = await world.call("PUT", "/api/auth/profile", { token, body });
    expect(changed.body).toMatchObject({ message: "Profile updated successfully", firstName: "Ngozi", email });
    const { body: profile } = await world.call("GET", "/api/auth/profile", { token });
    expect(profile).toMatchObject({
      firstName: "Ngozi",
      lastName: "Okonkwo",
      phone: "+442079460958",
      role: "listener",
    });
  });

  it("stores no event when nothing differs", async () => {
    const { token, userId } = await member();
    const before = await world.test.store.readStream("social", `user/${userId}`);
    const body = { firstName: "Adaeze", phone: "08031234567" };
    expect(await world.call("PUT", "/api/auth/profile", { token, body })).toMatchObject({ status: 200 });
    expect(await world.test.store.readStream("social", `user/${userId}`)).toHaveLength(before.length);
  });

  it("refuses a blank name and a bad phone number", async () => {
    const { token } = await member();
    for (const body of [{ firstName: "  " }, { phone: "12" }, { lastName: 7 }]) {
      expect(await world.call("PUT", "/api/auth/profile", { token, body })).toMatchObject({ status: 400 });
    }
  });

  it("is for nobody without a token", async () => {
    expect(await world.call("GET", "/api/auth/profile")).toMatchObject({
      status: 401,
      body: { error: "Authentication token not found" },
    });
    expect(await world.call("GET", "/api/auth/profile", { token: "nonsense" })).toMatchObject({
      status: 401,
      body: { error: "Authentication required. Please login again." },
    });
  });
});

describe("changing the password", () => {
  const change = (token: string, body: unknown) => world.call("PUT", "/api/auth/change-password", { token, body });

  it("asks for the current one, keeps this session and ends the others", async () => {
    const { email, token } = await member();
    const elsewhere = String((await login(email)).body.token);
    const body = { currentPassword: PASSWORD, newPassword: "Ṣẹ̀kẹ̀rẹ̀ 2027" };
    expect(await change(token, { ...body, currentPassword: "wrong" }))
      .toMatchObject({ status: 400, body: { code: "wrong_password" } });
    expect(await change(token, body)).toMatchObject({
      status: 200,
      body: { message: "Password changed successfully" },
    });
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 200 });
    expect(await world.call("GET", "/api/auth/profile", { token: elsewhere })).toMatchObject({ status: 401 });
    expect(await login(email, body.newPassword)).toMatchObject({ status: 200 });
    expect((await world.mailsTo(email))[0]?.subject).toBe("Your Orin password was changed");
    // The reaction to the event has run by now, and spared the session as well.
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 200 });
  });

  it("says so when one of the two is missing", async () => {
    const { token } = await member();
    for (const body of [{}, { currentPassword: PASSWORD }, { newPassword: "Ṣẹ̀kẹ̀rẹ̀ 2027" }]) {
      expect(await change(token, body))
        .toMatchObject({ status: 400, body: { error: "Both current and new passwords are required" } });
    }
    expect(await change(token, { currentPassword: PASSWORD, newPassword: "short" }))
      .toMatchObject({ status: 400, body: { message: "Minimum length is 8 characters." } });
  });
});
