import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts } from "../../testing/accounts.ts";
import { type GoogleAccounts, openGoogleAccounts } from "../../testing/google.ts";
import { startTestIssuer, TEST_CLIENT_ID } from "../../testing/issuer.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";

let given: GoogleAccounts;
beforeAll(async () => {
  given = await openGoogleAccounts();
});
afterAll(() => given[Symbol.asyncDispose]());

let count = 0;

/** A person at Google; `more` adds claims to the token. */
function somebody({ domain = "gmail.com" } = {}) {
  const email = `google${++count}@${domain}`;
  const claims = { sub: `sub-${count}`, email, name: "Ada Obi", given_name: "Ada", family_name: "Obi" };
  const credential = (more: Record<string, unknown> = {}) =>
    given.issuer.sign({ ...claims, ...more }, { now: given.world.deps.now() });
  return { email, credential };
}

function googleAuth(body: Record<string, unknown>, call = given.world.call) {
  return call("POST", "/api/auth/googleAuth", { body });
}

async function profileOf(token: unknown) {
  return (await given.world.call("GET", "/api/auth/profile", { token: String(token) })).body;
}

describe("signing in with Google", () => {
  it("asks somebody new for a role and makes a verified account with it, once", async () => {
    const { email, credential } = somebody();
    const proof = { name: "Ada Obi", email: email.toUpperCase(), credential: await credential() };
    expect(await googleAuth(proof)).toMatchObject({ status: 409, body: { code: "role_needed" } });

    const { status, body } = await googleAuth({ ...proof, role: "creator" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ role: "creator", token: expect.any(String), reportToken: expect.any(String) });
    const known = { firstName: "Ada", lastName: "Obi", email, phone: "", address: "", role: "creator", isAdmin: false };
    expect(await profileOf(body.token)).toMatchObject(known);

    const again = await googleAuth({ credential: await credential({ email: "moved@gmail.com" }), role: "listener" });
    expect(again).toMatchObject({ status: 200, body: { role: "creator", userId: body.userId } });
    expect((await given.world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toEqual([]);
  });

  it.each([
    ["Orin", "Support"],
    ["www.free-tokens.example", "Now"],
  ])("takes no name that the sign-up would refuse: %s %s", async (given_name, family_name) => {
    const { credential } = somebody();
    const proof = { credential: await credential({ given_name, family_name }), role: "listener" };
    const { status, body } = await googleAuth(proof);
    expect(status).toBe(200);
    expect(await profileOf(body.token)).toMatchObject({ firstName: "", lastName: "" });
  });

  it("opens one session with a token and refuses it afterwards, in another process, too", async () => {
    const { credential } = somebody();
    const proof = { credential: await credential(), role: "listener" };
    expect(await googleAuth(proof)).toMatchObject({ status: 200 });
    const refused = { status: 401, body: { error: "Google authentication failed", code: "google_refused" } };
    expect(await googleAuth(proof)).toMatchObject(refused);
    expect(await googleAuth(proof, given.world.another().call)).toMatchObject(refused);
    const race = { credential: await credential() };
    const answers = await Promise.all([1, 2, 3, 4].map(() => googleAuth(race)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401, 401]);
  });

  it.each([
    ["no credential", {}],
    ["one for another service", { aud: "somebody.else" }],
    ["one that has expired", { exp: 1_000_000 }],
    ["one of an unproved address", { email_verified: false }],
  ])("refuses %s with the documented text", async (_what, claims) => {
    const { email, credential } = somebody();
    const body = {
      name: "Ada Obi",
      email,
      role: "listener",
      ...(Object.keys(claims).length > 0 && { credential: await credential(claims) }),
    };
    expect(await googleAuth(body)).toMatchObject({ status: 401, body: { error: "Google authentication failed" } });
    expect(await given.people.login(email)).toMatchObject({ status: 401 });
  });

  it("answers with the documented text where Google is not configured", async () => {
    await using without = await openTestAccounts();
    const body = { name: "Ada Obi", email: somebody().email };
    expect(await googleAuth(body, without.call)).toMatchObject({
      ...{ status: 404, body: { error: "Google authentication failed" } },
    });
  });

  it("refuses a token under another person's email", async () => {
    const { email } = await given.people.member();
    const { credential } = somebody();
    expect(await googleAuth({ email, credential: await credential(), role: "listener" })).toMatchObject({
      status: 401,
    });
  });

  it("says that Google cannot be reached, and takes the same token afterwards", async () => {
    await using away = await startTestIssuer();
    const google = { googleClientId: TEST_CLIENT_ID, googleIssuer: away.url };
    await using other = await openTestAccounts({ google });
    const claims = { sub: "1", email: "late@gmail.com" };
    const proof = { credential: await away.sign(claims, { now: other.deps.now() }), role: "listener" };
    away.isReachable = false;
    expect(await googleAuth(proof, other.call)).toMatchObject({ status: 503, body: { code: "identity_unavailable" } });
    away.isReachable = true;
    expect(await googleAuth(proof, other.call)).toMatchObject({ status: 200 });
  });

  it("is not there without the setting", async () => {
    await using plain = await openTestAccounts();
    expect((await plain.call("GET", "/api/auth/google")).body).toEqual({});
    expect(await googleAuth({ credential: "x" }, plain.call)).toMatchObject({ status: 404 });
    const scriptUrl = `${given.issuer.url}/gsi/client`;
    expect((await given.world.call("GET", "/api/auth/google")).body).toEqual({ clientId: TEST_CLIENT_ID, scriptUrl });
  });
});

describe("an account of the same address", () => {
  it("is linked when its owner has verified it and the address is Google's to give; the password goes on working", async () => {
    const { email, credential } = somebody();
    await given.people.signup(email);
    await given.people.verify(email, await given.world.codeFor(email));
    const { body } = await given.people.login(email);
    const linked = await googleAuth({ credential: await credential() });
    expect(linked).toMatchObject({ status: 200, body: { userId: body.userId } });
    expect(await given.people.login(email)).toMatchObject({ status: 200 });
    expect(await profileOf(body.token)).toMatchObject({ firstName: "Adaeze" });
  });

  it("is not opened by a token of an address that somebody else may hold by now", async () => {
    const { email, credential } = somebody({ domain: "old-company.example" });
    await given.people.signup(email);
    await given.people.verify(email, await given.world.codeFor(email));
    expect(await googleAuth({ credential: await credential() })).toMatchObject({
      status: 409,
      body: { code: "google_unlinked", error: "This email already has an account. Please log in with your password." },
    });
    expect(await googleAuth({ credential: await credential({ hd: "old-company.example" }) })).toMatchObject({
      status: 200,
    });
  });

  it("that nobody verified is handed over without what its maker knew: password, name and open codes", async () => {
    const { email, credential } = somebody();
    await given.people.signup(email, { firstName: "Mallory", phone: "0803 999 9999" });
    const { status, body } = await googleAuth({ credential: await credential() });
    expect(status).toBe(200);
    // What ends the maker's sessions has run, in the very millisecond in which this one began.
    expect(await given.world.deps.store.settle()).toBe(true);
    expect(await profileOf(body.token)).toMatchObject({
      firstName: "Ada",
      lastName: "Obi",
      phone: "",
      address: "",
      email,
    });
    expect(await given.people.login(email, TEST_PASSWORD)).toMatchObject({ status: 401 });
    await given.world.call("POST", "/api/auth/forgot-password", { body: { email } });
    const reset = { email, otp: await given.world.codeFor(email), newPassword: "Own-Word-2026!" };
    expect(await given.world.call("POST", "/api/auth/reset-password", { body: reset })).toMatchObject({ status: 200 });
    expect(await given.people.login(email, "Own-Word-2026!")).toMatchObject({
      status: 200,
      body: { userId: body.userId },
    });
  });

  it("that two tokens claim at once is made once", async () => {
    const { credential } = somebody();
    const proofs = await Promise.all([credential(), credential()]);
    const answers = await Promise.all(proofs.map((proof) => googleAuth({ credential: proof, role: "listener" })));
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(1);
    expect(await googleAuth({ credential: await credential() })).toMatchObject({ status: 200 });
    const ids = answers.flatMap((answer) => answer.status === 200 ? [answer.body.userId] : []);
    expect(new Set(ids).size).toBe(1);
  });
});
