import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf, TEST_PASSWORD } from "../../testing/people.ts";

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

describe("the profile", () => {
  it("changes what is given and keeps the rest, and never the email or the role", async () => {
    const { token, email } = await people.member();
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
    const { token, userId } = await people.member();
    const before = await world.test.store.readStream("social", `user/${userId}`);
    const body = { firstName: "Adaeze", phone: "08031234567" };
    expect(await world.call("PUT", "/api/auth/profile", { token, body })).toMatchObject({ status: 200 });
    expect(await world.test.store.readStream("social", `user/${userId}`)).toHaveLength(before.length);
  });

  it("refuses a blank name and a bad phone number", async () => {
    const { token } = await people.member();
    for (const body of [{ firstName: "  " }, { phone: "12" }, { lastName: 7 }]) {
      expect(await world.call("PUT", "/api/auth/profile", { token, body })).toMatchObject({ status: 400 });
    }
  });

  it("refuses a name that passes for Orin itself, also in two steps", async () => {
    const { token } = await people.member();
    const put = async (body: object) => (await world.call("PUT", "/api/auth/profile", { token, body })).status;
    expect(await put({ firstName: "Orin", lastName: "Payouts" })).toBe(409);
    expect([await put({ lastName: "Support" }), await put({ firstName: "Orin" })]).toEqual([200, 409]);
    expect(await put({ firstName: "Orin", lastName: "Adeyemi" })).toBe(200);
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
    const { email, token } = await people.member();
    const elsewhere = String((await people.login(email)).body.token);
    const body = { currentPassword: TEST_PASSWORD, newPassword: "Ṣẹ̀kẹ̀rẹ̀ 2027" };
    expect(await change(token, { ...body, currentPassword: "wrong" }))
      .toMatchObject({ status: 400, body: { code: "wrong_password" } });
    expect(await change(token, body)).toMatchObject({
      status: 200,
      body: { message: "Password changed successfully" },
    });
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 200 });
    expect(await world.call("GET", "/api/auth/profile", { token: elsewhere })).toMatchObject({ status: 401 });
    expect(await people.login(email, body.newPassword)).toMatchObject({ status: 200 });
    const mails = await world.mailsTo(email);
    const mail = mails.find(({ subject }) => subject === "Your Orin password was changed");
    expect(mail?.text).toContain("We logged out all your other devices");
    // The reaction to the event has run by now, and spared the session as well.
    expect(await world.call("GET", "/api/auth/profile", { token })).toMatchObject({ status: 200 });
  });

  it("refuses the own address", async () => {
    const { email, token } = await people.member();
    for (const newPassword of [email, email.toUpperCase()]) {
      expect(await change(token, { currentPassword: TEST_PASSWORD, newPassword })).toMatchObject({
        status: 400,
        body: { code: "weak_password", message: "Your email address is no password: please choose another" },
      });
    }
    expect(await people.login(email)).toMatchObject({ status: 200 });
  });

  it("says so when one of the two is missing", async () => {
    const { token } = await people.member();
    for (const body of [{}, { currentPassword: TEST_PASSWORD }, { newPassword: "Ṣẹ̀kẹ̀rẹ̀ 2027" }]) {
      expect(await change(token, body))
        .toMatchObject({ status: 400, body: { error: "Both current and new passwords are required" } });
    }
    expect(await change(token, { currentPassword: TEST_PASSWORD, newPassword: "short" }))
      .toMatchObject({ status: 400, body: { message: "Minimum length is 8 characters." } });
  });
});
