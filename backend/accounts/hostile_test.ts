import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../testing/accounts.ts";
import { peopleOf, TEST_PERSON } from "../testing/people.ts";
import { Problem } from "../testing/answers.ts";

let world: TestAccounts;
let token: string;
beforeAll(async () => {
  world = await openTestAccounts();
  token = (await peopleOf(world).member()).token;
});
afterAll(() => world[Symbol.asyncDispose]());

const valid = {
  ...TEST_PERSON,
  ...{ email: "someone@orin.example", role: "listener", rememberMe: false, otp: "12345", signUpProof: "no proof" },
  ...{ newPassword: "Dùndún-gángan-7!", currentPassword: "wrong, wrong" },
};

const CALLS = [
  ["POST", "/api/auth/signup", ["firstName", "email", "phone", "password", "role"]],
  ["POST", "/api/auth/login", ["email", "password", "rememberMe"]],
  ["POST", "/api/auth/verify-otp", ["email", "otp", "signUpProof"]],
  ["POST", "/api/auth/resend-otp", ["email"]],
  ["POST", "/api/auth/forgot-password", ["email"]],
  ["POST", "/api/auth/reset-password", ["email", "otp", "newPassword"]],
  ["PUT", "/api/auth/profile", ["firstName", "phone", "address"]],
  ["PUT", "/api/auth/change-password", ["currentPassword", "newPassword"]],
] as const;

const HOSTILE: unknown[] = [
  null,
  7,
  [],
  ["someone@orin.example"],
  {},
  { $ne: null },
  { toString: 1 },
  "a\0b",
  "half a \ud800 character",
  "x".repeat(60_000),
];

describe.each(CALLS)("%s %s", (method, path, fields) => {
  it("refuses what is no form at all", async () => {
    for (const body of ["[]", "null", "7", `"text"`, "", "{", `[${JSON.stringify(valid)}]`]) {
      const answer = await world.call(method, path, { body, token });
      expect([answer.status, Problem.safeParse(answer.body).success]).toEqual([400, true]);
    }
    expect(await world.call(method, path, { body: { ...valid, more: "x".repeat(70_000) }, token }))
      .toMatchObject({ status: 413 });
  });

  it.each(fields)("refuses a hostile %s and says so in words", async (field) => {
    for (const value of HOSTILE) {
      const answer = await world.call(method, path, { body: { ...valid, [field]: value }, token });
      expect([value, answer.status]).toEqual([value, 400]);
      expect(Problem.parse(answer.body).message).not.toMatch(/Invalid input|undefined|\[object/);
    }
  });
});

describe("an address", () => {
  it.each([
    ...["a b@orin.example", "a@b", "a,b@orin.example", "<a@orin.example>", "a@orin.example, b@orin.example", "@"],
    // The mailbox of an account that is there, in another spelling.
    "a@orin.example.",
  ])(
    "like %j is refused before anything is made of it",
    async (email) => {
      expect(await world.call("POST", "/api/auth/signup", { body: { ...valid, email } }))
        .toMatchObject({ status: 400, body: { fields: { email: "Please enter a valid email address" } } });
    },
  );
});

it("leaves nothing in the log of failures: all of it was refused in order", () => expect(world.logged).toEqual([]));
