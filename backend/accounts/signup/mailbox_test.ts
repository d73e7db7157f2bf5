import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { type People, peopleOf, TEST_PASSWORD } from "../../testing/people.ts";
import { isDisposable, mailboxOf } from "./mailbox.ts";

describe("mailboxOf()", () => {
  it.each([
    ["F.Ar.Mer+1@GoogleMail.com", "farmer@gmail.com"],
    ["farmer@gmail.com", "farmer@gmail.com"],
    ["ada+music@outlook.com", "ada@outlook.com"],
    ["a.da+music@outlook.com", "a.da@outlook.com"],
    ["ada+music@pm.me", "ada@proton.me"],
    ["a.da+music@orin.example", "a.da+music@orin.example"],
    ["+1@gmail.com", "+1@gmail.com"],
    ["ada@mail.gmail.com", "ada@mail.gmail.com"],
  ])("reads %j as %j", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
});

it("knows domains that give mailboxes away, and those below them", () => {
  const known = ["x@mailinator.com", "x@YOPMAIL.com", "x@any.mailinator.com"].map(isDisposable);
  const others = ["x@gmail.com", "x@orin.example", "x@mailinator.com.ng", "x@orinmailinator.example"].map(isDisposable);
  expect([known, others]).toEqual([[true, true, true], [false, false, false, false]]);
});

describe("a mailbox", () => {
  let world: TestAccounts;
  let people: People;
  beforeAll(async () => {
    world = await openTestAccounts();
    people = peopleOf(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it("has one account, whichever way it is written and however many sign up at once", async () => {
    const spelt = ["f.armer@gmail.com", "farmer+1@gmail.com", "farmer@googlemail.com", "FARMER@gmail.com"];
    const answers = await Promise.all(spelt.map((email) => people.signup(email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "email_taken", error: "Email already registered" });
    // Orin writes addresses in small letters.
    const email = spelt[answers.findIndex(({ status }) => status === 201)]?.toLowerCase() ?? "";
    await people.verify(email, await world.codeFor(email));
    expect((await people.login(email)).status).toBe(200);
    expect((await people.signup("farmer+2@gmail.com")).status).toBe(409);
    expect((await people.signup("farmers@gmail.com")).status).toBe(201);
  });

  it("may be written another way by its owner, and by nobody else", async () => {
    const [owner, other] = [await people.member(), await people.member()];
    const change = async ({ token }: { token: string }, email: string) => {
      await world.call("POST", "/api/auth/change-email", { token, body: { email, currentPassword: TEST_PASSWORD } });
      world.pass(1);
    };
    const confirm = async ({ token }: { token: string }, email: string) =>
      (await world.call("POST", "/api/auth/confirm-email", { token, body: { otp: await world.codeFor(email) } }))
        .status;
    await change(owner, "own.er@gmail.com");
    expect(await confirm(owner, "own.er@gmail.com")).toBe(200);
    await change(owner, "o.wner+orin@gmail.com");
    expect(await confirm(owner, "o.wner+orin@gmail.com")).toBe(200);
    await change(other, "owner@gmail.com");
    expect(await world.mailsTo("owner@gmail.com")).toEqual([]);
    expect((await people.signup("ow.ner@gmail.com")).status).toBe(409);
  });

  it("of minutes is refused in words, at sign-up and afterwards", async () => {
    expect(await people.signup("x@mailinator.com")).toMatchObject({
      status: 400,
      body: { code: "invalid_request", fields: { email: "Please use an email address that you keep" } },
    });
    const { token } = await people.member();
    const body = { email: "x@yopmail.com", currentPassword: TEST_PASSWORD };
    expect((await world.call("POST", "/api/auth/change-email", { token, body })).status).toBe(400);
  });
});
