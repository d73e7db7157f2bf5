import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTexts } from "../../adapters/texts/mod.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { type TextMessage, TextRefused, type Texts, TextsUnavailable } from "../../adapters/texts/types.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { otherCode, type People, peopleOf } from "../../testing/people.ts";

let world: TestAccounts;
let people: People;
beforeAll(async () => {
  world = await openTestAccounts();
  people = peopleOf(world);
});
afterAll(() => world[Symbol.asyncDispose]());

type Member = Awaited<ReturnType<People["member"]>>;
let numbers = 0;
/** A number that no other test has. */
const newNumber = () => `+234803${String(++numbers).padStart(7, "0")}`;
const ask = ({ token }: { token?: string }, phone: string) =>
  world.call("POST", "/api/v1/phone/code", { token, body: { phone } });
const confirm = ({ token }: { token?: string }, phone: string, otp: string) =>
  world.call("POST", "/api/v1/phone/confirm", { token, body: { phone, otp } });
const profile = async ({ token }: Member) => (await world.call("GET", "/api/auth/profile", { token })).body;
const isProven = async ({ userId }: Member) => (await findUser(world.deps.store.sql, userId))?.phoneHash !== undefined;

async function prove(member: Member, phone: string) {
  // The newest code counts, and this clock does not move.
  world.pass(1);
  await ask(member, phone);
  return await confirm(member, phone, await world.codeTextedTo(phone));
}

describe("a phone number", () => {
  it("needs a session and a Nigerian mobile number", async () => {
    const member = await people.member();
    expect((await ask({}, newNumber())).status).toBe(401);
    expect((await confirm({}, newNumber(), "12345")).status).toBe(401);
    for (const phone of ["", "+442079460958", "٠٨٠٣١٢٣٤٥٦٧", "080312345678"]) {
      expect(await ask(member, phone)).toMatchObject({ status: 400, body: { fields: { phone: expect.any(String) } } });
    }
    expect(await confirm(member, newNumber(), "１２３４５")).toMatchObject({ status: 400 });
  });

  it("is proven by the code from its text, however it was written, and is the account's from then on", async () => {
    const member = await people.member({ phone: "012712345" });
    const phone = newNumber();
    const said = phone.replace("+234", "0");
    expect(await ask(member, said)).toMatchObject({
      status: 200,
      body: { message: "A code is on its way to your phone" },
    });
    expect(await isProven(member)).toBe(false);
    const code = await world.codeTextedTo(phone);
    expect(await confirm(member, said, otherCode(code))).toMatchObject({ status: 400, body: { code: "bad_code" } });
    expect(await confirm(member, phone, code)).toMatchObject({
      status: 200,
      body: { message: "Phone number confirmed" },
    });
    expect([await isProven(member), (await profile(member)).phone]).toEqual([true, phone]);
    expect((await confirm(member, phone, code)).status).toBe(400);
    const events = await world.test.store.sql`select data::text as data from events`;
    expect(JSON.stringify(events)).not.toContain(phone.slice(4));
    expect(JSON.stringify(await world.test.store.sql`select payload::text from jobs`)).not.toContain(phone.slice(4));
  });

  it("is proven by no code that went to another number or another person", async () => {
    const [one, two] = [await people.member(), await people.member()];
    const [mine, theirs] = [newNumber(), newNumber()];
    await ask(one, mine);
    const code = await world.codeTextedTo(mine);
    expect((await confirm(one, theirs, code)).body.code).toBe("bad_code");
    expect((await confirm(two, mine, code)).body.code).toBe("bad_code");
    expect((await confirm(one, mine, code)).status).toBe(200);
  });

  it("is not proven any more once it is changed, and once more when it is changed back only by a code", async () => {
    const member = await people.member();
    const phone = newNumber();
    await prove(member, phone);
    const save = (fields: object) => world.call("PUT", "/api/auth/profile", { token: member.token, body: fields });
    await save({ firstName: "Ada", phone });
    expect(await isProven(member)).toBe(true);
    await save({ phone: newNumber() });
    expect(await isProven(member)).toBe(false);
    await save({ phone });
    expect(await isProven(member)).toBe(false);
    await prove(member, phone);
    expect(await isProven(member)).toBe(true);
  });

  it("takes five tries and ten minutes, and five codes an hour", async () => {
    const [guessing, late] = [await people.member(), await people.member()];
    const phone = newNumber();
    await ask(guessing, phone);
    const code = await world.codeTextedTo(phone);
    for (let tries = 0; tries < 5; tries++) await confirm(guessing, phone, otherCode(code));
    expect((await confirm(guessing, phone, code)).status).toBe(400);
    const other = newNumber();
    await ask(late, other);
    const old = await world.codeTextedTo(other);
    world.pass(10 * 60_000 + 1);
    expect((await confirm(late, other, old)).status).toBe(400);
    const codes = new Set<string>();
    for (let asked = 0; asked < 6; asked++) {
      world.pass(1_000);
      expect((await ask(late, other)).status).toBe(200);
      codes.add(await world.codeTextedTo(other));
    }
    expect(codes.size).toBeLessThanOrEqual(5);
  });

  it("proves three accounts, also when four confirm it at once, and says so to the fourth alone", async () => {
    const phone = newNumber();
    const members = await Promise.all([1, 2, 3, 4].map(() => people.member()));
    const codes: string[] = [];
    for (const member of members) {
      world.pass(1);
      await ask(member, phone);
      codes.push(await world.codeTextedTo(phone));
    }
    const answers = await Promise.all(members.map((member, index) => confirm(member, phone, codes[index] ?? "")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expect(answers[refused]?.body).toMatchObject({
      code: "phone_taken",
      error: "3 other accounts use this number already. Please prove another one.",
    });
    const [loser, winner] = [members[refused], members[(refused + 1) % 4]];
    if (!loser || !winner) throw new Error("Nobody was refused");
    // A place is free again when another account changes its number.
    await world.call("PUT", "/api/auth/profile", { token: winner.token, body: { phone: newNumber() } });
    expect((await prove(loser, phone)).status).toBe(200);
    expect((await prove(winner, phone)).status).toBe(409);
  });

  it("is proven once by the same code from many taps", async () => {
    const member = await people.member();
    const phone = newNumber();
    await ask(member, phone);
    const code = await world.codeTextedTo(phone);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => confirm(member, phone, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const events = await world.deps.store.readStream("social", `user/${member.userId}`);
    expect(events.filter(({ type }) => type === "PhoneProven")).toHaveLength(1);
  });
});

describe("the provider of texts", () => {
  it.each(["before", "after"] as const)(
    "that hangs %s it took the text gets it once, and the code arrives",
    async (when) => {
      const directory = await Deno.makeTempDir({ prefix: "orin_texts_" });
      const outbox = createTexts({ kind: "outbox", directory });
      let [isHanging, sent] = [true, 0];
      const texts: Texts = {
        async send(message) {
          sent++;
          if (!isHanging || when === "after") await outbox.send(message);
          if (!isHanging) return;
          isHanging = false;
          throw new TextsUnavailable("TimeoutError");
        },
        wasSent: (message) => outbox.wasSent(message),
      };
      await using hanging = await openTestAccounts({ sendsTexts: texts });
      const member = await peopleOf(hanging).member();
      const phone = newNumber();
      await hanging.call("POST", "/api/v1/phone/code", { token: member.token, body: { phone } });
      await hanging.deps.jobs.drain();
      hanging.pass(60_000);
      await hanging.deps.jobs.drain();
      const [text, ...others] = outbox.newest(10);
      expect([sent, others]).toEqual([when === "after" ? 1 : 2, []]);
      const body = { phone, otp: text?.code };
      expect((await hanging.call("POST", "/api/v1/phone/confirm", { token: member.token, body })).status).toBe(200);
      await Deno.remove(directory, { recursive: true });
    },
  );

  it("that refuses the number is not asked again", async () => {
    const asked: TextMessage[] = [];
    const texts: Texts = {
      send: (message) => Promise.reject(asked.push(message) && new TextRefused("no such number")),
      wasSent: () => Promise.resolve(false),
    };
    await using refusing = await openTestAccounts({ sendsTexts: texts });
    const member = await peopleOf(refusing).member();
    await refusing.call("POST", "/api/v1/phone/code", { token: member.token, body: { phone: newNumber() } });
    await refusing.deps.jobs.drain();
    refusing.pass(60_000);
    await refusing.deps.jobs.drain();
    expect(asked).toHaveLength(1);
    expect(await refusing.deps.jobs.counts()).toContainEqual({ kind: "text", state: "failed", count: 1 });
  });

  it("that is not there is told to those who ask", async () => {
    await using without = await openTestAccounts({ sendsTexts: null });
    const { token } = await peopleOf(without).member();
    const answer = await without.call("POST", "/api/v1/phone/code", { token, body: { phone: newNumber() } });
    expect(answer).toMatchObject({ status: 503, body: { code: "texts_unavailable" } });
  });
});
