import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { otherCode, type People, peopleOf } from "../../testing/people.ts";
import { findUserByEmailHash } from "../../../projections/accounts/users.ts";
import { CODE_MS } from "../code/codes.ts";

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

describe("verifying an address", () => {
  it("burns a code with its fifth wrong try", async () => {
    const email = people.newEmail();
    await people.signup(email);
    const code = await world.codeFor(email);
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await people.verify(email, otherCode(code)))
        .toMatchObject({ status: 400, body: { message: "Invalid verification code", code: "bad_code" } });
    }
    expect(await people.verify(email, code)).toMatchObject({ status: 400 });
  });

  it("counts tries that come all at once", async () => {
    const email = people.newEmail();
    await people.signup(email);
    const code = await world.codeFor(email);
    await Promise.all(Array.from({ length: 20 }, () => people.verify(email, otherCode(code))));
    const [row] = await world.test.store.sql<{ tries: number }[]>`
      select tries from one_time_codes order by created_at desc, code_id desc limit 1`;
    expect(row?.tries).toBe(5);
    expect(await people.verify(email, code)).toMatchObject({ status: 400 });
  });

  it("takes a code once", async () => {
    const email = people.newEmail();
    await people.signup(email);
    const code = await world.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 4 }, () => people.verify(email, code)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400, 400]);
    expect(await people.verify(email, code)).toMatchObject({ status: 400 });
  });

  it("refuses a code after ten minutes, and one that was replaced", async () => {
    const email = people.newEmail();
    await people.signup(email);
    const first = await world.codeFor(email);
    world.pass(CODE_MS.verify);
    expect(await people.verify(email, first)).toMatchObject({ status: 400 });
    await world.call("POST", "/api/auth/resend-otp", { body: { email } });
    const second = await world.codeFor(email);
    if (second !== first) expect(await people.verify(email, first)).toMatchObject({ status: 400 });
    expect(await people.verify(email, second)).toMatchObject({ status: 200 });
  });

  it("answers an unknown address like a wrong code, and refuses what is no code", async () => {
    expect(await people.verify("nobody@orin.example", "12345"))
      .toMatchObject({ status: 400, body: { message: "Invalid verification code" } });
    expect(await people.verify("nobody@orin.example", "1234")).toMatchObject({ status: 400 });
    expect(await people.verify("nobody@orin.example", "१२३४५")).toMatchObject({ status: 400 });
  });

  it("sends five codes an hour and always the same answer", async () => {
    const email = people.newEmail();
    await people.signup(email);
    const answers = [];
    for (const address of [email, email, email, email, email, email, "nobody@orin.example"]) {
      world.pass(1_000);
      answers.push(await world.call("POST", "/api/auth/resend-otp", { body: { email: address } }));
    }
    expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1);
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined).length).toBeLessThanOrEqual(5);
    const user = await findUserByEmailHash(world.deps.store.sql, world.deps.personal.lookupHash("email", email));
    const rows = await world.test.store.sql`select 1 from one_time_codes where user_id = ${user?.userId ?? null}`;
    expect(rows).toHaveLength(5);
    expect(await world.mailsTo("nobody@orin.example")).toHaveLength(0);
    world.pass(3_600_000);
    await world.call("POST", "/api/auth/resend-otp", { body: { email } });
    expect(await people.verify(email, await world.codeFor(email))).toMatchObject({ status: 200 });
  });

  it("sends a verified person no further code", async () => {
    const { email } = await people.member();
    await world.call("POST", "/api/auth/resend-otp", { body: { email } });
    expect((await world.mailsTo(email)).filter((mail) => mail.code !== undefined)).toHaveLength(1);
  });

  it("welcomes the person once", async () => {
    const { email } = await people.member();
    expect((await world.mailsTo(email)).map((mail) => mail.subject)).toContain("Welcome to Orin");
  });
});
