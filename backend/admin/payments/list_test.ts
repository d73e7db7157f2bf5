import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { ListedPayment } from "../../contract/admin_payments.ts";
import type { WorkItem } from "../../contract/work.ts";
import { type Call, callerOf } from "../../testing/call.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { findWithdrawals } from "../../../projections/wallet/withdrawals.ts";
import { fillPayments, requestNow, requestPayout, requestQuietPayout, someBank } from "../../testing/payouts.ts";
import { Rounds } from "../../testing/rounds.ts";
import { gatherCase, gatherCases } from "../cases/gather.ts";
import { assessRisk } from "../cases/risk.ts";
import { openTestWallet, type TestWallet } from "../../testing/wallet.ts";

const asked = new Rounds();
let test: TestWallet;
let call: Call;
let admin: TestPerson;

beforeAll(async () => {
  test = await openTestWallet();
  const { app, deps } = test.world.another({ asked: asked.heard });
  // Where it takes long to find the groups of linked accounts, one view of them serves for minutes: here for all.
  const found: Awaited<ReturnType<typeof deps.groups.view>> = { groups: [], ofMember: new Map() };
  vi.spyOn(deps.groups, "view").mockResolvedValue(found);
  call = callerOf(app);
  admin = await test.person({ isAdmin: true });
});
afterAll(() => test[Symbol.asyncDispose]());

const get = async (path: string) => (await call("GET", `/api/v1/${path}`, { token: admin.token })).body;

it("the lists of what waits ask for the risk of all rows with the statements of one row", async () => {
  const ofLists = async () => [
    (await asked.of(() => get("pending-payments"))).statements,
    (await asked.of(() => get("admin/payments?status=pending"))).statements,
    (await asked.of(() => get("admin/payments?status=pending&risk=medium"))).statements,
  ];
  await test.longAgo(() => fillPayments(test, 1));
  await test.world.settle();
  await ofLists();
  const one = await ofLists();
  await test.longAgo(() => fillPayments(test, 2));
  await test.world.settle();
  expect(await ofLists()).toEqual(one);
});

it("a page finds of each request what its own case file finds", async () => {
  const { deps } = test.world;
  const bank = someBank();
  const sharers = [await requestPayout(test, 100, bank), await requestPayout(test, 200, bank)];
  const before = await requestQuietPayout(test);
  await test.call(admin, "POST", `/api/v1/reject-payment/${before.id}`);
  const again = await test.longAgo(() => requestNow(test, before.who, { tokens: 100, bankDetails: someBank() }));
  const changed = await requestPayout(test, 300);
  await deps.store.appendToStream("social", `user/${changed.who.userId}`, [
    { type: "PasswordChanged", data: { userId: changed.who.userId, passwordHash: "sealed", by: "reset" } },
  ], { metadata: { actor: `user:${changed.who.userId}` } });
  await test.world.settle();
  const ids = [...sharers, again, changed].map(({ id }) => id);
  const rows = await findWithdrawals(deps.store.sql, ids);
  const all = await gatherCases(deps, rows);
  for (const row of rows) {
    const { shownAt: _shownAt, ...alone } = await gatherCase(deps, row);
    expect(all(row)).toEqual({ shownAt: expect.any(String), ...alone });
  }
  const codesOf = (id: string) => {
    const row = rows.find(({ withdrawalId }) => withdrawalId === id);
    return row ? assessRisk({ caseId: "", ...all(row) }).reasons.map(({ code }) => code) : [];
  };
  const [first, second, third, last] = ids.map((id) => codesOf(id));
  for (const codes of [first, second]) expect(codes).toContain("account_shared");
  expect(third).toContain("rejected_before");
  expect(third).not.toContain("account_shared");
  expect(last).toContain("password_reset");
  expect(last).not.toContain("rejected_before");
});

it("says before a press what holds a payout, and until when", async () => {
  const held = await test.person({ tokens: 100 });
  const bankDetails = { accountNumber: "0987654321", bankCode: "058" };
  const { body: { withdrawalId } } = await test.call(held, "POST", "/api/v1/withdraw", {
    ...{ body: { amount: 100, bankDetails }, key: newId() },
  });
  await test.world.settle();
  const words = /^The person's bank account has just changed: payouts wait until \d/;
  const { pendingPayments } = await get("pending-payments");
  const { payments } = await get("admin/payments?status=pending");
  const { items } = await get("admin/work");
  const [listed, found] = [pendingPayments, payments].map((rows: ListedPayment[]) =>
    rows.find(({ _id }) => _id === withdrawalId)
  );
  const row = (items as WorkItem[]).find(({ id }) => id === withdrawalId);
  expect([listed?.held, found?.held, row?.held]).toEqual(Array(3).fill(expect.stringMatching(words)));
  expect((payments as ListedPayment[]).filter((one) => one.held === undefined)).toHaveLength(6);
  expect((items as WorkItem[]).filter((one) => one.kind === "withdrawal" && one.held === undefined)).toHaveLength(6);
});
