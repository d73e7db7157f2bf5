import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf } from "../../testing/people.ts";
import { CODE_MS } from "../code/codes.ts";

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

describe("logging in", () => {
  it("answers a wrong password and an unknown address alike", async () => {
    const { email } = await people.member();
    const wrong = await people.login(email, "not my password");
    const unknown = await people.login("nobody@orin.example", "not my password");
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
    const email = people.newEmail();
    await people.signup(email);
    const first = await world.codeFor(email);
    world.pass(1);
    expect(await people.login(email)).toMatchObject({ status: 403, body: { code: "email_unverified" } });
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(1);
    expect(await people.login(email, "not my password")).toMatchObject({ status: 401 });
    world.pass(CODE_MS.verify);
    expect(await people.login(email)).toMatchObject({ status: 403 });
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(2);
    if (first !== await world.codeFor(email)) expect(await people.verify(email, first)).toMatchObject({ status: 400 });
  });

  it("slows wrong passwords down, for the right one too, and forgets them after a success", async () => {
    const { email } = await people.member();
    for (let attempt = 0; attempt < 6; attempt++) await people.login(email, "not my password");
    const slowed = await people.login(email);
    expect(slowed.status).toBe(429);
    expect(slowed.body).toMatchObject({ code: "too_many_attempts", message: expect.stringContaining("Please wait") });
    expect(Number(slowed.headers.get("retry-after"))).toBe(1);
    world.pass(1_001);
    expect(await people.login(email)).toMatchObject({ status: 200 });
    for (let attempt = 0; attempt < 5; attempt++) await people.login(email, "not my password");
    expect(await people.login(email)).toMatchObject({ status: 200 });
  });

  it("doubles the wait up to five minutes and locks nobody out for good", async () => {
    const { email } = await people.member();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 18; attempt++) {
      let answer = await people.login(email, "not my password");
      if (answer.status === 429) {
        waits.push(Number(answer.headers.get("retry-after")));
        world.pass((waits.at(-1) ?? 0) * 1_000);
        answer = await people.login(email, "not my password");
      }
      expect(answer.status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
    world.pass(300_000);
    expect(await people.login(email)).toMatchObject({ status: 200 });
  });

  it("lets nobody guess faster by asking all at once", async () => {
    const { email } = await people.member();
    const answers = await Promise.all(Array.from({ length: 30 }, () => people.login(email, "not my password")));
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(7);
    world.pass(300_000);
  });

  it("lets many log in at once with the right password", async () => {
    const { email } = await people.member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => people.login(email)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});
