import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminsById } from "../../../projections/admin/admins.ts";
import { openAbout } from "../../../projections/admin/proposals.ts";
import { setPassword } from "../../accounts/login/change_password.ts";
import { notePhone } from "../../accounts/phone/prove.ts";
import { confirmProposal } from "../../approvals/decide.ts";
import { shownHash } from "../../approvals/reads.ts";
import { adminInvitationKind } from "../../admin/team/invitation_kind.ts";
import { newId } from "../../contract/ids.ts";
import { FIRST_POLICY } from "../../contract/policy_rules.ts";
import { availableAccount } from "../../ledger/chart.ts";
import { postTransfer } from "../../testing/transfers.ts";
import { sized } from "../../testing/proof.ts";
import { settleGiftsOf } from "../../testing/settling.ts";
import { inviteAdmin, raiseLevel, type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { approvePayout, OPENED, someBank } from "../../testing/payouts.ts";
import { TEST_INSTALLATION } from "../../testing/store.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";
import { notePayout } from "./payout.ts";
import { requestWithdrawal } from "./request.ts";
import { approveWithdrawal } from "./approve.ts";
import { approve } from "./review.ts";
import { workMoney } from "./reactions.ts";

const LIMIT = FIRST_POLICY.approvedAloneDayUnits;
const HOUR_MS = 3_600_000;
let test: TestWallet;
let payouts: { stop(): Promise<void> };
let ada: TestPerson;
let bola: TestPerson;
beforeAll(async () => {
  test = await openTestWallet({ faults: { settleAfterMs: 0 }, openingBalanceKobo: 50_000_000_000 });
  payouts = workMoney(test.world.deps, { everyMs: HOUR_MS });
  [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
});
afterAll(async () => {
  await payouts.stop();
  await test[Symbol.asyncDispose]();
});

const press = (by: TestPerson, id: string) => approvePayout(test, by, id);

/** A request to a bank account that has been known for long enough. */
async function ask(who: TestPerson, tokens: number, bankDetails = someBank()): Promise<string> {
  return await test.longAgo(() => askNow(who, tokens, bankDetails));
}

async function askNow(who: TestPerson, tokens: number, bankDetails = someBank()): Promise<string> {
  const { body } = await test.call(who, "POST", "/api/v1/withdraw", { body: { amount: tokens, bankDetails } });
  return String(body.withdrawalId);
}

const invited = (by: TestPerson, confirmedBy?: TestPerson) => inviteAdmin(test.world.deps, { by, confirmedBy });

/** As with the link that an admin had mailed to them. */
async function choosesPassword({ userId }: TestPerson): Promise<void> {
  const before = () => Promise.resolve();
  const metadata = { actor: "visitor" };
  await setPassword(test.world.deps, { userId, newPassword: "Only-mine-2026!", metadata, before });
}

describe("one admin", () => {
  it("who invites a second one pays nothing above the limit: the two count as one", async () => {
    const id = await ask(await test.person({ tokens: 60_000 }), 60_000);
    const puppet = await invited(ada, bola);
    expect((await press(ada, id)).status).toBe(202);
    expect(await press(puppet, id)).toMatchObject({ status: 409, body: { code: "not_independent" } });
    expect((await press(bola, id)).body).toMatchObject({ status: "completed" });
  });

  it("whom nobody of another side has confirmed approves nothing", async () => {
    const id = await ask(await test.person({ tokens: 200 }), 100);
    expect(await press(await invited(ada), id)).toMatchObject({ status: 403, body: { code: "admins_only" } });
  });

  it("pays no more by splitting: to one person, to one account, or to many", async () => {
    const [one, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const person = await test.person({ tokens: 140_000 });
    const bank = someBank();
    expect((await press(one, await ask(person, 40_000, bank))).body).toMatchObject({ status: "completed" });
    const second = await ask(person, 50_000, bank);
    expect((await press(one, second)).body.message)
      .toBe("Approved. What this person is paid in a day or a week needs the approval of a second admin.");
    expect((await press(other, second)).body).toMatchObject({ status: "completed" });

    const toAccount = await ask(await test.person({ tokens: 30_000 }), 30_000, bank);
    expect((await press(other, toAccount)).body.message).toMatch(/^Approved\. What this bank account is paid in a day/);
    const toMany = await ask(await test.person({ tokens: 20_000 }), 20_000);
    expect((await press(one, toMany)).body.message).toMatch(/^Approved\. What your side has approved alone in a day/);
    const { payments } = (await test.call(one, "GET", "/api/v1/admin/payments?status=second_approval")).body;
    const ruleOf = (id: string) => payments.find((one: { _id: string }) => one._id === id)?.secondApprovalFor;
    expect([toAccount, toMany].map(ruleOf)).toEqual(["account", "side"]);

    test.pass(25 * HOUR_MS);
    const tomorrow = await ask(await test.person({ tokens: 20_000 }), 20_000);
    expect((await approveAs(one, tomorrow)).status).toBe("completed");
  });

  it("pays no more by pressing everything at once", async () => {
    const admin = await test.person({ isAdmin: true });
    const ids = await Promise.all(Array.from({ length: 8 }, async () => {
      return await ask(await test.person({ tokens: 10_000 }), 10_000);
    }));
    const answers = await Promise.all(ids.map((id) => press(admin, id)));
    expect(answers.filter(({ body }) => body.status === "completed")).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
  });

  it("never decides about a person for whom they asked for a password, and others wait for 72 hours", async () => {
    const [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const person = await test.person({ tokens: 300 });
    const id = await ask(person, 100);
    const set = { password: "Taken-over-2026!" };
    expect((await test.call(ada, "PUT", `/api/v1/admin/users/${person.userId}`, { body: set })).status).toBe(200);
    expect(await press(ada, id)).toMatchObject({ status: 409, body: { code: "not_independent" } });
    await choosesPassword(person);
    const held = await press(bola, id);
    expect(held).toMatchObject({ status: 409, body: { code: "payout_held" } });
    expect(held.body.error).toMatch(/payouts wait until \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d \(Lagos time\)$/);
    test.pass(73 * HOUR_MS);
    await expect(approveAs(ada, id)).rejects.toMatchObject({ code: "not_independent" });
    expect((await approveAs(bola, id)).status).toBe("completed");
  });

  it("never decides about a person whose account they have made", async () => {
    const [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const made = { firstName: "Ada", lastName: "Obi", email: `${newId()}@orin.example`, password: "Made-by-me-2026!" };
    const { body } = await test.call(ada, "POST", "/api/v1/admin/users", { body: { ...made, role: "listener" } });
    const { deps } = test.world;
    const person = { userId: String(body.userId), email: made.email, token: "" };
    const mine = { ...person, token: await tokenOf(deps, person) };
    await raiseLevel(deps, person.userId, 2);
    await fund(mine, 300);
    const id = await ask(mine, 100);
    expect(await press(ada, id)).toMatchObject({ status: 409, body: { code: "not_independent" } });
    // Nothing leaves before the person has a password that only they know.
    expect(await press(bola, id)).toMatchObject({ status: 409, body: { code: "payout_held" } });
    await choosesPassword(mine);
    test.pass(73 * HOUR_MS);
    await expect(approveAs(ada, id)).rejects.toMatchObject({ code: "not_independent" });
    expect((await approveAs(bola, id)).status).toBe("completed");
  });

  it("pays nothing alone of what more than a month's gifts of unproven givers brought, and not unread", async () => {
    const [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const artist = await test.person({ role: "creator" });
    const giveAs = async (tokens: number) => {
      const giver = await test.person({ hasPhone: true, level: 1, tokens });
      const body = { artistId: artist.userId, amount: tokens / 1_500, method: "tokens" };
      expect((await test.call(giver, "POST", "/api/v1/gifts", { body })).status).toBe(201);
    };
    await giveAs(3_000);
    await settleGiftsOf(test.world.deps, artist.userId);
    const first = await ask(artist, 100);
    expect((await press(ada, first)).body).toMatchObject({ status: "completed" });
    await giveAs(2_250);
    await settleGiftsOf(test.world.deps, artist.userId);
    await test.world.deps.store.settle();
    const id = await ask(artist, 200);
    expect(await test.call(ada, "POST", `/api/v1/approve-payment-automatic/${id}`))
      .toMatchObject({ status: 409, body: { code: "case_file_needed" } });
    expect(await press(ada, id)).toMatchObject({ status: 202 });
    expect((await press(bola, id)).body).toMatchObject({ status: "completed" });
  });

  it("never decides about a person for whom somebody on the same side asked for a password", async () => {
    const [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const puppet = await invited(ada, bola);
    const person = await test.person({ tokens: 300 });
    const id = await ask(person, 100);
    const set = { password: "Taken-over-2026!" };
    expect((await test.call(puppet, "PUT", `/api/v1/admin/users/${person.userId}`, { body: set })).status).toBe(200);
    test.pass(73 * HOUR_MS);
    await expect(approveAs(ada, id)).rejects.toMatchObject({ code: "not_independent" });
    expect((await approveAs(bola, id)).status).toBe("completed");
  });

  it("never decides about a bank account or a phone that somebody on the same side has as a listener", async () => {
    const { deps } = test.world;
    const [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const puppet = await invited(ada, bola);
    const asListener = { ...puppet, token: await tokenOf(deps, puppet) };
    await fund(asListener, 100);
    const bank = someBank();
    const own = await ask(asListener, 100, bank);
    await test.call(asListener, "POST", `/api/v1/withdrawals/${own}/cancel`);
    // In the name that both have.
    const byBank = await ask(await test.person({ tokens: 100, firstName: "Sock", lastName: "Puppet" }), 100, bank);
    const caller = await test.person({ tokens: 100 });
    await test.longAgo(async () => {
      for (const { userId } of [ada, caller]) {
        await notePhone(deps, { userId, phone: "+2348031234567", metadata: { actor: "system:test" } });
      }
    });
    const byPhone = await ask(caller, 100);
    for (const id of [byBank, byPhone]) {
      expect(await press(ada, id)).toMatchObject({ status: 409, body: { code: "not_independent" } });
      expect(await press(puppet, id)).toMatchObject({ status: 409, body: { code: "not_independent" } });
      expect((await press(bola, id)).body).toMatchObject({ status: "completed" });
    }
  });

  it("never pays alone to a bank account in another name than the person's", async () => {
    const bank = someBank();
    test.sandbox.nameOwner({ ...bank, accountName: "OKORO CHIDI" });
    const [ada, bola] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
    const puppet = await invited(ada, bola);
    const id = await ask(await test.person({ tokens: 100 }), 100, bank);
    expect((await press(ada, id)).body.message).toMatch(/^Approved\. The bank account is in another name/);
    expect(await press(puppet, id)).toMatchObject({ status: 409, body: { code: "not_independent" } });
    await test.call(bola, "GET", `/api/v1/admin/payments/${id}/case`);
    expect((await press(bola, id)).body).toMatchObject({ status: "completed" });
  });

  it("waits 72 hours where the person names an account for the first time, the first one as well", async () => {
    const person = await test.person({ tokens: 300 });
    const admin = await test.person({ isAdmin: true });
    const [bank, another] = [someBank(), someBank()];
    const first = await askNow(person, 100, bank);
    const held = { status: 409, body: { code: "payout_held", error: expect.stringContaining("bank account") } };
    expect(await press(admin, first)).toMatchObject(held);
    test.pass(73 * HOUR_MS);
    expect((await approveAs(admin, first)).status).toBe("completed");
    const known = await askNow(person, 100, bank);
    expect((await approveAs(admin, known)).status).toBe("completed");
    const changed = await askNow(person, 100, another);
    await expect(approveAs(admin, changed)).rejects.toMatchObject({ code: "payout_held" });
    test.pass(73 * HOUR_MS);
    expect((await approveAs(admin, changed)).status).toBe("completed");
  });
});

async function approveAs({ userId: adminId }: TestPerson, withdrawalId: string) {
  return await approve(test.world.deps, {
    withdrawalId,
    adminId,
    caseSeen: OPENED,
    metadata: { actor: `user:${adminId}` },
  });
}

async function fund({ userId }: TestPerson, tokens: number): Promise<void> {
  const { deps } = test.world;
  const shard = deps.shardOf(userId);
  const entries = [
    { account: "pool:rewards", amount: -tokens * 100 },
    { account: availableAccount(userId), amount: tokens * 100 },
  ];
  const options = { logs: [`ledger/${shard}`] as const, metadata: { actor: "system:test" } };
  await deps.store.execute(
    postTransfer,
    { shard, transfer: { transferId: newId(), code: "reward", entries } },
    options,
  );
}

type Step =
  | { readonly does: "invite"; readonly by: number }
  | { readonly does: "confirm"; readonly by: number; readonly whom: number }
  | { readonly does: "pay"; readonly by: readonly number[]; readonly whom: number; readonly tokens: number }
  | { readonly does: "wait"; readonly hours: number };

const someone = fc.nat(7);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant("invite" as const), by: someone }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("confirm" as const), by: someone, whom: someone }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("pay" as const),
      by: fc.array(someone, { minLength: 1, maxLength: 3 }),
      whom: fc.nat(2),
      tokens: fc.constantFrom(10_000, 30_000, 49_000, 50_000, 50_001, 90_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("wait" as const), hours: fc.constantFrom(5, 30, 80) }) },
);

describe("whatever admins do", () => {
  it("no payout above the limit, alone or added up over a day, was approved by one side", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), live),
      { numRuns: sized(2, 10), endOnFailure: true },
    );
    expect(payoutsMade).toBeGreaterThan(0);
  });
});

/** Without one the property says nothing. */
let payoutsMade = 0;

interface Paid {
  readonly units: number;
  readonly at: number;
  readonly userId: string;
  readonly sides: ReadonlySet<string>;
}

async function live(steps: readonly Step[]): Promise<void> {
  const admins = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  const people = await Promise.all([0, 1, 2].map(() => test.person()));
  const banks = people.map(() => someBank());
  const adminAt = (index: number) => admins[index % admins.length] ?? admins[0] as TestPerson;
  const paid: Paid[] = [];
  for (const one of steps) {
    if (one.does === "wait") test.pass(one.hours * HOUR_MS);
    else if (one.does === "invite") admins.push(await invited(adminAt(one.by)));
    else if (one.does === "confirm") {
      await letIn(adminAt(one.whom).userId, adminAt(one.by).userId).catch(() => undefined);
    } else {
      const who = people[one.whom % people.length] as TestPerson;
      const units = one.tokens * 100;
      const done = await payFrom(
        who,
        { units, accountHash: `of ${banks[one.whom]?.accountNumber}` },
        one.by.map(adminAt),
      );
      if (!done) continue;
      payoutsMade += 1;
      const roots = await adminsById(test.world.deps.store.sql, done);
      paid.push({
        ...{ units, at: test.world.deps.now(), userId: who.userId },
        sides: new Set([...roots.values()].map(({ root }) => root)),
      });
    }
  }
  expectNoSideAlone(paid);
}

/** As the proposal to let an invited admin in is confirmed. */
async function letIn(subject: string, adminId: string): Promise<void> {
  const { deps } = test.world;
  const kind = adminInvitationKind;
  await deps.store.catchUp(["proposals"], { timeoutMs: 10_000 });
  const row = await openAbout(deps.store.sql, { kind: kind.name, subject, now: deps.now() });
  const matter = row && await kind.matter(deps, subject, row.content);
  if (!matter) return;
  const shown = shownHash(kind.name, { matter, content: row.content });
  await confirmProposal(deps, kind, { row, shown, adminId, metadata: { actor: `user:${adminId}` } });
}

/** Answers who approved, where it was paid. */
async function payFrom(
  { userId }: TestPerson,
  { units, accountHash }: { units: number; accountHash: string },
  by: readonly TestPerson[],
): Promise<readonly string[] | undefined> {
  const { store } = test.world.deps;
  const options = { logs: ["ledger/0", "plays/0"] as const, metadata: { actor: "system:test" } };
  const entries = [{ account: "pool:rewards", amount: -units }, { account: availableAccount(userId), amount: units }];
  await store.execute(postTransfer, { shard: 0, transfer: { transferId: newId(), code: "reward", entries } }, options);
  const bank = { bankDetails: "sealed", accountHash, warnings: [] };
  const asked = await test.longAgo(() =>
    store.execute(requestWithdrawal, { shard: 0, userId, units, bank }, options).catch(() => undefined)
  );
  if (!asked) return undefined;
  const { withdrawalId } = asked.result;
  const about = { shard: 0, userId, withdrawalId };
  const approvers: string[] = [];
  for (const { userId: adminId } of by) {
    const answer = await approveWithdrawal(
      test.world.deps,
      { ...about, adminId, installation: TEST_INSTALLATION, caseSeen: OPENED },
      options.metadata,
    ).catch(() => undefined);
    if (answer?.changed) approvers.push(adminId);
    if (answer?.status !== "processing") continue;
    const facts = { status: "success", amountKobo: units, currency: "NGN", transferCode: "TRF", feeKobo: 0 };
    await store.execute(notePayout, { ...about, ...facts }, options);
    return approvers;
  }
  return undefined;
}

function expectNoSideAlone(paid: readonly Paid[]): void {
  for (const last of paid) {
    if (last.sides.size > 1) continue;
    const [side] = last.sides;
    const before = paid.filter(({ at }) => at <= last.at && at > last.at - 24 * HOUR_MS);
    const upTo = before.slice(0, before.indexOf(last) + 1);
    const sum = (isOne: (one: Paid) => boolean) => upTo.filter(isOne).reduce((units, one) => units + one.units, 0);
    expect(sum(({ userId }) => userId === last.userId)).toBeLessThanOrEqual(LIMIT);
    expect(sum(({ sides }) => sides.size === 1 && [...sides][0] === side)).toBeLessThanOrEqual(LIMIT);
  }
}
