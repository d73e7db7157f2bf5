import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { identityNumberOwners } from "../../../projections/accounts/identities.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { WEBHOOK } from "../../adapters/payments/paystack_webhook.ts";
import { closeAccount } from "../../accounts/closing/close.ts";
import { eraseAccount } from "../../person_data/erase.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { approvePayout } from "../../testing/payouts.ts";
import { openTestWallet, SECRET_KEY, type TestWallet } from "../../testing/wallet.ts";
import { eventually } from "../../testing/wait.ts";
import { payoutReference } from "../../wallet/withdrawal/events.ts";
import { workMoney } from "../../wallet/withdrawal/reactions.ts";

let test: TestWallet;
let admin: TestPerson;
let money: { stop(): Promise<void> };
beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  money = workMoney(test.world.deps, { everyMs: 3_600_000 });
});
// Tests move the clock, and an admin's password counts for minutes.
beforeEach(async () => void (admin = await test.person({ isAdmin: true })));
afterEach(() => test.sandbox.faults.clear());
afterAll(async () => {
  await money.stop();
  await test[Symbol.asyncDispose]();
});

let numbers = 0;
/** An unused BVN; those that end in 0 are refused. */
const newBvn = (end = 1) => `22${String(++numbers).padStart(8, "0")}${end}`;
const person = (options: Parameters<TestWallet["person"]>[0] = {}) =>
  test.person({ firstName: "Hauwa", lastName: "Jaja", level: 1, hasPhone: true, ...options });
/** The sandbox has it as JAJA HAUWA IBRAHIM. */
const OWN = { accountNumber: "0123456789", bankCode: "058" };
const ask = (who: TestPerson | undefined, bvn: string, bank = OWN) =>
  test.call(who, "POST", "/api/v1/identity", { body: { bvn, ...bank } });
const read = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/identity")).body;
const until = (who: TestPerson, status: string) =>
  eventually(`the check to be ${status}`, async () => (await read(who)).status).toBe(status);
const levelOf = async ({ userId }: TestPerson) => (await levelsOf(test.world.deps.store.sql, [userId])).get(userId);
const eventsOf = ({ userId }: TestPerson) => test.world.deps.store.readStream("social", `identity/${userId}`);
const typesOf = async (who: TestPerson) => (await eventsOf(who)).map(({ type }) => type);
const customers = () => test.sandbox.state().customers;

async function prove(who: TestPerson, bvn = newBvn()) {
  expect((await ask(who, bvn)).status).toBe(202);
  await until(who, "proven");
  // The level follows in a reaction.
  await test.world.settle();
}

/** The customer of a person's last check. */
async function customerOf(who: TestPerson): Promise<string> {
  const events = await eventsOf(who);
  return String(
    Reflect.get(Object(events.findLast(({ type }) => type === "IdentityCheckSubmitted")?.data), "customerCode"),
  );
}

/** A notice in the provider's form, signed with a key. */
async function notify(event: string, data: object, key = SECRET_KEY): Promise<number> {
  const body = new TextEncoder().encode(JSON.stringify({ event: `customeridentification.${event}`, data }));
  const signature = createHmac("sha512", key).update(body).digest("hex");
  const headers = { [WEBHOOK.signatureHeader]: signature, "content-type": "application/json" };
  const response = await fetch(`${test.url}${WEBHOOK.path}`, { method: "POST", headers, body });
  await response.body?.cancel();
  await test.world.deps.jobs.drain();
  return response.status;
}

describe("an identity", () => {
  it("is proven by the notice, gives level 2 once, and the BVN is nowhere", async () => {
    const who = await person();
    const bvn = newBvn();
    expect(await read(who)).toEqual({ status: "none", isProven: false, checksLeft: 5 });
    test.sandbox.faults.set({ settleAfterMs: null, webhooksDoubled: true });
    expect(await ask(who, bvn)).toMatchObject({
      status: 202,
      body: { status: "waiting", isProven: false, checksLeft: 4, account: { accountNumber: "••••••6789" } },
    });
    expect(await levelOf(who)).toBe(1);
    test.sandbox.settleIdentity(await customerOf(who));
    await until(who, "proven");
    await test.world.settle();
    expect(await levelOf(who)).toBe(2);
    expect(await typesOf(who)).toEqual(["IdentityCheckStarted", "IdentityCheckSubmitted", "IdentityProven"]);
    const levels = await test.world.deps.store.readStream("social", `level/${who.userId}`);
    expect(levels.filter(({ data }) => Reflect.get(Object(data), "because") === "identity_proven")).toHaveLength(1);
    const { sql } = test.world.deps.store;
    const stored = await sql`select data::text as text from events union all select payload::text from jobs`;
    expect(JSON.stringify([stored, test.sandbox.state()])).not.toContain(bvn);
  });

  it("fails with the bank's reason for a BVN that is not right, and can be tried again", async () => {
    const who = await person();
    await ask(who, newBvn(0));
    await until(who, "failed");
    expect((await read(who)).reason).toContain("Account number or BVN is incorrect");
    expect(await levelOf(who)).toBe(1);
    await prove(who);
  });

  it("needs a session, a BVN of 11 digits and an account in the own name", async () => {
    const who = await person();
    expect((await ask(undefined, newBvn())).status).toBe(401);
    for (const bvn of ["", "1234567890", "123456789012", "１２３４５６７８９０１", "abc"]) {
      expect(await ask(who, bvn)).toMatchObject({ status: 400, body: { fields: { bvn: "A BVN has 11 digits" } } });
    }
    const stranger = await person({ firstName: "Ada", lastName: "Obi" });
    expect(await ask(stranger, newBvn())).toMatchObject({ status: 422, body: { code: "identity_differs" } });
    expect(await ask(who, newBvn(), { accountNumber: "0123456000", bankCode: "058" }))
      .toMatchObject({ status: 422, body: { code: "account_unknown" } });
    expect([await typesOf(who), await typesOf(stranger)]).toEqual([[], []]);
  });

  it("takes five tries a day", async () => {
    const who = await person();
    for (let tries = 0; tries < 5; tries++) {
      await ask(who, newBvn(0));
      await until(who, "failed");
    }
    const before = customers().length;
    expect(await ask(who, newBvn())).toMatchObject({ status: 429, body: { code: "too_many_attempts" } });
    expect([customers().length, (await read(who)).checksLeft]).toEqual([before, 0]);
  });
});

describe("a BVN", () => {
  it("proves one account: whoever is later is refused before it is sent, and whoever is at the same time after", async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    const bvn = newBvn();
    test.sandbox.faults.set({ settleAfterMs: null });
    for (const who of [first, second]) expect((await ask(who, bvn)).status).toBe(202);
    const codes = [await customerOf(first), await customerOf(second)];
    for (const code of codes) test.sandbox.settleIdentity(code);
    const statuses = async () => [(await read(first)).status, (await read(second)).status].toSorted();
    await eventually("one check to be proven and the other to fail", statuses).toEqual(["failed", "proven"]);
    const loser = (await read(first)).status === "failed" ? first : second;
    expect((await read(loser)).reason).toContain("another Orin account");
    expect(await levelOf(loser)).toBe(1);
    const before = customers().length;
    expect(await ask(third, bvn)).toMatchObject({ status: 409, body: { code: "identity_taken" } });
    expect([customers().length, await typesOf(third)]).toEqual([before, []]);
  });

  it("stays blocked without a person when the account is erased, and blocked while it is suspended", async () => {
    const { deps } = test.world;
    const [erased, suspended] = [await person(), await person()];
    const [bvn, other] = [newBvn(), newBvn()];
    await prove(erased, bvn);
    await prove(suspended, other);
    const body = { reason: "Farming" };
    expect((await test.call(admin, "POST", `/api/v1/admin/users/${suspended.userId}/suspend`, { body })).status).toBe(
      200,
    );
    await closeAccount(deps, { userId: erased.userId, by: "owner", metadata: { actor: `user:${erased.userId}` } });
    test.pass(31 * 24 * 3_600_000);
    admin = await test.person({ isAdmin: true });
    await eraseAccount(deps, erased.userId);
    await test.world.settle();
    const later = await person();
    const hash = deps.personal.lookupHash("bvn", bvn);
    expect(await identityNumberOwners(deps.store.sql, [hash])).toEqual(new Map([[hash, "gone"]]));
    for (const one of [bvn, other]) {
      expect(await ask(later, one)).toMatchObject({ status: 409, body: { code: "identity_taken" } });
    }
  });

  it("proves the same account again, for another bank account", async () => {
    const who = await person();
    const bvn = newBvn();
    await prove(who, bvn);
    test.sandbox.nameOwner({ accountNumber: "0555555555", bankCode: "058", accountName: "HAUWA JAJA" });
    expect((await ask(who, bvn, { accountNumber: "0555555555", bankCode: "058" })).status).toBe(202);
    await until(who, "proven");
    expect((await typesOf(who)).filter((type) => type === "IdentityProven")).toHaveLength(2);
  });
});

describe("a notice", () => {
  it("that is forged, speaks of another customer, or claims what the provider does not say, proves nothing", async () => {
    const who = await person();
    test.sandbox.faults.set({ settleAfterMs: null });
    await ask(who, newBvn());
    const code = await customerOf(who);
    expect(await notify("success", { customer_code: code }, "sk_test_stranger")).toBe(401);
    expect(await notify("success", { customer_code: "CUS_nobody" })).toBe(200);
    expect(await notify("success", { customer_code: code })).toBe(200);
    expect(await notify("failed", { customer_code: "CUS_nobody", reason: "No" })).toBe(200);
    expect([(await read(who)).status, await levelOf(who)]).toEqual(["waiting", 1]);
  });

  it("of a failure loses against what the provider says when it is asked", async () => {
    const who = await person();
    test.sandbox.faults.set({ settleAfterMs: null, webhooksLost: true });
    await ask(who, newBvn());
    const code = await customerOf(who);
    test.sandbox.settleIdentity(code);
    await notify("failed", { customer_code: code, reason: "No" });
    expect((await read(who)).status).toBe("proven");
  });

  it("shows no number of anyone in its reason", async () => {
    const who = await person();
    test.sandbox.faults.set({ settleAfterMs: null });
    await ask(who, newBvn());
    await notify("failed", { customer_code: await customerOf(who), reason: "BVN 22345678901 is unknown" });
    expect((await read(who)).reason).toContain("BVN … is unknown");
  });

  it("that is lost is made up for by a look-up", async () => {
    const who = await person();
    test.sandbox.faults.set({ webhooksLost: true });
    await ask(who, newBvn());
    await eventually("the provider to decide", () => customers().filter(({ due }) => due !== null)).toEqual([]);
    await test.world.settle();
    expect((await read(who)).status).toBe("waiting");
    test.pass(61_000);
    await test.world.deps.jobs.drain();
    expect([(await read(who)).status, await levelOf(who)]).toEqual(["proven", 2]);
  });

  it("that comes after everybody gave up still counts", async () => {
    const who = await person();
    test.sandbox.faults.set({ settleAfterMs: null });
    await ask(who, newBvn());
    await test.world.settle();
    test.pass(32 * 60_000);
    await test.world.deps.jobs.drain();
    expect(await read(who)).toMatchObject({ status: "failed", reason: expect.stringContaining("in time") });
    test.sandbox.settleIdentity(await customerOf(who));
    await until(who, "proven");
  });
});

describe("a provider that breaks off", () => {
  it("before it knows the customer costs no try", async () => {
    const who = await person();
    test.sandbox.faults.set({ answers: [{ fault: "500", path: "/customer" }] });
    expect(await ask(who, newBvn())).toMatchObject({ status: 503, body: { code: "provider_unavailable" } });
    expect(await read(who)).toMatchObject({ status: "failed", checksLeft: 5 });
    await prove(who);
  });

  it("after it took the BVN is not sent it twice, and its notice counts", async () => {
    const who = await person();
    test.sandbox.faults.set({ settleAfterMs: null, answers: [{ fault: "commit-then-500", path: "/customer/*" }] });
    const bvn = newBvn();
    expect((await ask(who, bvn)).body.status).toBe("waiting");
    expect((await ask(who, bvn)).body.status).toBe("waiting");
    expect(await ask(who, newBvn())).toMatchObject({ status: 409, body: { code: "identity_waiting" } });
    expect((await typesOf(who)).filter((type) => type === "IdentityCheckStarted")).toHaveLength(1);
    test.sandbox.settleIdentity(await customerOf(who));
    await until(who, "proven");
  });

  it("for a service that died before the call is asked again by a person after half an hour, and raises the level after one", async () => {
    const who = await person();
    test.sandbox.faults.set({ answers: [{ fault: "timeout", path: "/customer", delayMs: 1 }] });
    const { deps } = test.world;
    const dying = {
      ...deps,
      payments: { ...deps.payments, createCustomer: () => Promise.reject(new Error("killed")) },
    };
    const { askForProof } = await import("./prove.ts");
    const request = { bvn: newBvn(), ...OWN };
    const origin = { userId: who.userId, metadata: { actor: `user:${who.userId}` } };
    await expect(askForProof(dying, request, origin)).rejects.toThrow("killed");
    expect((await read(who)).status).toBe("waiting");
    test.sandbox.faults.clear();
    await test.world.settle();
    test.pass(32 * 60_000);
    await deps.jobs.drain();
    expect((await read(who)).status).toBe("failed");
    await prove(who);
  });
});

const withdrawNow = async (who: TestPerson, amount: number, bankDetails = OWN) =>
  String((await test.call(who, "POST", "/api/v1/withdraw", { body: { amount, bankDetails } })).body.withdrawalId);
/** To an account that has been known for long enough. */
const withdraw = (who: TestPerson, amount: number, bankDetails = OWN) =>
  test.longAgo(() => withdrawNow(who, amount, bankDetails));
const approve = (id: string, by = admin) => approvePayout(test, by, id);
const referenceOf = (id: string) => payoutReference(test.world.deps.installation, id);
const newest = async (who: TestPerson) => (await test.call(who, "GET", "/api/v1/withdrawals")).body.withdrawals[0];
const pay = async (who: TestPerson, amount: number) => {
  const id = await withdraw(who, amount);
  expect(await approve(id)).toMatchObject({ status: 200, body: { status: "completed" } });
};

describe("a month below level 2", () => {
  it("pays 5,000 tokens, refuses more with words, and pays the same request once the identity is proven", async () => {
    const who = await person({ tokens: 9_000 });
    await pay(who, 4_800);
    const id = await withdraw(who, 200.01);
    for (let tries = 0; tries < 2; tries++) {
      expect(await approve(id)).toMatchObject({
        status: 409,
        body: {
          code: "identity_needed",
          error: "This person has been paid ₦4,800.00 this month. Above ₦5,000.00 a person proves their identity " +
            "first. Nothing was paid; the request waits.",
        },
      });
    }
    expect(await newest(who)).toMatchObject({ status: "pending_review", needsIdentity: true, canCancel: true });
    expect(await test.moneyOf(who)).toEqual({ available: 399_999, reserved: 20_001 });
    expect(test.sandbox.state().transfers.filter(({ key }) => key === referenceOf(id))).toEqual([]);
    expect((await test.call(who, "GET", "/api/v1/withdrawal-summary")).body.month).toEqual({
      limit: 5_000,
      paid: 4_800,
    });
    const { caseFile } = (await test.call(admin, "GET", `/api/v1/admin/payments/${id}/case`)).body;
    expect(caseFile.person).toMatchObject({ level: 1, month: { paid: 4_800, limit: 5_000, isOtherName: false } });
    await test.world.settle();
    const mails = test.world.outbox.newest(50).filter(({ to }) => to === who.email).map(({ subject }) => subject);
    expect(mails.filter((subject) => subject === "Your withdrawal waits for your identity")).toHaveLength(1);
    await prove(who);
    expect((await newest(who)).needsIdentity).toBeUndefined();
    expect(await approve(id)).toMatchObject({ status: 200, body: { status: "completed" } });
    expect(await test.total()).toBe(0);
  });

  it("pays exactly the limit, and starts anew with the Lagos month", async () => {
    const who = await person({ tokens: 20_000 });
    await pay(who, 5_000);
    const id = await withdraw(who, 100);
    expect((await approve(id)).status).toBe(409);
    test.pass(32 * 24 * 3_600_000);
    admin = await test.person({ isAdmin: true });
    expect((await approve(id)).status).toBe(200);
  });

  it("counts what is on its way, and gives back what was not paid", async () => {
    const who = await person({ tokens: 12_000 });
    test.sandbox.faults.set({ settleAfterMs: null });
    const id = await withdraw(who, 4_000);
    expect((await approve(id)).body.status).toBe("processing");
    expect((await test.call(who, "GET", "/api/v1/withdrawal-summary")).body.month.paid).toBe(4_000);
    test.sandbox.settle(referenceOf(id), "failed");
    await eventually("the withdrawal to fail", async () => (await newest(who)).status).toBe("failed");
    expect((await test.call(who, "GET", "/api/v1/withdrawal-summary")).body.month.paid).toBe(0);
    test.sandbox.faults.clear();
    await pay(who, 4_900);
  });

  it("pays one bank account 5,000 tokens, however many people below level 2 share it", async () => {
    const bank = { accountNumber: "0222222222", bankCode: "058" };
    const [mother, son] = [await person({ tokens: 4_000 }), await person({ tokens: 4_000 })];
    expect((await approve(await withdraw(mother, 3_000, bank))).status).toBe(200);
    const over = await withdraw(son, 2_000.01, bank);
    expect(await approve(over)).toMatchObject({ status: 409, body: { code: "identity_needed" } });
    expect((await newest(son)).needsIdentity).toBe(true);
    await test.call(son, "POST", `/api/v1/withdrawals/${over}/cancel`);
    expect((await approve(await withdraw(son, 2_000, bank))).status).toBe(200);
  });

  it("is paid to nobody who has not proven a phone for a week, or an identity", async () => {
    const who = await test.person({ firstName: "Hauwa", lastName: "Jaja", level: 1, tokens: 1_000 });
    const { held } = (await test.call(who, "GET", "/api/v1/withdrawal-summary")).body;
    expect(held.text).toContain("Prove your phone number in Settings first, or your identity");
    const id = await withdraw(who, 200);
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: "identity_needed" } });
    expect(await newest(who)).toMatchObject({ status: "pending_review", needsIdentity: true });
    const artist = await test.person({ role: "creator" });
    const gift = { artistId: artist.userId, amount: 0.1, method: "tokens" };
    expect(await test.call(who, "POST", "/api/v1/gifts", { body: gift }))
      .toMatchObject({ status: 409, body: { code: "identity_needed", error: held.text } });
    const known = await person({ tokens: 1_000 });
    expect((await test.call(known, "POST", "/api/v1/gifts", { body: gift })).status).toBe(201);
  });

  it("lets two approvals at once pay no more than one", async () => {
    const other = await test.person({ isAdmin: true });
    const who = await person({ tokens: 12_000 });
    const bank = { accountNumber: "0333333333", bankCode: "058" };
    expect((await approve(await withdraw(who, 4_000, bank))).status).toBe(200);
    const over = await withdraw(who, 1_001, bank);
    const refused = await Promise.all([approve(over), approve(over, other)]);
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    await test.call(who, "POST", `/api/v1/withdrawals/${over}/cancel`);
    const within = await withdraw(who, 1_000, bank);
    await Promise.all([approve(within), approve(within, other)]);
    expect((await test.call(who, "GET", "/api/v1/withdrawal-summary")).body.month.paid).toBe(5_000);
    expect(await test.total()).toBe(0);
  });

  it("limits a proven identity only for bank accounts in another name", async () => {
    const who = await person({ tokens: 30_000 });
    await prove(who);
    await pay(who, 6_000);
    const strange = { accountNumber: "0123456780", bankCode: "058" };
    test.sandbox.nameOwner({ ...strange, accountName: "OKORO CHIDI" });
    const id = await withdraw(who, 1_000, strange);
    const { body } = await approve(id);
    expect(body).toMatchObject({ code: "identity_needed", error: expect.stringContaining("this one has another") });
    await test.call(who, "POST", `/api/v1/withdrawals/${id}/cancel`);
    const own = { accountNumber: "0777777777", bankCode: "058" };
    test.sandbox.nameOwner({ ...own, accountName: "JAJA HAUWA" });
    const toOwn = await withdrawNow(who, 1_000, own);
    // A new account waits, no matter whose it is.
    expect((await approve(toOwn)).body).toMatchObject({ code: "payout_held" });
    test.pass(73 * 3_600_000);
    expect((await approve(toOwn, await test.person({ isAdmin: true }))).status).toBe(200);
  });
});
