import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../contract/ids.ts";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { TEST_PERSON } from "../testing/people.ts";
import { addressOf } from "./address.ts";

describe("addressOf()", () => {
  const seen = async (remote: string | undefined, forwarded?: string) => {
    const app = new Hono().get("/", (c) => c.text(addressOf(c)));
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
    // Beside us stands a proxy: what it noted last counts. Anybody else may write what they like.
    ["10.0.0.7", "1.1.1.1, 197.210.1.2", "197.210.1.2"],
    ["::ffff:127.0.0.1", "197.210.1.2", "197.210.1.2"],
    ["::1", "2001:db8:1:2:3::", "2001:db8:1:2"],
    ["197.210.1.2", "1.1.1.1", "197.210.1.2"],
  ])("of %j, forwarded for %j, is %j", async (remote, forwarded, expected) => {
    expect(await seen(remote, forwarded)).toBe(expected);
  });
});

describe("the limits in production", () => {
  let world: TestAccounts;
  beforeAll(async () => void (world = await openTestAccounts({ production: true })));
  afterAll(() => world[Symbol.asyncDispose]());

  const from = (address: string) => ({ "x-forwarded-for": address });
  const signup = (address: string) =>
    world.call("POST", "/api/auth/signup", {
      body: { ...TEST_PERSON, email: "x@y.z", phone: "12" },
      headers: from(address),
    });

  it("let an address sign up sixty times an hour, from the fifth on with a proof of work, and another meanwhile", async () => {
    for (let turn = 0; turn < 4; turn++) expect((await signup("197.210.1.2")).status).toBe(400);
    for (let turn = 4; turn < 60; turn++) expect((await signup("197.210.1.2")).body.code).toBe("proof_required");
    const refused = await signup("197.210.1.2");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBe(3_600);
    expect(refused.body.message).toBe("Too many requests. Please wait 60 minutes and try again.");
    expect((await signup("197.210.1.3")).status).toBe(400);
    world.pass(3_600_000);
    expect((await signup("197.210.1.2")).status).toBe(400);
  });

  it("slow an address down that tries one password on many accounts", async () => {
    const login = (index: number) =>
      world.call("POST", "/api/auth/login", {
        body: { email: `person${index}@orin.example`, password: "Lagos-2026!" },
        headers: from("197.210.9.9"),
      });
    const statuses = [];
    for (let index = 0; index < 53; index++) statuses.push((await login(index)).status);
    expect(statuses.indexOf(429)).toBe(51);
  });

  it("slow an address down that guesses codes, and leave its correct requests alone until then", async () => {
    const guess = () =>
      world.call("POST", "/api/auth/verify-otp", {
        body: { email: "nobody@orin.example", otp: "12345" },
        headers: from("197.210.8.8"),
      });
    const statuses = [];
    for (let index = 0; index < 53; index++) statuses.push((await guess()).status);
    expect(statuses.indexOf(429)).toBe(51);
  });

  it("count an account's turns from wherever it asks", async () => {
    const account = { userId: newId(), role: "listener", isAdmin: false, audience: "user", remember: true } as const;
    const { session } = await world.deps.sessions.start({ ...account, userAgent: "a phone" });
    const token = await world.deps.tokens.signSession(session);
    const ask = (turn: number) =>
      world.call("POST", "/api/v1/withdraw", {
        body: { amount: 99.999, bankDetails: { accountNumber: "0000000001", bankCode: "057" } },
        headers: { ...from(`197.210.3.${turn}`), authorization: `Bearer ${token}` },
      });
    for (let turn = 0; turn < 30; turn++) expect((await ask(turn)).status).toBe(400);
    expect((await ask(30)).status).toBe(429);
  });

  it("are known to every process", async () => {
    const second = world.another();
    const body = { email: "somebody@orin.example", password: "not it, not it" };
    for (let attempt = 0; attempt < 6; attempt++) {
      expect((await world.call("POST", "/api/auth/login", { body, headers: from("197.210.7.7") })).status).toBe(401);
    }
    expect((await second.call("POST", "/api/auth/login", { body, headers: from("197.210.6.6") })).status).toBe(429);
  });
});
