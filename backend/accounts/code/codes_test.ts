import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestAccounts, type TestAccounts } from "../../testing/accounts.ts";
import { Keyring } from "../../store/personal/keyring.ts";
import { otherCode, peopleOf } from "../../testing/people.ts";
import { OneTimeCodes } from "./codes.ts";
import { enqueueMail } from "../../mails/send.ts";

const TWO_MINUTES_MS = 120_000;
let world: TestAccounts;
let codes: OneTimeCodes;
beforeAll(async () => {
  world = await openTestAccounts();
  codes = new OneTimeCodes(world.deps.keys);
});
afterAll(() => world[Symbol.asyncDispose]());

async function issue(userId: string, codeId = newId()): Promise<string> {
  const { sql } = world.test.store;
  const code = await sql.begin((tx) => codes.issue(tx, { codeId, userId, purpose: "verify", now: world.deps.now() }));
  return code ?? "none";
}

/** A code that differs from those: chance may repeat one. */
async function issueOther(userId: string, than: readonly string[]): Promise<string> {
  const code = await issue(userId);
  if (!than.includes(code)) return code;
  await world.test.store.sql`delete from one_time_codes where created_at = ${new Date(world.deps.now())}`;
  return await issueOther(userId, than);
}

const redeem = async (userId: string, code: string) =>
  await codes.redeem(world.test.store.sql, { userId, purpose: "verify", code, now: world.deps.now() }) === "right";

describe("OneTimeCodes", () => {
  it("makes five digits, evenly spread", async () => {
    const made = await Promise.all(Array.from({ length: 400 }, () => issue(newId())));
    expect(made.every((code) => /^\d{5}$/.test(code))).toBe(true);
    const first = Map.groupBy(made, (code) => code[0]);
    expect(first.size).toBe(10);
    expect(Math.max(...[...first.values()].map((list) => list.length))).toBeLessThan(90);
  });

  it("makes no second code for a known id", async () => {
    const [userId, codeId] = [newId(), newId()];
    const code = await issue(userId, codeId);
    expect(await issue(userId, codeId)).toBe("none");
    expect(await redeem(userId, code)).toBe(true);
  });

  it("takes the code before the newest for two minutes, and burns both with one of them", async () => {
    const userId = newId();
    const first = await issue(userId);
    world.pass(30_000);
    const second = await issueOther(userId, [first]);
    world.pass(TWO_MINUTES_MS - 1);
    expect(await redeem(userId, first)).toBe(true);
    expect(await redeem(userId, second)).toBe(false);
  });

  it("takes only the newest after two minutes, and never the last but two", async () => {
    const userId = newId();
    const first = await issue(userId);
    world.pass(1_000);
    const second = await issueOther(userId, [first]);
    world.pass(1_000);
    const third = await issueOther(userId, [first, second]);
    expect(await redeem(userId, first)).toBe(false);
    world.pass(TWO_MINUTES_MS);
    expect(await redeem(userId, second)).toBe(false);
    expect(await redeem(userId, third)).toBe(true);
  });

  it("gives five tries over both codes, and no new ones to the code before", async () => {
    const userId = newId();
    const first = await issue(userId);
    world.pass(1_000);
    const second = await issueOther(userId, [first, otherCode(first)]);
    const wrong = otherCode(second) === first ? otherCode(first) : otherCode(second);
    for (let attempt = 0; attempt < 5; attempt++) expect(await redeem(userId, wrong)).toBe(false);
    expect(await redeem(userId, first)).toBe(false);
    expect(await redeem(userId, second)).toBe(false);
    world.pass(1_000);
    const third = await issueOther(userId, [first, second]);
    expect(await redeem(userId, second)).toBe(false);
    expect(await redeem(userId, third)).toBe(true);
  });

  it("binds a stored code to its person, purpose and id: it opens nothing anywhere else", async () => {
    const { sql } = world.test.store;
    const [ada, ben] = [newId(), newId()];
    const code = await issue(ada);
    await issue(ben);
    await sql`
      update one_time_codes set code_hmac = (select code_hmac from one_time_codes where user_id = ${ada})
      where user_id = ${ben}`;
    expect(await redeem(ben, code)).toBe(false);
    expect(await redeem(ada, code)).toBe(true);
  });

  it("is read by no other installation", async () => {
    const userId = newId();
    const code = await issue(userId);
    const foreign = new OneTimeCodes(new Keyring(["another secret"]));
    const said = { userId, purpose: "verify", code, now: world.deps.now() } as const;
    expect(await foreign.redeem(world.test.store.sql, said)).toBe("wrong");
  });
});

describe("the mail of a code", () => {
  it("is not sent once a newer code has replaced it", async () => {
    const { email, userId } = await peopleOf(world).member();
    const before = (await world.mailsTo(email)).length;
    let newest = "";
    await world.test.store.sql.begin(async (tx) => {
      for (const mailId of [newId(), newId()]) {
        world.pass(1);
        const at = world.deps.now();
        newest = await codes.issue(tx, { codeId: mailId, userId, purpose: "reset", now: at }) ?? "";
        await enqueueMail(world.deps, tx, { mailId, userId, mail: "reset_code", code: newest, at });
      }
    });
    const mails = await world.mailsTo(email);
    expect(mails.length - before).toBe(1);
    expect(mails[0]?.code).toBe(newest);
  });
});
