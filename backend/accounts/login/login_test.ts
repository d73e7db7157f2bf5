import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf, TEST_PERSON } from "../../testing/people.ts";
import { solveWork } from "../../testing/proof_of_work.ts";
import { WORK_HEADER } from "../../http/rate_limit.ts";
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

  it("asks for work after five wrong passwords from one address, for the right one, too, and not on a known device", async () => {
    const { email } = await people.member();
    const known = await people.login(email);
    const cookie = known.headers.get("set-cookie")?.split(";")[0] ?? "";
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await people.login(email, "not my password")).toMatchObject({ status: 401 });
    }
    const slowed = await people.login(email);
    expect(slowed).toMatchObject({ status: 403, body: { code: "proof_required" } });
    const body = { email, password: TEST_PERSON.password };
    const logIn = (headers: Record<string, string>) => world.call("POST", "/api/auth/login", { body, headers });
    expect(await logIn({ [WORK_HEADER]: solveWork(slowed.body.challenge) })).toMatchObject({ status: 200 });
    expect(await people.login(email)).toMatchObject({ status: 403 });
    expect(await logIn({ cookie })).toMatchObject({ status: 200 });
    world.pass(10 * 60_000);
    expect(await people.login(email)).toMatchObject({ status: 200 });
  });

  it("lets nobody guess faster by asking all at once", async () => {
    const { email } = await people.member();
    const answers = await Promise.all(Array.from({ length: 30 }, () => people.login(email, "not my password")));
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    world.pass(3_600_000);
  });

  it("lets many log in at once with the right password", async () => {
    const { email } = await people.member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => people.login(email)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});
