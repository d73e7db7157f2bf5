import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CODES_A_DAY } from "../catalogue/own_code/give.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { type People, peopleOf, TEST_PERSON } from "../testing/people.ts";
import { sized } from "../testing/proof.ts";
import { solveWork } from "../testing/proof_of_work.ts";
import { addressOf } from "./address.ts";
import { isKnownDevice } from "./known_devices.ts";
import { Attempts, WORK_HEADER } from "./rate_limit.ts";

describe("addressOf()", () => {
  const seen = async (remote: string | undefined, forwarded?: string, trustedProxies?: readonly string[]) => {
    const app = new Hono().get("/", (c) => c.text(addressOf({ config: { trustedProxies } }, c)));
    const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    const env = remote === undefined ? undefined : { remoteAddr: { transport: "tcp", hostname: remote, port: 1 } };
    return await (await app.request("/", { headers }, env)).text();
  };

  it.each([
    ["197.210.1.2", undefined, "197.210.1.2"],
    ["::ffff:197.210.1.2", undefined, "197.210.1.2"],
    ["2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2"],
    ["2001:db8::1", undefined, "2001:db8"],
    ["::1", undefined, "::1"],
    [undefined, undefined, "unknown"],
    // A proxy is beside us: what it noted last counts. All other addresses may be made up.
    ["10.0.0.7", "1.1.1.1, 197.210.1.2", "197.210.1.2"],
    ["10.0.0.7", "1.1.1.1, 10.0.0.8", "10.0.0.8"],
    ["::ffff:127.0.0.1", "197.210.1.2", "197.210.1.2"],
    ["::1", "2001:db8:1:2:3::", "2001:db8:1:2"],
    ["197.210.1.2", "1.1.1.1", "197.210.1.2"],
  ])("of %j, forwarded for %j, is %j", async (remote, forwarded, expected) => {
    expect(await seen(remote, forwarded)).toBe(expected);
  });

  const PROXIES = ["10.0.0.7", "173.245.48.0/20", "fd00::/8"];

  it.each([
    ["10.0.0.7", "6.6.6.6, 197.210.1.2, 173.245.50.1", "197.210.1.2"],
    ["fd00::5", "6.6.6.6, 197.210.1.2", "197.210.1.2"],
    ["10.0.0.7", "173.245.50.1", "173.245.50.1"],
    // Others of the private network are none of ours.
    ["10.0.0.8", "6.6.6.6", "10.0.0.8"],
    ["197.210.1.2", "6.6.6.6", "197.210.1.2"],
    ["10.0.0.7", "6.6.6.6, nonsense", "nonsense"],
  ])("with named proxies of %j, forwarded for %j, is %j", async (remote, forwarded, expected) => {
    expect(await seen(remote, forwarded, PROXIES)).toBe(expected);
  });
});

describe("the limits in production", () => {
  let world: TestAccounts;
  let people: People;
  beforeAll(async () => {
    world = await openTestAccounts({ production: true });
    people = peopleOf(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const from = (address: string) => ({ "x-forwarded-for": address });
  const signup = (address: string) =>
    world.call("POST", "/api/auth/signup", {
      body: { ...TEST_PERSON, email: "x@y.z", phone: "12" },
      headers: from(address),
    });
  const login = (email: string, { password = "not it, not it", headers = {} }: LogIn = {}) =>
    world.call("POST", "/api/auth/login", { body: { email, password }, headers });

  interface LogIn {
    password?: string;
    headers?: Record<string, string>;
  }

  async function newPerson(): Promise<string> {
    const { email } = await people.member();
    return email;
  }

  /** Of someone who has just logged in. */
  async function tokenFor(role: "listener" | "creator"): Promise<string> {
    const account = { userId: newId(), role, isAdmin: false, audience: "user", remember: true } as const;
    const { session } = await world.deps.sessions.start({ ...account, userAgent: "a phone" });
    return await world.deps.tokens.signSession(session);
  }

  it("let an address sign up four times in a row, then with a proof of work, and another meanwhile", async () => {
    for (let turn = 0; turn < 4; turn++) expect((await signup("197.210.1.2")).status).toBe(400);
    for (let turn = 4; turn < 8; turn++) expect((await signup("197.210.1.2")).body.code).toBe("proof_required");
    expect((await signup("197.210.1.3")).status).toBe(400);
    world.pass(15 * 60_000);
    expect((await signup("197.210.1.2")).status).toBe(400);
    expect((await signup("197.210.1.2")).body.code).toBe("proof_required");
  });

  it("ask an address for work that tries one password on many accounts, and never refuse it", async () => {
    const statuses = [];
    const headers = from("197.210.9.9");
    const { attempt } = attemptsOf(world);
    // A log-in costs a hash of the password: most of them only count.
    for (let index = 0; index < 298; index++) await attempt(`person${index}@orin.example`, { from: "197.210.9.9" });
    for (let index = 298; index < 303; index++) {
      statuses.push((await login(`person${index}@orin.example`, { headers })).status);
    }
    expect(statuses).toEqual([401, 401, 403, 403, 403]);
    const { body } = await login("person1@orin.example", { headers });
    expect(body.code).toBe("proof_required");
    const proof = solveWork(body.challenge);
    const worked = { headers: { ...headers, [WORK_HEADER]: proof } };
    expect((await login("person1@orin.example", worked)).status).toBe(401);
    expect((await login("person1@orin.example", worked)).body.code).toBe("proof_required");
  });

  it(
    "take fewer than 20 guesses of an account a day, from wherever they come, and leave its own devices alone",
    async () => {
      const email = await newPerson();
      const { password } = TEST_PERSON;
      const first = await login(email, { password, headers: from("197.210.5.1") });
      expect(first.status).toBe(200);
      const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
      expect(first.headers.get("set-cookie")).toMatch(/^__Host-orin_device=.*HttpOnly.*Secure.*SameSite=Strict/);
      let guesses = 0;
      const DAY_MS = 24 * 3_600_000;
      for (let passed = 0; passed < DAY_MS; passed += 10 * 60_000) {
        for (const host of [1, 2]) {
          const { status } = await login(email, { headers: from(`105.${passed / 600_000}.0.${host}`) });
          if (status === 401) guesses++;
          else expect(status).toBe(429);
        }
        if (passed % (6 * 3_600_000) === 0) {
          const own = { password, headers: { ...from("105.1.0.1"), cookie } };
          expect((await login(email, own)).status).toBe(200);
        }
        world.pass(10 * 60_000);
      }
      expect(guesses).toBeLessThan(20);
      // A key that another person's device has opens nothing.
      const other = await login(await newPerson(), { password, headers: from("197.210.5.2") });
      const foreign = other.headers.get("set-cookie")?.split(";")[0] ?? "";
      await login(email, { headers: { ...from("105.1.0.2"), cookie: foreign } });
      const refused = await login(email, { headers: { ...from("105.1.0.1"), cookie: foreign } });
      expect(refused).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
      expect(refused.body.message).toMatch(/^Too many attempts\. Please wait \d+ minutes and try again\.$/);
    },
  );

  it("end what a device knows of an account when its password changes", async () => {
    const email = await newPerson();
    const { password } = TEST_PERSON;
    const { headers, body: { token, userId } } = await login(email, { password, headers: from("197.210.5.3") });
    const cookie = headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await isKnown(cookie, userId)).toBe(true);
    const body = { currentPassword: password, newPassword: "Another-2026!" };
    await world.call("PUT", "/api/auth/change-password", { body, headers: { authorization: `Bearer ${token}` } });
    expect(await isKnown(cookie, userId)).toBe(false);
  });

  async function isKnown(cookie: string, userId: string): Promise<boolean> {
    const app = new Hono().get("/", async (c) => c.json(await isKnownDevice(world.deps, c, userId) !== undefined));
    return await (await app.request("/", { headers: { cookie } })).json();
  }

  it("slow an address down that guesses codes, and leave its correct requests alone until then", async () => {
    const guess = () =>
      world.call("POST", "/api/auth/verify-otp", {
        body: { email: "nobody@orin.example", otp: "12345" },
        headers: from("197.210.8.8"),
      });
    const codes = [];
    for (let index = 0; index < 302; index++) codes.push((await guess()).body.code);
    expect(codes.indexOf("proof_required")).toBe(300);
  });

  it("count an account's turns from wherever it asks", async () => {
    const token = await tokenFor("listener");
    const ask = (turn: number) =>
      world.call("POST", "/api/v1/withdraw", {
        body: { amount: 99.999, bankDetails: { accountNumber: "0000000001", bankCode: "057" } },
        headers: { ...from(`197.210.3.${turn}`), authorization: `Bearer ${token}` },
      });
    for (let turn = 0; turn < 30; turn++) expect((await ask(turn)).status).toBe(400);
    const refused = await ask(30);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBe(120);
    expect(refused.body.message).toBe("Too many requests. Please wait 2 minutes and try again.");
    world.pass(120_000);
    expect((await ask(31)).status).toBe(400);
  });

  it("let an artist empty no list of the operator's codes with drafts that are thrown away", async () => {
    const token = await tokenFor("creator");
    const asked: number[] = [];
    for (let nth = 1; nth <= CODES_A_DAY.upc + 1; nth++) {
      asked.push((await world.call("POST", `/api/v1/releases/${newId()}/upc`, { token })).status);
    }
    expect(asked).toEqual([...Array(CODES_A_DAY.upc).fill(404), 429]);
  });

  it("are known to every process, and guesses sent all at once are counted", async () => {
    const second = world.another();
    const email = "everybody-tries@orin.example";
    const guess = (process: Pick<TestAccounts, "call">, host: number) =>
      process.call("POST", "/api/auth/login", {
        body: { email, password: "not it, not it" },
        headers: from(`197.210.7.${host}`),
      });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(index % 2 ? second : world, index)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it("refuse nobody of 10,000 people behind one address, where one in a hundred mistypes and one attacks", async () => {
    const A_MINUTE = 167;
    // An address has 30 tries back a minute: the hour of the proof shows no more.
    const minutes = sized(18, 60);
    const people = Math.min(10_000, minutes * A_MINUTE);
    const { attempt } = attemptsOf(world);
    const refused: string[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      const now = Array.from({ length: A_MINUTE }, (_, index) => minute * A_MINUTE + index);
      await Promise.all(
        now.filter((person) => person < people).map(async (person) => {
          if (person % 100 === 0) refused.push(await attempt(`person${person}`));
          refused.push(await attempt(`person${person}`, { isRight: true }));
        }),
      );
      // The attacker goes from account to account.
      for (let guess = 0; guess < 5; guess++) await attempt(`victim${guess}`);
      world.pass(60_000);
    }
    expect(refused).toHaveLength(people + Math.ceil(people / 100));
    expect(refused.filter((said) => said !== "")).toEqual([]);
  });
});

/** Attempts to log in that only count, as the log-in counts them: each answers the code that refuses it, or "". */
function attemptsOf({ deps }: TestAccounts) {
  const app = new Hono<{ Variables: Record<string, never> }>().get("/:account", async (c) => {
    const attempts = new Attempts(deps, c, { kind: "login", account: c.req.param("account") });
    await attempts.admit();
    if (c.req.query("right")) await attempts.passed();
    return c.text("", 200);
  });
  app.onError((error, c) => c.text(error instanceof Refusal ? error.code : String(error), 429));
  const attempt = async (account: string, { isRight = false, from = "105.112.1.1" } = {}) => {
    const headers = { "x-forwarded-for": from };
    return await (await app.request(`/${account}${isRight ? "?right=1" : ""}`, { headers })).text();
  };
  return { attempt };
}
