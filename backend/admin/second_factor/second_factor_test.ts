import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { credentialChanges } from "../../../projections/accounts/credential_changes.ts";
import { ensureFirstAdmin } from "../../accounts/account/make_admin.ts";
import { rebuild } from "../../store/projections/rebuild.ts";
import { type Call } from "../../testing/call.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { inviteAdmin } from "../../testing/people_fixtures.ts";
import { TEST_PASSWORD } from "../../testing/people.ts";
import { readIndependence } from "../../approvals/reads.ts";
import { secondFactorStream } from "./events.ts";
import { codeAt } from "./totp.ts";

const [ADA, BOLA] = ["ada@orin.example", "bola@orin.example"];
const STEP_MS = 30_000;
const HOUR_MS = 3_600_000;
const PATH = "/api/v1/admin/second-factor";

let world: TestAccounts;
beforeEach(async () => {
  world = await openTestAccounts();
  for (const email of [ADA, BOLA]) await ensureFirstAdmin(world.deps, { email, password: TEST_PASSWORD });
  return () => world[Symbol.asyncDispose]();
});

async function logIn(email: string, { code, password = TEST_PASSWORD, call = world.call }: {
  readonly code?: string | undefined;
  readonly password?: string;
  readonly call?: Call;
} = {}) {
  const { status, body } = await call("POST", "/api/v1/admin/login", { body: { email, password, code } });
  const { code: refused, message, standing, token, userId } = body;
  return { status, refused, message, standing, token: String(token), userId: String(userId) };
}

const now = (secret: string, steps = 0) => codeAt(secret, world.deps.now() + steps * STEP_MS);
/** Six digits that are no code of now. */
function wrong(secret: string): string {
  const right = [-1, 0, 1].map((steps) => now(secret, steps));
  return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "";
}

/** Links an app; the step of its first code is over afterwards. */
async function enrol(email: string, { token }: { token?: string } = {}) {
  const session = token ?? (await logIn(email)).token;
  const { body: { setup, secret, address } } = await world.call("POST", `${PATH}/setup`, { token: session });
  const body = { setup, code: now(secret) };
  const answer = await world.call("POST", PATH, { token: session, body });
  expect(answer.status).toBe(200);
  world.pass(STEP_MS);
  const recoveryCodes: string[] = answer.body.recoveryCodes;
  return { secret: String(secret), address: String(address), recoveryCodes, token: session, answer };
}

describe("an admin's second factor", () => {
  it("is an app that has shown a code, with ten recovery codes, of which the log holds hashes", async () => {
    const { answer, secret, address, recoveryCodes, token } = await enrol(ADA);
    expect(answer.body).toMatchObject({ since: "2026-06-01T12:00:00.000Z", recoveryCodesLeft: 10, isRequired: false });
    expect(address).toContain(`otpauth://totp/Orin%20back%20office:ada%40orin.example?`);
    expect(address).toContain(`secret=${secret}`);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const { userId } = await logIn(ADA, { code: now(secret) });
    const events = await world.deps.store.readStream("social", secondFactorStream(userId));
    expect(events.map(({ type, metadata }) => [type, metadata.actor])).toEqual([
      ["SecondFactorEnrolled", `user:${userId}`],
    ]);
    const stored = JSON.stringify(events);
    for (const clear of [secret, ...recoveryCodes]) expect(stored).not.toContain(clear);
    expect((await world.call("GET", PATH, { token })).body).not.toHaveProperty("secret");
    expect((await world.mailsTo(ADA)).map(({ subject }) => subject)).toContain("Your second factor is on");
  });

  it("is asked for after the password alone, in words of its own", async () => {
    const { secret } = await enrol(ADA);
    expect(await logIn(ADA, { password: "wrong" })).toMatchObject({ status: 401, refused: "bad_credentials" });
    expect(await logIn(ADA, { password: "wrong", code: now(secret) }))
      .toMatchObject({ status: 401, refused: "bad_credentials", message: "wrong password or wrong username" });
    const asked = { status: 401, refused: "second_factor_required", token: "undefined" };
    expect(await logIn(ADA)).toMatchObject({
      ...asked,
      message: "Please enter the code of your authenticator app",
    });
    expect(await logIn(ADA, { code: " " })).toMatchObject(asked);
    const all = Array.from({ length: 10 }, () => "7Q2M-X0KD-9RHT").join(" ");
    expect(await logIn(ADA, { code: all })).toMatchObject({ status: 400, message: "Please enter one code" });
    expect(await logIn(ADA, { code: wrong(secret) })).toMatchObject({ status: 401, refused: "second_factor_wrong" });
    expect(await logIn(ADA, { code: now(secret) })).toMatchObject({ status: 200, standing: "works" });
    expect(await logIn(BOLA)).toMatchObject({ status: 200, standing: "works" });
  });

  it("takes the code before and the one after, each once, and none that is older than the last", async () => {
    const { secret } = await enrol(ADA);
    world.pass(10 * STEP_MS);
    for (const steps of [-2, 2]) expect((await logIn(ADA, { code: now(secret, steps) })).status).toBe(401);
    expect((await logIn(ADA, { code: now(secret, -1) })).status).toBe(200);
    expect((await logIn(ADA, { code: now(secret, -1) })).refused).toBe("second_factor_wrong");
    expect((await logIn(ADA, { code: now(secret, 1) })).status).toBe(200);
    expect((await logIn(ADA, { code: now(secret) })).status).toBe(401);
    world.pass(STEP_MS);
    expect((await logIn(ADA, { code: now(secret) })).status).toBe(401);
    world.pass(STEP_MS);
    const typed = now(secret);
    expect((await logIn(ADA, { code: `${typed.slice(0, 3)} ${typed.slice(3)}` })).status).toBe(200);
  });

  it("counts once, also when two processes are asked together", async () => {
    const { secret, recoveryCodes } = await enrol(ADA);
    const other = world.another();
    for (const code of [now(secret), recoveryCodes[0]]) {
      const answers = await Promise.all(
        [world.call, other.call, world.call, other.call].map((call) => logIn(ADA, { code, call })),
      );
      expect(answers.map(({ status }) => status).toSorted(), code).toEqual([200, 401, 401, 401]);
    }
  });

  it("cannot be linked with the code of its first moment once more", async () => {
    const { token } = await logIn(ADA);
    const { body: { setup, secret } } = await world.call("POST", `${PATH}/setup`, { token });
    const body = { setup, code: now(secret) };
    const answers = await Promise.all([1, 2].map(() => world.call("POST", PATH, { token, body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await logIn(ADA, { code: now(secret) })).status).toBe(401);
  });

  it("is linked by nobody else's setup, no old one, and no wrong code", async () => {
    const [ada, bola] = [await logIn(ADA), await logIn(BOLA)];
    const begin = async (token: string) => (await world.call("POST", `${PATH}/setup`, { token })).body;
    const link = (token: string, body: object) => world.call("POST", PATH, { token, body });
    const { setup, secret } = await begin(ada.token);
    expect(await link(bola.token, { setup, code: now(secret) })).toMatchObject({ status: 410 });
    expect(await link(ada.token, { setup: "made up", code: now(secret) })).toMatchObject({ status: 410 });
    expect(await link(ada.token, { setup, code: wrong(secret) })).toMatchObject({
      status: 400,
      body: { code: "bad_code" },
    });
    world.pass(15 * 60_000);
    expect(await link(ada.token, { setup, code: now(secret) })).toMatchObject({ status: 410 });
    expect(await logIn(ADA)).toMatchObject({ status: 200 });
  });
});

describe("a recovery code", () => {
  it("takes the place of the app's code once, however it is typed, and the admin has a mail", async () => {
    const { recoveryCodes: [first = "", second = ""] } = await enrol(ADA);
    expect((await logIn(ADA, { code: first.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
    expect(await logIn(ADA, { code: first })).toMatchObject({
      ...{ status: 401, refused: "second_factor_wrong" },
      message: "This recovery code is not right, or it was used before",
    });
    expect((await logIn(BOLA, { code: second })).status).toBe(200);
    const { token } = await logIn(ADA, { code: second });
    expect((await world.call("GET", PATH, { token })).body.recoveryCodesLeft).toBe(8);
    const [mail] = (await world.mailsTo(ADA)).filter(({ subject }) => subject === "A recovery code was used");
    expect(mail?.text).toContain("You have 8 left.");
  });

  it("is of nobody else", async () => {
    const { recoveryCodes: [code] } = await enrol(ADA);
    await enrol(BOLA);
    expect((await logIn(BOLA, { code })).status).toBe(401);
    expect((await logIn(ADA, { code })).status).toBe(200);
  });

  it("is replaced with a code of the app, and not without", async () => {
    const { secret, recoveryCodes: [before], token } = await enrol(ADA);
    const renew = (code: string) => world.call("POST", `${PATH}/recovery-codes`, { token, body: { code } });
    expect(await renew(wrong(secret))).toMatchObject({ status: 400, body: { code: "bad_code" } });
    const { status, body } = await renew(now(secret));
    expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
    expect((await logIn(ADA, { code: before })).status).toBe(401);
    expect((await logIn(ADA, { code: body.recoveryCodes[0] })).status).toBe(200);
  });
});

describe("guessing a code with the right password", () => {
  it("is slowed down, also when the guesses arrive together, and is in the log and in a mail", async () => {
    const { secret, recoveryCodes: [recovery] } = await enrol(ADA);
    const guesses = await Promise.all(Array.from({ length: 40 }, () => logIn(ADA, { code: wrong(secret) })));
    const looked = guesses.filter(({ refused }) => refused === "second_factor_wrong");
    expect(looked).toHaveLength(10);
    expect(
      guesses.filter(({ status }) => status === 429),
      JSON.stringify(guesses.filter(({ status }) => status !== 429 && status !== 401)),
    ).toHaveLength(30);
    expect((await logIn(ADA, { code: now(secret) })).status).toBe(429);
    const { userId } = await logIn(ADA, { code: recovery });
    const failed = (await world.deps.store.readStream("social", `admin_login/${userId}`)).filter(({ type }) =>
      type === "AdminLoginFailed"
    );
    expect(failed.map(({ data }) => Object(data).because)).toEqual(Array(10).fill("second_factor_wrong"));
    expect(JSON.stringify(failed)).not.toContain(wrong(secret));
    const warned = (await world.mailsTo(ADA)).filter(({ subject }) => /Wrong codes/.test(subject));
    expect(warned).toHaveLength(1);
  });

  it("ends before twenty tries a day", async () => {
    const { secret } = await enrol(ADA);
    let looked = 0;
    for (let minute = 0; minute < 24 * 60; minute += 15) {
      world.pass(15 * 60_000);
      if ((await logIn(ADA, { code: wrong(secret) })).status === 401) looked++;
    }
    expect(looked).toBeGreaterThan(15);
    expect(looked).toBeLessThan(20);
    world.pass(3 * HOUR_MS);
    expect((await logIn(ADA, { code: now(secret) })).status).toBe(200);
    expect((await logIn(ADA, { code: wrong(secret) })).status).toBe(401);
    world.pass(STEP_MS);
    expect((await logIn(ADA, { code: now(secret) })).status).toBe(200);
  });
});

describe("changing one's own app", () => {
  it("needs a code of the one before, and ends the other sessions", async () => {
    const { secret: before, token, recoveryCodes: [recovery, other = ""] } = await enrol(ADA);
    const elsewhere = await logIn(ADA, { code: now(before) });
    world.pass(STEP_MS);
    const { body: { setup, secret } } = await world.call("POST", `${PATH}/setup`, { token });
    const change = (more: object) => world.call("POST", PATH, { token, body: { setup, code: now(secret), ...more } });
    expect(await change({})).toMatchObject({ status: 400, body: { code: "bad_code" } });
    expect((await change({ currentCode: wrong(before) })).status).toBe(400);
    expect((await change({ currentCode: now(secret) })).status).toBe(400);
    expect((await logIn(ADA, { code: now(before) })).status).toBe(200);
    world.pass(STEP_MS);
    expect((await change({ currentCode: now(before) })).status).toBe(200);
    expect((await world.call("GET", PATH, { token: elsewhere.token })).status).toBe(401);
    world.pass(STEP_MS);
    for (const code of [now(before), recovery, other]) expect((await logIn(ADA, { code })).status).toBe(401);
    expect((await logIn(ADA, { code: now(secret) })).status).toBe(200);
  });

  it("needs a fresh password", async () => {
    const { token } = await logIn(ADA);
    world.pass(15 * 60_000 + 1);
    expect((await world.call("POST", `${PATH}/setup`, { token })).body.code).toBe("password_needed");
  });

  it("is a conflict where another one was linked meanwhile", async () => {
    const { token } = await logIn(ADA);
    const { body: { setup, secret } } = await world.call("POST", `${PATH}/setup`, { token });
    const first = await enrol(ADA, { token });
    const body = { setup, code: now(secret), currentCode: now(first.secret) };
    expect(await world.call("POST", PATH, { token, body })).toMatchObject({ status: 409, body: { code: "conflict" } });
  });
});

describe("a reset", () => {
  const reason = "Her phone fell into the lagoon";
  const reset = (token: string, userId: string, body: object = { reason }) =>
    world.call("POST", `/api/v1/admin/team/${userId}/second-factor/reset`, { token, body });

  it("is by an owner of another side alone, says why, and tells the team", async () => {
    const { secret, token: ada } = await enrol(ADA);
    const adaId = (await logIn(ADA, { code: now(secret) })).userId;
    const { token: bola, userId: bolaId } = await logIn(BOLA);
    const puppet = await inviteAdmin(world.deps, { by: { userId: adaId }, confirmedBy: { userId: bolaId } });
    const support = await inviteAdmin(world.deps, {
      by: { userId: bolaId },
      confirmedBy: { userId: adaId },
      role: "support",
    });
    expect((await reset(ada, adaId)).body.code).toBe("own_account");
    expect((await reset(puppet.token, adaId)).body.code).toBe("not_independent");
    expect((await reset(support.token, adaId)).body.code).toBe("role_forbidden");
    expect((await reset(bola, adaId, { reason: "short" })).status).toBe(400);
    expect((await world.call("GET", "/api/v1/admin/team", { token: bola })).body.members).toContainEqual(
      expect.objectContaining({ userId: adaId, secondFactorSince: expect.any(String), mayResetSecondFactor: true }),
    );
    expect((await reset(bola, adaId)).status).toBe(200);
    expect((await reset(bola, adaId)).body.code).toBe("already_decided");
    expect((await world.call("GET", PATH, { token: ada })).status).toBe(401);
    expect((await logIn(ADA)).status).toBe(200);
    for (const email of [ADA, BOLA]) {
      const [mail] = (await world.mailsTo(email)).filter(({ subject }) => /factor was reset/.test(subject));
      expect(mail?.text).toContain("Bola reset it");
    }
    const last = (await world.deps.store.readStream("social", secondFactorStream(adaId))).at(-1);
    expect(last).toMatchObject({ type: "SecondFactorReset", metadata: { actor: `user:${bolaId}` } });
    expect(JSON.stringify(last)).not.toContain("lagoon");
  });

  it("lets two approvals not count together for 72 hours, and an own change does", async () => {
    const { secret } = await enrol(ADA);
    const ada = (await logIn(ADA, { code: now(secret) })).userId;
    const bola = await logIn(BOLA);
    const areTwo = async (other = bola.userId) =>
      (await readIndependence(world.deps.store.sql, world.deps.now()))(ada, other);
    expect(await areTwo()).toBe(true);
    expect((await reset(bola.token, ada)).status).toBe(200);
    expect(await areTwo()).toBe(false);
    const puppet = await inviteAdmin(world.deps, { by: bola, confirmedBy: { userId: ada } });
    expect(await areTwo(puppet.userId)).toBe(false);
    world.pass(72 * HOUR_MS - 1);
    expect(await areTwo()).toBe(false);
    world.pass(1);
    expect(await areTwo()).toBe(true);
    expect((await rebuild({ ownerUrl: world.test.ownerUrl, projection: credentialChanges })).differences).toEqual([]);
  });
});

describe("in production", () => {
  let production: TestAccounts;
  beforeAll(async () => {
    production = await openTestAccounts({ production: true });
    for (const email of [ADA, BOLA]) await ensureFirstAdmin(production.deps, { email, password: TEST_PASSWORD });
  });
  afterAll(() => production[Symbol.asyncDispose]());
  const codeNow = (secret: string) => codeAt(secret, production.deps.now());

  it("the log-in without a second factor opens its enrolment and no call of the back office", async () => {
    const first = await logIn(ADA, { call: production.call });
    expect(first).toMatchObject({ status: 200, standing: "needs_second_factor", token: expect.stringMatching(/\./) });
    for (const path of ["pending-payments", "admin/users", "admin/team", "admin/policy", "stats"]) {
      const answer = await production.call("GET", `/api/v1/${path}`, { token: first.token });
      expect(answer, path).toMatchObject({ status: 403, body: { code: "enrolment_needed" } });
    }
    const { token } = first;
    expect((await production.call("GET", PATH, { token })).body).toMatchObject({ since: null, isRequired: true });
    const secret = await linkWith(token);
    expect((await production.call("GET", "/api/v1/pending-payments", { token })).status).toBe(403);
    const { token: working, standing } = await logIn(ADA, { code: codeNow(secret), call: production.call });
    expect(standing).toBe("works");
    expect((await production.call("GET", "/api/v1/pending-payments", { token: working })).status).toBe(200);
  });

  it("an invited admin chooses a password before the second factor: who typed the first one knows it", async () => {
    const { call } = production;
    const { token: bola } = await logIn(BOLA, { call });
    const bolas = await linkWith(bola);
    const { token: working } = await logIn(BOLA, { code: codeNow(bolas), call });
    const [email, given, password] = ["chi@orin.example", "Given-out-2026!", "Nobody-knows-2026!"];
    const body = { fullName: "Chi Eze", email, password: given };
    expect((await call("POST", "/api/auth/create-admin", { token: working, body })).status).toBe(201);
    const { token, standing } = await logIn(email, { password: given, call });
    expect(standing).toBe("chooses_password");
    expect(await call("POST", `${PATH}/setup`, { token })).toMatchObject({
      status: 403,
      body: { code: "enrolment_needed" },
    });
    const chosen = { currentPassword: given, newPassword: password };
    expect((await call("POST", "/api/v1/admin/enrol", { token, body: chosen })).status).toBe(200);
    await production.deps.store.settle();
    production.pass(STEP_MS);
    expect((await logIn(email, { password, call })).standing).toBe("needs_second_factor");
    const secret = await linkWith(token);
    const last = await logIn(email, { password, code: codeNow(secret), call });
    expect(last.standing).toBe("waits_for_confirmation");
    expect((await call("GET", "/api/v1/pending-payments", { token: last.token })).status).toBe(403);
  });

  async function linkWith(token: string): Promise<string> {
    const { body: { setup, secret } } = await production.call("POST", `${PATH}/setup`, { token });
    const answer = await production.call("POST", PATH, { token, body: { setup, code: codeNow(secret) } });
    expect(answer.status).toBe(200);
    production.pass(STEP_MS);
    return secret;
  }
});
