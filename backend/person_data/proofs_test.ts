import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GoogleAccounts, openGoogleAccounts } from "../testing/google.ts";
import { otherCode } from "../testing/people.ts";
import { closeAccount } from "../accounts/closing/close.ts";

let given: GoogleAccounts;
beforeAll(async () => {
  given = await openGoogleAccounts();
});
afterAll(() => given[Symbol.asyncDispose]());

let count = 0;

/** A person who joined with Google and has no password. */
async function joined() {
  const email = `leaving${++count}@gmail.com`;
  const claims = { sub: `leaving-${count}`, email, name: "Ada Obi" };
  const credential = () => given.issuer.sign(claims, { now: given.world.deps.now() });
  const { body } = await googleAuth({ credential: await credential(), role: "listener" });
  return { email, credential, token: String(body.token), userId: String(body.userId) };
}

const googleAuth = (body: Record<string, unknown>) => given.world.call("POST", "/api/auth/googleAuth", { body });
const close = (token: string, body: Record<string, unknown>) =>
  given.world.call("POST", "/api/v1/me/close", { token, body });
const askCode = (token?: string) => given.world.call("POST", "/api/v1/me/closing/code", { token });
const isOpen = async (token: string) => (await given.world.call("GET", "/api/auth/profile", { token })).status === 200;

describe("closing an account without its password", () => {
  it("takes Google's word for the person who opens the account, and for nobody else", async () => {
    const [ada, bola] = [await joined(), await joined()];
    const wrong = { status: 400, body: { code: "wrong_google" } };
    expect(await close(ada.token, { credential: await bola.credential() })).toMatchObject(wrong);
    expect(await close(ada.token, { credential: "no token" })).toMatchObject(wrong);
    const stranger = await given.issuer.sign({ sub: "nobody", email: ada.email }, { now: given.world.deps.now() });
    expect(await close(ada.token, { credential: stranger })).toMatchObject(wrong);
    expect(await isOpen(ada.token)).toBe(true);
    expect(await close(ada.token, { credential: await ada.credential() })).toMatchObject({ status: 200 });
    expect(await isOpen(ada.token)).toBe(false);
    expect(await isOpen(bola.token)).toBe(true);
  });

  it("does not take a token of Google's that has opened a session already", async () => {
    const ada = await joined();
    const credential = await ada.credential();
    expect(await googleAuth({ credential })).toMatchObject({ status: 200 });
    expect(await close(ada.token, { credential })).toMatchObject({ status: 400, body: { code: "wrong_google" } });
    expect(await isOpen(ada.token)).toBe(true);
  });

  it("takes a code by mail, once and from its owner", async () => {
    const [ada, bola] = [await joined(), await joined()];
    expect(await askCode()).toMatchObject({ status: 401 });
    expect(await askCode(ada.token)).toMatchObject({
      status: 200,
      body: { message: "A code is on its way to your email" },
    });
    const otp = await given.world.codeFor(ada.email);
    const wrong = { status: 400, body: { code: "bad_code", fields: { otp: "Invalid verification code" } } };
    expect(await close(bola.token, { otp })).toMatchObject(wrong);
    expect(await close(ada.token, { otp: otherCode(otp) })).toMatchObject(wrong);
    expect(await isOpen(ada.token)).toBe(true);
    expect(await close(ada.token, { otp })).toMatchObject({ status: 200 });
    expect((await given.world.mailsTo(ada.email)).map((mail) => mail.subject)).toContain(
      "Your code to delete your Orin account",
    );
  });

  it("takes no code that was mailed for something else, and no second proof that is wrong", async () => {
    const ada = await joined();
    await given.world.call("POST", "/api/auth/forgot-password", { body: { email: ada.email } });
    expect(await close(ada.token, { otp: await given.world.codeFor(ada.email) })).toMatchObject({ status: 400 });
    const mixed = { credential: await ada.credential(), password: "guessed" };
    expect(await close(ada.token, mixed)).toMatchObject({ status: 400, body: { code: "wrong_password" } });
    expect(await isOpen(ada.token)).toBe(true);
  });

  it.each([{}, { password: "" }, { otp: "1234" }, { credential: "" }, { credential: 5 }, { otp: null }])(
    "refuses %j",
    async (body) => {
      const { token } = await given.people.member();
      expect((await close(token, body)).status).toBe(400);
      expect(await isOpen(token)).toBe(true);
    },
  );
});

describe("an account that its owner has closed", () => {
  it("is opened again with Google, by the same token that was refused", async () => {
    const ada = await joined();
    await close(ada.token, { credential: await ada.credential() });
    const proof = { credential: await ada.credential() };
    expect(await googleAuth(proof)).toMatchObject({ status: 403, body: { code: "account_closing" } });
    // Sessions from before the closing end, however late the service learns of it.
    given.world.pass(1_000);
    const back = await googleAuth({ ...proof, reopen: true });
    expect(back).toMatchObject({ status: 200, body: { userId: ada.userId } });
    expect(await isOpen(String(back.body.token))).toBe(true);
    expect(await googleAuth({ credential: await ada.credential() })).toMatchObject({ status: 200 });
  });

  it("stays closed for another person, and where an admin has closed it", async () => {
    const [ada, bola] = [await joined(), await joined()];
    await closeAccount(given.world.deps, { userId: ada.userId, by: "admin", metadata: { actor: "system:test" } });
    expect(await googleAuth({ credential: await bola.credential(), reopen: true })).toMatchObject({
      status: 200,
      body: { userId: bola.userId },
    });
    expect(await googleAuth({ credential: await ada.credential(), reopen: true })).toMatchObject({
      status: 403,
      body: { code: "account_closed" },
    });
    expect(await googleAuth({ credential: await ada.credential() })).toMatchObject({ status: 403 });
  });
});
