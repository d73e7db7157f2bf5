import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { type GoogleAccounts, openGoogleAccounts } from "../../testing/google.ts";
import { otherCode, TEST_PASSWORD } from "../../testing/people.ts";
import { OneTimeCodes } from "../code/codes.ts";
import { closeAccount } from "../closing/close.ts";
import { forgetPerson } from "../../person_data/erase.ts";
import { suspend } from "../account/suspend.ts";

const HOUR_MS = 3_600_000;

let given: GoogleAccounts;
beforeAll(async () => {
  given = await openGoogleAccounts();
});
afterAll(() => given[Symbol.asyncDispose]());

/** A browser that has signed up, and waits for the code. */
async function signedUp(more: Record<string, unknown> = {}) {
  const email = given.people.newEmail();
  const { body } = await given.people.signup(email, more);
  const signUpProof = body.signUpProof;
  const enter = (otp: string, proof = signUpProof) =>
    given.world.call("POST", "/api/auth/verify-otp", { body: { email, otp, signUpProof: proof } });
  return { email, userId: String(body.userId), signUpProof, enter, code: () => given.world.codeFor(email) };
}

const profileOf = (token: unknown) => given.world.call("GET", "/api/auth/profile", { token: String(token) });
const resend = (email: string) => given.world.call("POST", "/api/auth/resend-otp", { body: { email } });
const VERIFIED = { status: 200, body: { message: "Email verified successfully" } };

describe("the code in the browser that signed up", () => {
  it("opens a whole session, as a log-in does", async () => {
    const { email, enter, code } = await signedUp({ role: "creator" });
    const { status, body } = await enter(await code());
    expect([status, body.message]).toEqual([200, "Email verified successfully"]);
    const login = await given.people.login(email, TEST_PASSWORD, { rememberMe: true });
    const session = { ...Object(body.session) };
    expect(Object.keys(session).sort()).toEqual(Object.keys(login.body).sort());
    expect(session).toMatchObject({ role: "creator", userId: login.body.userId, expiresAt: login.body.expiresAt });
    expect(await profileOf(session.token)).toMatchObject({ status: 200, body: { email } });
    const plays = { sentAt: new Date(given.world.deps.now()).toISOString(), plays: [] };
    const report = await given.world.call("POST", "/api/v1/plays", { body: plays, token: session.reportToken });
    expect(report.status).not.toBe(401);
  });

  it("opens one after another code was asked for", async () => {
    const { email, enter } = await signedUp();
    await resend(email);
    expect((await enter(await given.world.codeFor(email))).body.session).toMatchObject({ role: "listener" });
  });

  it("opens one session, however often it is sent at once", async () => {
    const { enter, code, userId } = await signedUp();
    const otp = await code();
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(otp)));
    expect(answers.filter((answer) => answer.body.session !== undefined)).toHaveLength(1);
    const sessions = await given.world.test.store.sql`select 1 from sessions where user_id = ${userId}`;
    expect(sessions).toHaveLength(1);
  });

  it("is no guess while another request uses it up: however often it comes then, the proof stays", async () => {
    const { email, userId, enter, code } = await signedUp();
    const otp = await code();
    const { deps, test: { store } } = given.world;
    const said = { userId, purpose: "verify", code: otp, now: deps.now() } as const;
    expect(await new OneTimeCodes(deps.keys).redeem(store.sql, said)).toBe("right");
    for (let tap = 0; tap < 10; tap++) expect(await enter(otp)).toMatchObject({ status: 400 });
    given.world.pass(1_000);
    await resend(email);
    expect((await enter(await given.world.codeFor(email))).body.session).toMatchObject({ role: "listener" });
  });

  it("opens none a second time: where the answer was lost, the browser is told that it can log in", async () => {
    const { enter, code } = await signedUp();
    const otp = await code();
    await enter(otp);
    expect(await enter(otp)).toMatchObject({
      status: 409,
      body: { code: "already_verified", error: "Your email is verified. You can log in now." },
    });
  });

  it("opens one where the sign-up's answer was lost and it was sent again", async () => {
    const email = given.people.newEmail();
    const headers = { "idempotency-key": newId() };
    await given.people.signup(email, {}, headers);
    const { signUpProof } = (await given.people.signup(email, {}, headers)).body;
    const body = { email, otp: await given.world.codeFor(email), signUpProof };
    const { session } = (await given.world.call("POST", "/api/auth/verify-otp", { body })).body;
    expect(session).toMatchObject({ role: "listener" });
  });
});

describe("the code alone", () => {
  it("opens no session, on whatever device the mail is read", async () => {
    const { email, code } = await signedUp();
    const answer = await given.people.verify(email, await code());
    expect(answer).toMatchObject(VERIFIED);
    expect(answer.body.session).toBeUndefined();
    expect(await given.people.login(email)).toMatchObject({ status: 200 });
  });

  it("entered on the phone, leads the laptop that signed up to the log-in", async () => {
    const { email, code, enter } = await signedUp();
    const otp = await code();
    await given.people.verify(email, otp);
    expect(await enter(otp)).toMatchObject({ status: 409, body: { code: "already_verified" } });
    expect(await given.people.verify(email, otp)).toMatchObject({ status: 400, body: { code: "bad_code" } });
  });

  it.each(["", "x", "A".repeat(43)])("opens none with %j for a proof", async (proof) => {
    const { code, enter } = await signedUp();
    const answer = await enter(await code(), proof);
    expect(answer).toMatchObject(VERIFIED);
    expect(answer.body.session).toBeUndefined();
  });

  it("opens none with the proof of another account", async () => {
    const mallory = await signedUp();
    const { code, enter } = await signedUp();
    const { body } = await enter(await code(), mallory.signUpProof);
    expect(body.session).toBeUndefined();
  });
});

describe("the proof of somebody who signed up with another person's address", () => {
  it("opens nothing once that person has entered the code", async () => {
    const mallory = await signedUp();
    const otp = await mallory.code();
    await given.people.verify(mallory.email, otp);
    for (const guess of [otp, otherCode(otp)]) {
      const answer = await mallory.enter(guess);
      expect(answer.body.session).toBeUndefined();
      expect(answer.status).toBe(409);
    }
  });

  it("is worth nothing once that person has signed up, too, or set a password", async () => {
    const mallory = await signedUp();
    const own = { password: "Own-Word-2026!" };
    expect(await given.people.signup(mallory.email, own)).toMatchObject({ status: 409 });
    const { body } = await mallory.enter(await mallory.code());
    expect(body).toEqual({ message: "Email verified successfully" });

    const other = await signedUp();
    const otp = await other.code();
    await given.world.call("POST", "/api/auth/forgot-password", { body: { email: other.email } });
    const reset = { email: other.email, otp: await given.world.codeFor(other.email), newPassword: "Own-Word-2026!" };
    expect(await given.world.call("POST", "/api/auth/reset-password", { body: reset })).toMatchObject({ status: 200 });
    const late = await other.enter(otp);
    expect(late.body.session).toBeUndefined();
    expect(late.body.code).not.toBe("already_verified");
  });

  it("is worth nothing once that person has come with Google", async () => {
    const email = `taken-${newId()}@gmail.com`;
    const { signUpProof } = (await given.people.signup(email, { firstName: "Mallory" })).body;
    const otp = await given.world.codeFor(email);
    const claims = { sub: newId(), email, given_name: "Ada", family_name: "Obi" };
    const credential = await given.issuer.sign(claims, { now: given.world.deps.now() });
    const google = await given.world.call("POST", "/api/auth/googleAuth", { body: { credential } });
    expect(google).toMatchObject({ status: 200 });
    const { body } = await given.world.call("POST", "/api/auth/verify-otp", { body: { email, otp, signUpProof } });
    expect(body.session).toBeUndefined();
  });
});

describe("a proof", () => {
  it("is void after five wrong codes, over as many codes as there were", async () => {
    const { email, enter, code } = await signedUp();
    for (let wrong = 0; wrong < 5; wrong++) {
      given.world.pass(1_000);
      if (wrong === 3) await resend(email);
      expect(await enter(otherCode(otherCode(await code())))).toMatchObject({ status: 400 });
    }
    const answer = await enter(await code());
    expect(answer).toMatchObject(VERIFIED);
    expect(answer.body.session).toBeUndefined();
  });

  it("lives an hour", async () => {
    const early = await signedUp();
    given.world.pass(HOUR_MS - 1);
    await resend(early.email);
    expect((await early.enter(await given.world.codeFor(early.email))).body.session).toMatchObject({
      role: "listener",
    });

    const { email, enter } = await signedUp();
    given.world.pass(HOUR_MS);
    await resend(email);
    const answer = await enter(await given.world.codeFor(email));
    expect(answer).toMatchObject(VERIFIED);
    expect(answer.body.session).toBeUndefined();
  });

  it.each(["account_suspended", "account_closed"])("opens nothing of an %s", async (why) => {
    const { email, userId, enter, code } = await signedUp();
    const [{ deps }, adminId] = [given.world, newId()];
    const metadata = { actor: `user:${adminId}` };
    const about = { userId, reason: "A bot" };
    if (why === "account_closed") await closeAccount(deps, { ...about, by: "admin", metadata });
    else await suspend(deps, { ...about, adminId }, { metadata });
    expect((await enter(await code())).body.session).toBeUndefined();
    expect(await given.people.login(email)).toMatchObject({ status: 403, body: { code: why } });
  });

  it("helps no other site: a page elsewhere may not enter codes", async () => {
    const { email, code, signUpProof } = await signedUp();
    const body = { email, otp: await code(), signUpProof };
    const headers = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };
    expect(await given.world.call("POST", "/api/auth/verify-otp", { body, headers })).toMatchObject({ status: 403 });
  });

  it("is forgotten with the person, and at the first sign-up after its hour", async () => {
    const [erased, late] = [await signedUp(), await signedUp()];
    const known = (userId: string) => given.world.test.store.sql`select 1 from signup_proofs where user_id = ${userId}`;
    expect(await known(erased.userId)).toHaveLength(1);
    await forgetPerson(given.world.deps, erased.userId);
    expect(await known(erased.userId)).toHaveLength(0);
    given.world.pass(HOUR_MS + 1);
    await signedUp();
    expect(await known(late.userId)).toHaveLength(0);
  });
});
