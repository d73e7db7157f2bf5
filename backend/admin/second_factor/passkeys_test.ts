import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import type { Call } from "../../testing/call.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";
import { secondFactorStream } from "./events.ts";
import { codeAt } from "./totp.ts";

const [ADA, BOLA] = ["ada@orin.example", "bola@orin.example"];
const PATH = "/api/v1/admin/second-factor";
const STEP_MS = 30_000;

let world: TestAccounts;
let site: Site;
beforeEach(async () => {
  world = await openTestAccounts();
  const { hostname: id, origin } = new URL(world.deps.config.publicUrl);
  site = { id, origin, isVerified: true };
  for (const email of [ADA, BOLA]) await ensureFirstAdmin(world.deps, { email, password: TEST_PASSWORD });
  return () => world[Symbol.asyncDispose]();
});

const logIn = (email: string, more: object = {}, call: Call = world.call) =>
  call("POST", "/api/v1/admin/login", { body: { email, password: TEST_PASSWORD, ...more } });

/** An admin with an app, and a code of it that was not used. */
async function enrol(email: string) {
  const { body: { token, userId } } = await logIn(email);
  const { body: { setup, secret } } = await world.call("POST", `${PATH}/setup`, { token });
  const code = () => {
    world.pass(STEP_MS);
    return codeAt(secret, world.deps.now());
  };
  expect((await world.call("POST", PATH, { token, body: { setup, code: code() } })).status).toBe(200);
  return { token: String(token), userId: String(userId), code };
}

async function add(
  { token, code }: { token: string; code: () => string },
  passkey = new SoftPasskey(),
  name = "Laptop",
) {
  const { body: { options } } = await world.call("POST", `${PATH}/passkeys/options`, { token, body: { code: code() } });
  const body = { name, response: passkey.create(options, site) };
  return { passkey, answer: await world.call("POST", `${PATH}/passkeys`, { token, body }), body };
}

/** What a log-in with the password alone asks of a passkey. */
const asked = async (email = ADA) => (await logIn(email)).body.passkey;

describe("a passkey", () => {
  it("takes the place of the app's code, once for each challenge and process", async () => {
    const ada = await enrol(ADA);
    expect((await logIn(ADA)).body).not.toHaveProperty("passkey");
    const { passkey, answer } = await add(ada);
    expect(answer).toMatchObject({ status: 200, body: { passkeys: [{ name: "Laptop" }] } });
    const options = await asked();
    expect(options).toMatchObject({
      rpId: site.id,
      userVerification: "required",
      allowCredentials: [{ id: passkey.id }],
    });
    const response = passkey.sign(options, site);
    expect((await logIn(ADA, { passkey: response }, world.another().call)).body).toMatchObject({ standing: "works" });
    expect((await logIn(ADA, { passkey: response })).body.code).toBe("second_factor_wrong");
    const next = passkey.sign(await asked(), site);
    const both = await Promise.all(
      [world.call, world.another().call].map((call) => logIn(ADA, { passkey: next }, call)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await logIn(ADA, { code: ada.code() })).status).toBe(200);
    expect((await world.mailsTo(ADA)).map(({ subject }) => subject)).toContain("You have a new passkey");
  });

  it("needs the password first, in the words of before", async () => {
    const { passkey } = await add(await enrol(ADA));
    const response = passkey.sign(await asked(), site);
    const wrong = await logIn(ADA, { password: "wrong", passkey: response });
    expect(wrong).toMatchObject({ status: 401, body: { code: "bad_credentials" } });
    expect((await logIn(ADA, { password: "wrong" })).body).not.toHaveProperty("passkey");
    expect((await logIn(ADA, { passkey: response })).status).toBe(200);
  });

  it("is refused from another site, without a finger or PIN, by another key, and as a copy that counts backwards", async () => {
    const { passkey } = await add(await enrol(ADA));
    const tryWith = async (more: Partial<Site>, by = passkey) =>
      (await logIn(ADA, { passkey: by.sign(await asked(), { ...site, ...more }) })).status;
    expect(await tryWith({ origin: "https://orin.evil.example" })).toBe(401);
    expect(await tryWith({ id: "evil.example" })).toBe(401);
    expect(await tryWith({ isVerified: false })).toBe(401);
    expect(await tryWith({ isGoneSour: true })).toBe(401);
    expect(await tryWith({}, new SoftPasskey({ id: passkey.id }))).toBe(401);
    expect(await tryWith({}, new SoftPasskey())).toBe(401);
    world.pass(60_000);
    passkey.count = 5;
    expect(await tryWith({})).toBe(200);
    passkey.count = 3;
    expect(await tryWith({})).toBe(401);
    passkey.count = 7;
    expect(await tryWith({})).toBe(200);
  });

  it("answers only what it was asked, by the same admin, within five minutes", async () => {
    const [ada, bola] = [await enrol(ADA), await enrol(BOLA)];
    const { passkey } = await add(ada);
    await add(bola, passkey);
    const ofBola = await asked(BOLA);
    expect((await logIn(ADA, { passkey: passkey.sign(ofBola, site) })).status).toBe(401);
    const { body: { options } } = await world.call("POST", `${PATH}/passkeys/options`, {
      token: ada.token,
      body: { code: ada.code() },
    });
    expect((await logIn(ADA, { passkey: passkey.sign(options, site) })).status).toBe(401);
    expect((await logIn(ADA, { passkey: passkey.sign({ challenge: "made-up" }, site) })).status).toBe(401);
    for (const passkey of [{}, { id: 7 }, { id: "x", response: null }]) {
      expect(await logIn(ADA, { passkey })).toMatchObject({ status: 401, body: { code: "second_factor_wrong" } });
    }
    world.pass(60_000);
    const late = await asked();
    world.pass(5 * 60_000);
    expect((await logIn(ADA, { passkey: passkey.sign(late, site) })).status).toBe(401);
    world.pass(60_000);
    expect((await logIn(ADA, { passkey: passkey.sign(await asked(), site) })).status).toBe(200);
  });

  it("is added with a code and a fresh password, and its log holds no key in clear", async () => {
    const ada = await enrol(ADA);
    const options = (code: string) =>
      world.call("POST", `${PATH}/passkeys/options`, { token: ada.token, body: { code } });
    expect(await options("000000")).toMatchObject({ status: 400, body: { code: "bad_code" } });
    const bola = (await logIn(BOLA)).body.token;
    expect((await world.call("POST", `${PATH}/passkeys/options`, { token: bola, body: { code: "000000" } })).status)
      .toBe(409);
    const { passkey, body, answer } = await add(ada);
    expect(answer.status).toBe(200);
    expect(await world.call("POST", `${PATH}/passkeys`, { token: ada.token, body })).toMatchObject({
      status: 400,
      body: { code: "bad_code" },
    });
    const unverified = new SoftPasskey();
    const { body: { options: asked } } = await options(ada.code());
    const made = { name: "x", response: unverified.create(asked, { ...site, isVerified: false }) };
    expect((await world.call("POST", `${PATH}/passkeys`, { token: ada.token, body: made })).status).toBe(400);
    const stored = JSON.stringify(await world.deps.store.readStream("social", secondFactorStream(ada.userId)));
    expect(stored).toContain("PasskeyAdded");
    for (const clear of [passkey.id, "Laptop"]) expect(stored).not.toContain(clear);
    world.pass(15 * 60_000);
    expect((await options(ada.code())).body.code).toBe("password_needed");
  });

  it("is removed with a code, and goes with a reset", async () => {
    const ada = await enrol(ADA);
    const [first, second] = [await add(ada), await add(ada, new SoftPasskey(), "Phone")];
    const [{ passkeyId }] = second.answer.body.passkeys;
    const remove = (code: string, id = passkeyId) =>
      world.call("POST", `${PATH}/passkeys/${id}/remove`, { token: ada.token, body: { code } });
    expect((await remove("000000")).status).toBe(400);
    expect((await remove(ada.code(), ada.userId)).status).toBe(404);
    const removed = await remove(ada.code());
    expect(removed.body.passkeys).toMatchObject([{ name: "Phone" }]);
    const signed = async (passkey: SoftPasskey) =>
      (await logIn(ADA, { passkey: passkey.sign(await asked() ?? { challenge: "none" }, site) })).status;
    expect(await signed(first.passkey)).toBe(401);
    expect(await signed(second.passkey)).toBe(200);
    const { body: { token } } = await logIn(BOLA);
    const reset = { token, body: { reason: "Her bag was stolen" } };
    expect((await world.call("POST", `/api/v1/admin/team/${ada.userId}/second-factor/reset`, reset)).status).toBe(200);
    const again = await enrol(ADA);
    expect((await world.call("GET", PATH, { token: again.token })).body.passkeys).toEqual([]);
    expect(await signed(second.passkey)).toBe(401);
  });
});

interface Site {
  /** The relying party's id, and the origin of the page. */
  readonly id: string;
  readonly origin: string;
  /** Whether a finger or a PIN was shown. */
  readonly isVerified: boolean;
  /** The signature is of something else. */
  readonly isGoneSour?: boolean;
}

/** What a phone or a security key does, in software. */
class SoftPasskey {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id: string;
  count = 0;

  constructor({ id = randomBytes(16).toString("base64url") }: { id?: string } = {}) {
    this.id = id;
  }

  create({ challenge }: { challenge: string }, site: Site) {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const id = Buffer.from(this.id, "base64url");
    // COSE: an elliptic curve key (2), ES256 (-7), P-256 (1).
    const key = [Buffer.from("a5010203262001215820", "hex"), fromUrl(x), Buffer.from("225820", "hex"), fromUrl(y)];
    const made = [Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key];
    const data = Buffer.concat([this.#data(site, 0x40), ...made]);
    // CBOR: { fmt: "none", attStmt: {}, authData }.
    const head = Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex");
    const attestationObject = Buffer.concat([head, Buffer.from([0x58, data.length]), data]).toString("base64url");
    return this.#answer({ clientDataJSON: said("webauthn.create", challenge, site), attestationObject });
  }

  sign({ challenge }: { challenge: string }, site: Site) {
    const clientDataJSON = said("webauthn.get", challenge, site);
    const data = this.#data(site, 0);
    const what = Buffer.concat([data, createHash("sha256").update(fromUrl(clientDataJSON)).digest()]);
    const signature = sign("sha256", site.isGoneSour ? randomBytes(69) : what, this.#keys.privateKey);
    const [authenticatorData, signed] = [data.toString("base64url"), signature.toString("base64url")];
    return this.#answer({ clientDataJSON, authenticatorData, signature: signed });
  }

  #answer(response: object) {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {}, response };
  }

  #data({ id, isVerified }: Site, flags: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.count);
    const present = 0x01 | (isVerified ? 0x04 : 0);
    return Buffer.concat([createHash("sha256").update(id).digest(), Buffer.from([present | flags]), count]);
  }
}

function said(type: string, challenge: string, { origin }: Site): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
}

function fromUrl(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
