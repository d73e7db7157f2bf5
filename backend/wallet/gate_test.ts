import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notePhone } from "../accounts/phone/prove.ts";
import { hashPassword } from "../accounts/login/passwords.ts";
import { userStream } from "../accounts/account/events.ts";
import { googleStream } from "../accounts/google/events.ts";
import { codeAt } from "../admin/second_factor/totp.ts";
import { newId } from "../contract/ids.ts";
import { longTime } from "../contract/long_day.ts";
import { CREDENTIAL_HOLD_MS } from "../contract/policy.ts";
import { FIRST_POLICY } from "../contract/policy_rules.ts";
import { settleDueGifts } from "../gifts/settlement/settle.ts";
import { callerOf } from "../testing/call.ts";
import { type TestPerson, tokenOf } from "../testing/people_fixtures.ts";
import { approvePayout, nameBank, someBank } from "../testing/payouts.ts";
import { TEST_PASSWORD } from "../testing/people.ts";
import { openTestWallet, type TestWallet } from "../testing/wallet.ts";
import { eventually } from "../testing/wait.ts";
import { freeze, release } from "./settling/freeze.ts";

const MINUTE_MS = 60_000;
const NEW_PASSWORD = "Another-Song-2027!";
let test: TestWallet;
let artist: TestPerson;
let passwordHash: string;

beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  artist = await test.person({ role: "creator" });
  passwordHash = await hashPassword(TEST_PASSWORD);
});
afterAll(() => test[Symbol.asyncDispose]());

/** The same person in a new session: changes end sessions, and so does the time that these tests let pass. */
const fresh = async (who: TestPerson, isAdmin = false) => {
  return { ...who, token: await tokenOf(test.world.deps, { userId: who.userId, isAdmin }) };
};
const call = async (who: TestPerson, method: string, path: string, body?: object) =>
  await test.call(await fresh(who), method, path, { ...(body && { body }), key: newId() });
const give = (who: TestPerson, amount = 0.1) =>
  call(who, "POST", "/api/v1/gifts", { artistId: artist.userId, amount, method: "tokens" });
const play = (who: TestPerson) => call(who, "POST", "/api/v1/pay-per-view");
const summaryOf = async (who: TestPerson) => (await call(who, "GET", "/api/v1/withdrawal-summary")).body;
const approve = async (id: string) => await approvePayout(test, await test.person({ isAdmin: true }), id);
const withdraw = async (who: TestPerson, bankDetails: object): Promise<string> => {
  const { status, body } = await call(who, "POST", "/api/v1/withdraw", { amount: 100, bankDetails });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.withdrawalId;
};

/** A person with tokens, and a bank account that they named long ago. */
async function person(more: { isAdmin?: boolean } = {}) {
  const who = await test.person({ ...more, tokens: 1_000, passwordHash });
  const bank = someBank();
  await nameBank(test, who, bank);
  return { who, bank };
}

type Change = (who: TestPerson) => Promise<unknown>;

const done = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
};
const edit = (who: TestPerson, body: object) => done(call(who, "PUT", "/api/auth/profile", body));

/** What changes who can open an account or where it is paid, by the calls that people and admins make. */
const CHANGES: readonly (readonly [words: string, how: string, change: Change])[] = [
  ["Your password has changed.", "by its owner", (who) => {
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    return done(call(who, "PUT", "/api/auth/change-password", body));
  }],
  ["Your email has changed.", "by its owner", async (who) => {
    const email = `${newId()}@orin.example`;
    await done(call(who, "POST", "/api/auth/change-email", { email, currentPassword: TEST_PASSWORD }));
    await test.world.settle();
    const otp = test.world.outbox.newest(20).find(({ to }) => to === email)?.code;
    await done(call(who, "POST", "/api/auth/confirm-email", { otp }));
  }],
  ["Your name has changed.", "by its owner", (who) => edit(who, { firstName: "Bisi" })],
  ["Your name has changed.", "by an admin", async (who) => {
    const admin = await test.person({ isAdmin: true });
    const path = `/api/v1/admin/users/${who.userId}`;
    await done(test.call(admin, "PUT", path, { body: { lastName: "Somebody" } }));
  }],
  ["Your phone number has changed.", "by its owner", (who) => edit(who, { phone: "+2348031112233" })],
  ["Your phone number has changed.", "with its proof", ({ userId }) => {
    return notePhone(test.world.deps, { userId, phone: "+2348034445566", metadata: { actor: `user:${userId}` } });
  }],
  ["Your Google account has changed.", "by linking one", ({ userId }) => {
    const data = { subjectHash: newId(), userId, isLater: true };
    const metadata = { actor: `user:${userId}` };
    const { store } = test.world.deps;
    return store.appendToStream("social", googleStream(data.subjectHash), [{ type: "GoogleLinked", data }], {
      metadata,
    });
  }],
  ["Your second factor has changed.", "by its owner", async (who) => {
    const admin = await fresh(who, true);
    const path = "/api/v1/admin/second-factor";
    const { setup, secret } = (await test.call(admin, "POST", `${path}/setup`)).body;
    await done(test.call(admin, "POST", path, { body: { setup, code: codeAt(secret, test.world.deps.now()) } }));
  }],
  ["You have named a new bank account.", "by a request that is cancelled", async (who) => {
    await call(who, "POST", `/api/v1/withdrawals/${await withdraw(who, someBank())}/cancel`);
  }],
];

describe("after a change", () => {
  it.each(CHANGES)("nothing leaves for 72 hours: %s (%s)", async (words, how, change) => {
    const { who, bank } = await person({ isAdmin: words.includes("second factor") });
    expect((await give(who)).status).toBe(201);
    expect(await summaryOf(who)).not.toHaveProperty("held");
    const from = test.world.deps.now();
    await change(who);
    const refused = await give(who);
    expect(refused, how).toMatchObject({ status: 409, body: { code: "account_held" } });
    const { held } = await summaryOf(who);
    const until = Date.parse(held.until);
    expect(Math.abs(until - from - CREDENTIAL_HOLD_MS)).toBeLessThan(MINUTE_MS);
    const text = `${words} To protect you, your tokens stay in your account until ${longTime(until)}.`;
    expect([refused.body.error, held.text]).toEqual([text, text]);
    const id = await withdraw(who, bank);
    const kept = await approve(id);
    expect(kept).toMatchObject({ status: 409, body: { code: "payout_held" } });
    expect(kept.body.error).toContain(words.replace(/^Your | has changed\.$|^You have named a new |\.$/g, ""));
    expect((await play(who)).status).toBe(200);

    test.pass(until - test.world.deps.now() - MINUTE_MS);
    expect(await give(who)).toMatchObject({ body: { code: "account_held" } });
    test.pass(2 * MINUTE_MS);
    expect((await give(who)).status).toBe(201);
    expect(await summaryOf(who)).not.toHaveProperty("held");
    await eventually("the payout", () => approve(id)).toMatchObject({ status: 200, body: { status: "completed" } });
  });

  it("a new one begins the 72 hours anew, and the words name what holds for longest", async () => {
    const { who } = await person();
    await edit(who, { firstName: "Bisi" });
    test.pass(CREDENTIAL_HOLD_MS / 2);
    await edit(who, { phone: "+2348031112233" });
    test.pass(CREDENTIAL_HOLD_MS / 2 + MINUTE_MS);
    expect((await give(who)).body).toMatchObject({
      code: "account_held",
      error: expect.stringContaining("Your phone number has changed"),
    });
    test.pass(CREDENTIAL_HOLD_MS / 2);
    expect((await give(who)).status).toBe(201);
  });

  it.each<[string, (who: TestPerson, bank: object) => Promise<unknown>]>([
    ["the same name again", (who) => edit(who, { firstName: "Ada" })],
    ["another address", (who) => edit(who, { address: "Ibadan" })],
    ["a bank account that was known", async (who, bank) => {
      await call(who, "POST", `/api/v1/withdrawals/${await withdraw(who, bank)}/cancel`);
    }],
  ])("of nothing that opens an account, nothing is held: %s", async (_what, change) => {
    const { who, bank } = await person();
    await change(who, bank);
    expect((await give(who)).status).toBe(201);
  });
});

describe("extra plays of an account on hold", () => {
  it("are as many as one day's free plays, also over two processes at once", async () => {
    const { who } = await person();
    const { token } = await fresh(who);
    const before = await test.moneyOf(who);
    expect((await play(who)).status).toBe(200);
    await edit(who, { firstName: "Bisi" });
    const processes = [callerOf(test.world.app), callerOf(test.world.another().app)];
    const buy = async (index: number) =>
      await processes[index % 2]?.("POST", "/api/v1/pay-per-view", { token, headers: { "idempotency-key": newId() } });
    const answers = await Promise.all(
      Array.from({ length: 2 * FIRST_POLICY.dailyFreePlays }, (_, index) => buy(index)),
    );
    const refused = answers.filter((answer) => answer?.status !== 200);
    expect(new Set(refused.map((answer) => answer?.body.code))).toEqual(new Set(["account_held"]));
    // The one of the same day, before the change, counts.
    const { available } = await test.moneyOf(who);
    expect(before.available - available).toBe(FIRST_POLICY.dailyFreePlays * FIRST_POLICY.extraPlayUnits);
    test.pass(25 * 3_600_000);
    expect((await play(who)).body.code).toBe("account_held");
    test.pass(CREDENTIAL_HOLD_MS);
    expect((await play(who)).status).toBe(200);
  });
});

describe("an account whose rewards are frozen", () => {
  it("keeps its tokens without an end, and has them back when it is released", async () => {
    const { deps } = test.world;
    const { who, bank } = await person();
    const { userId } = who;
    await freeze(deps, { userId, reason: "We check", by: "system:test" });
    test.pass(2 * CREDENTIAL_HOLD_MS);
    const refused = await give(who);
    expect(refused).toMatchObject({ status: 409, body: { code: "account_held" } });
    expect(refused.body.error).toMatch(/^We are looking at your account\. .* You can appeal\.$/);
    expect((await summaryOf(who)).held).toEqual({ text: refused.body.error });
    const id = await withdraw(who, bank);
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: "payout_held" } });
    await release(deps, { userId, reason: "All is well", by: "system:test" });
    expect((await give(who)).status).toBe(201);
    await eventually("the payout", () => approve(id)).toMatchObject({ status: 200 });
  });
});

describe("an account whose password another person chose", () => {
  it("keeps its tokens until its owner has chosen an own one, and 72 hours more", async () => {
    const { deps } = test.world;
    const { who, bank } = await person();
    const { userId } = who;
    const change = async (by: "admin" | "reset") => {
      const key = await deps.personal.keyOf(deps.store.sql, userId);
      const data = { userId, passwordHash: key.seal("passwordHash", passwordHash), by };
      const metadata = { actor: "system:test" };
      await deps.store.appendToStream("social", userStream(userId), [{ type: "PasswordChanged", data }], { metadata });
    };
    await change("admin");
    test.pass(2 * CREDENTIAL_HOLD_MS);
    const refused = await give(who);
    expect(refused).toMatchObject({ status: 409, body: { code: "account_held" } });
    expect(refused.body.error).toContain("Choose your own one in Settings");
    const id = await withdraw(who, bank);
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: "payout_held" } });
    await change("reset");
    expect(await give(who)).toMatchObject({ status: 409, body: { code: "account_held" } });
    test.pass(CREDENTIAL_HOLD_MS + MINUTE_MS);
    expect((await give(who)).status).toBe(201);
  });
});

describe("an admin who opens an account", () => {
  /** Sets the person's password as admins do, and logs in with it where that is possible. */
  async function takeOver(admin: TestPerson, victim: TestPerson): Promise<TestPerson> {
    const set = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    await done(test.call(admin, "PUT", `/api/v1/admin/users/${victim.userId}`, { body: set }));
    const logIn = { email: victim.email, password: NEW_PASSWORD };
    const { body } = await test.call(undefined, "POST", "/api/auth/login", { body: logIn });
    return { ...victim, token: String(body.token) };
  }

  it("does not get its tokens to an accomplice by a gift and an approval", async () => {
    const admin = await test.person({ isAdmin: true });
    const victim = await test.person({ tokens: 60_000, passwordHash });
    const open = await withdraw(victim, someBank());
    const accomplice = await test.person({ role: "creator", level: 0 });
    const asVictim = await takeOver(admin, victim);
    await test.call(asVictim, "POST", `/api/v1/withdrawals/${open}/cancel`);
    const body = { artistId: accomplice.userId, amount: 33, method: "tokens" };
    const taken = await test.call(asVictim, "POST", "/api/v1/gifts", { body });
    expect(taken.status, JSON.stringify(taken.body)).toBeGreaterThanOrEqual(400);
    const money = async () => [await test.settlingOf(accomplice), (await test.moneyOf(accomplice)).available];
    expect(await money()).toEqual([0, 0]);
    const { available, reserved } = await test.moneyOf(victim);
    expect(available + reserved).toBe(6_000_000);
    const asked = { amount: 4_900, bankDetails: someBank() };
    expect(await call(accomplice, "POST", "/api/v1/withdraw", asked)).toMatchObject({ status: 409 });
  });

  it("approves nothing that came from it, whenever it came", async () => {
    const admin = await test.person({ isAdmin: true });
    const victim = await test.person({ tokens: 1_000, passwordHash });
    const accomplice = await test.person({ role: "creator" });
    await takeOver(admin, victim);
    test.pass(CREDENTIAL_HOLD_MS + MINUTE_MS);
    const body = { artistId: accomplice.userId, amount: 0.5, method: "tokens" };
    expect((await call(victim, "POST", "/api/v1/gifts", body)).status).toBe(201);
    test.pass(CREDENTIAL_HOLD_MS + MINUTE_MS);
    await settleDueGifts(test.world.deps);
    await test.world.deps.store.settle();
    const id = await withdraw(accomplice, someBank());
    test.pass(CREDENTIAL_HOLD_MS + MINUTE_MS);
    const asAdmin = async () => await approvePayout(test, await fresh(admin, true), id);
    await eventually("the refusal", asAdmin).toMatchObject({ status: 409, body: { code: "not_independent" } });
    await eventually("another side's approval", () => approve(id)).toMatchObject({ status: 200 });
  });
});
