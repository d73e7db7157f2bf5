import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { STOP_WORDS } from "../../contract/payments.ts";
import { availableAccount, REWARD_POOL } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { connect, type Sql } from "../../store/sql.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import {
  approvePayout,
  foldWithdrawal,
  OPENED,
  requestPayout,
  someBank,
  type TestRequest,
} from "../../testing/payouts.ts";
import { hear, rewardPlays } from "../../testing/settling.ts";
import { TEST_INSTALLATION } from "../../testing/store.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { decideOnGroup } from "../../trust/group/decide.ts";
import { eventually } from "../../testing/wait.ts";
import { payoutReference } from "./events.ts";
import { stopsOf } from "./payable.ts";
import { advancePayout } from "./payout.ts";
import { approveWithdrawal } from "./approve.ts";

const DAY_MS = 24 * 3_600_000;
/** In these words the screen shows the documented notice about the provider. */
const ABOUT_PROVIDER = /Payment processing failed|balance|Error approving payment/i;
let test: TestWallet;
let admin: TestPerson;
let owner: Sql;

beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 5_000_000_000 });
  admin = await test.person({ isAdmin: true });
  owner = connect(test.world.test.ownerUrl, { name: "an owner of the database", max: 1 });
});
afterAll(async () => {
  await owner.end();
  await test[Symbol.asyncDispose]();
});

const approve = (id: string) => approvePayout(test, admin, id);
const listed = async (id: string) => {
  const { payments } = (await test.call(admin, "GET", "/api/v1/admin/payments?status=pending")).body;
  return payments.find((payment: { _id: string }) => payment._id === id);
};
const caseOf = async (id: string) => (await test.call(admin, "GET", `/api/v1/admin/payments/${id}/case`)).body.caseFile;
const transfersOf = ({ reference }: Pick<TestRequest, "reference">) =>
  test.sandbox.state().transfers.filter(({ key }) => key === reference);

/** Nothing left, nothing moved, and both the list and the case file say why. */
async function expectStopped(request: Omit<TestRequest, "accountNumber">, code: string): Promise<void> {
  const answer = await approve(request.id);
  expect(answer).toMatchObject({ status: 409, body: { code } });
  expect(answer.body.error).not.toMatch(ABOUT_PROVIDER);
  expect(await foldWithdrawal(test, request.id)).toMatchObject({ status: "pending_review", approvals: [] });
  expect(transfersOf(request)).toEqual([]);
  const row = await listed(request.id);
  expect(row.warnings).toContainEqual(expect.stringMatching(/^Stopped: /));
  const { stops, risk } = await caseOf(request.id);
  expect(stops[0]).toMatchObject({ problem: code });
  expect(risk.level).toBe(code === "payment_uncertain" ? "medium" : "high");
}

describe("an owner of the database who changes", () => {
  const cases: [what: string, change: (userId: string) => Promise<unknown>][] = [
    ["the balance", (userId) =>
      owner`
      update projected.ledger_accounts set balance = balance + 4000000 where account = ${availableAccount(userId)}`],
    ["one entry", (userId) =>
      owner`
      update projected.ledger_entries set amount = amount + 4000000
      where account = ${availableAccount(userId)} and code = 'reward'`],
    ["one entry, its running balance and the balance", async (userId) => {
      const account = availableAccount(userId);
      await owner`
        update projected.ledger_entries set amount = amount + 4000000, balance = balance + 4000000
        where account = ${account} and code = 'reward'`;
      await owner`update projected.ledger_accounts set balance = balance + 4000000 where account = ${account}`;
    }],
    ["balance, entries and days, and not the events", async (userId) => {
      const account = availableAccount(userId);
      await owner`update projected.ledger_entries set amount = amount + 4000000 where account = ${account}`;
      await owner`update projected.ledger_entries set balance = balance + 4000000 where account = ${account}`;
      await owner`update projected.ledger_accounts set balance = balance + 4000000 where account = ${account}`;
      await owner`update projected.ledger_days set inward = inward + 4000000 where account = ${account}`;
    }],
  ];

  it.each(cases)("%s gets nothing paid", async (_what, change) => {
    const request = await requestPayout(test);
    await test.world.settle();
    await change(request.who.userId);
    await expectStopped(request, "books_differ");
  });

  it("the balance first and asks for what it says then gets nothing paid either", async () => {
    const who = await test.person({ tokens: 100 });
    await owner`
      update projected.ledger_accounts set balance = balance + 4000000 where account = ${availableAccount(who.userId)}`;
    const body = { amount: 40_000, bankDetails: someBank() };
    const { body: { withdrawalId: id } } = await test.call(who, "POST", "/api/v1/withdraw", { body, key: newId() });
    await expectStopped({ who, id, reference: payoutReference(TEST_INSTALLATION, id) }, "books_differ");
  });

  it("the balance between the approval and the first call to the provider gets nothing paid", async () => {
    const request = await requestPayout(test);
    const { id: withdrawalId, who: { userId } } = request;
    const about = { shard: 0, userId, withdrawalId };
    const command = { ...about, adminId: admin.userId, caseSeen: OPENED, installation: TEST_INSTALLATION };
    await approveWithdrawal(test.world.deps, command, { actor: "system:test" });
    await owner`
      update projected.ledger_accounts set balance = balance + 1 where account = ${availableAccount(userId)}`;
    expect(await advancePayout(test.world.deps, withdrawalId)).toBe("pending_review");
    expect(transfersOf(request)).toEqual([]);
    expect((await listed(withdrawalId)).warnings).toContain("Stopped: the books differ");
    await expectStopped(request, "books_differ");
  });
});

it("money of an unknown kind comes into no account that is paid from", async () => {
  const who = await test.person();
  const entries = [
    { account: REWARD_POOL, amount: -10_000 },
    { account: availableAccount(who.userId), amount: 10_000 },
  ];
  const transfer = { transferId: newId(), code: "bonus", entries };
  const options = { logs: ["ledger/0"] as const, metadata: { actor: "system:test" } };
  await expect(test.world.deps.store.execute(postTransfer, { shard: 0, transfer }, options)).rejects.toThrow("bonus");
  expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
});

it("somebody whose appeal was granted is paid all of it, what was given back as well", async () => {
  const { deps } = test.world;
  const [first, second] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  const who = await test.person({ tokens: 100 });
  await rewardPlays(deps, who.userId, [await hear(deps, { listenerId: who.userId, units: 922, minute: 1 })]);
  await test.world.settle();
  for (const action of ["freeze", "void"] as const) await decideAbout(who, action, first);
  expect([await test.settlingOf(who), (await test.moneyOf(who)).available]).toEqual([0, 10_000]);
  const body = { text: "I listened to all of these songs on my way to work." };
  const { body: { appeals } } = await test.call(who, "POST", "/api/v1/appeals", { body });
  const path = `/api/v1/admin/appeals/${appeals[0].appealId}`;
  const answer = { decision: "grant", answer: "Sorry, you were right" };
  expect((await test.call(second, "POST", `${path}/answers`, { body: answer })).body).toMatchObject({
    state: "answered",
  });
  await test.world.settle();
  expect(await test.moneyOf(who)).toEqual({ available: 10_922, reserved: 0 });

  const request = { body: { amount: 109.22, bankDetails: someBank() } };
  const { body: { withdrawalId: id } } = await test.longAgo(() => test.call(who, "POST", "/api/v1/withdraw", request));
  expect((await caseOf(id)).stops).toEqual([]);
  expect(await approve(id)).toMatchObject({ status: 200, body: { status: "completed" } });
  expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 0 });
});

/** What an admin decides about a person's rewards, as about a group of one. */
async function decideAbout({ userId }: TestPerson, action: "freeze" | "void", by: TestPerson): Promise<void> {
  const about = { groupId: newId(), decisionId: newId(), reason: "These plays came without any sound", units: 0 };
  const options = { logs: ["social"] as const, metadata: { actor: `user:${by.userId}` } };
  const data = { ...about, action, members: [userId], adminId: by.userId };
  await test.world.deps.store.execute(decideOnGroup, { data }, options);
  await test.world.settle();
}

describe("the books", () => {
  it("are verified again before a payout once the last verification is a day old", async () => {
    await using quiet = await openTestWallet({ faults: { settleAfterMs: 0 } });
    const request = await requestPayout(quiet);
    const verifications = async () =>
      (await quiet.world.deps.store.sql`select is_ok from verifications`).map(({ isOk }) => isOk);
    expect(await verifications()).toEqual([true]);
    const approved = async (id: string) => {
      const someone = await quiet.person({ isAdmin: true });
      return await approvePayout(quiet, someone, id);
    };
    expect(await approved(request.id)).toMatchObject({ status: 200 });
    expect(await verifications()).toEqual([true]);
    const later = await requestPayout(quiet);
    quiet.pass(DAY_MS + 60_000);
    // A caller who asks while the verification runs waits for it, or is told to try again.
    await eventually("the payout after the verification", () => approved(later.id)).toMatchObject({ status: 200 });
    expect((await verifications()).length).toBeGreaterThan(1);
  });

  it("stop everybody's payouts when a verification finds that they were changed", async () => {
    await using changed = await openTestWallet({ faults: { settleAfterMs: 0 } });
    const [request, other] = [await requestPayout(changed), await changed.person({ tokens: 5 })];
    const tampering = connect(changed.world.test.ownerUrl, { name: "an owner of the database", max: 1 });
    await tampering`
      update projected.ledger_accounts set balance = balance + 1 where account = ${availableAccount(other.userId)}`;
    await tampering.end();
    await changed.world.deps.verify();
    const someone = await changed.person({ isAdmin: true });
    expect(await approvePayout(changed, someone, request.id)).toMatchObject({
      status: 409,
      body: { code: "books_differ" },
    });
    expect(changed.sandbox.state().transfers).toEqual([]);
  });
});

describe("stopsOf()", () => {
  const account = { account: "user:a:available", balance: 5, entries: 2, entered: 5, counted: 2, byDay: 5, told: 5 };
  const sound = {
    ...{ units: 5, accounts: [account], moved: new Map([["reward", 5]]), owedUnits: 0, uncertain: 0 },
    ...{ isShutOut: false, verified: { at: 0, isOk: true }, now: DAY_MS - 1 },
  };
  const problems = (change: object) => stopsOf({ ...sound, ...change }).map(({ problem }) => problem);

  it("finds nothing in sound books", () => expect(problems({})).toEqual([]));

  it.each(["balance", "entries", "entered", "counted", "byDay", "told"])("finds that the %s differs", (name) => {
    expect(problems({ accounts: [{ ...account, [name]: 6 }] })).toEqual(["books_differ"]);
  });

  it("asks for sources that cover the amount, and takes off what left in any way", () => {
    expect(problems({ units: 6 })).toEqual(["books_differ"]);
    expect(problems({ moved: new Map([["reward", 5], ["prize", 9]]), units: 6 })).toEqual(["books_differ"]);
    expect(problems({ moved: new Map([["reward", 5], ["reward_given_back", 1]]), units: 6 })).toEqual([]);
    expect(problems({ moved: new Map([["reward", 5], ["fine", -1]]) })).toEqual(["books_differ"]);
  });

  it("asks for a verification that is green and younger than a day", () => {
    expect(problems({ verified: { at: 0, isOk: false } })).toEqual(["books_differ"]);
    expect(problems({ now: DAY_MS })).toEqual(["verification_due"]);
    expect(problems({ verified: undefined })).toEqual(["verification_due"]);
  });

  it("pays nobody who owes something, whose other payment is uncertain, or whom an admin has shut out", () => {
    expect(problems({ owedUnits: 1, uncertain: 1, isShutOut: true }))
      .toEqual(["money_owed", "payment_uncertain", "user_suspended"]);
  });

  it("never says a word that opens the notice about the provider's money", () => {
    const all = stopsOf({
      ...sound,
      accounts: [{ ...account, told: 1 }],
      owedUnits: 1,
      uncertain: 1,
      isShutOut: true,
      verified: undefined,
    });
    for (const { text } of all) expect(text).not.toMatch(ABOUT_PROVIDER);
    for (const words of Object.values(STOP_WORDS)) expect(words).not.toMatch(ABOUT_PROVIDER);
  });
});
