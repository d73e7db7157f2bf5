import { expect, it } from "vitest";
import { withdrawalsIn, withdrawalsOf } from "../../../projections/wallet/withdrawals.ts";
import { proposeCapital } from "../../admin/capital/kind.ts";
import { derivedId } from "../../store/log/ids.ts";
import { lagosDay } from "../../contract/policy.ts";
import { reconcile } from "../../wallet/reconciliation/reconcile.ts";
import { settleGiftsOf } from "../../testing/settling.ts";
import { waitFor } from "../../testing/wait.ts";
import { openTestWallet } from "../../testing/wallet.ts";
import { seedCapital } from "./capital.ts";
import { type DemoWithdrawal, seedGift, seedRequest, seedWithdrawal } from "./money.ts";

const ENDS: readonly DemoWithdrawal[] = [
  ...["pending_review", "completed", "failed", "reversed", "uncertain", "needs_otp", "rejected", "cancelled"] as const,
];

it("tells the provider's own book of them, so that both agree and what waits for a code can be sent", async () => {
  await using test = await openTestWallet({ faults: { webhooksLost: true } });
  const deps = { ...test.world.deps, log: () => {}, provider: test.sandbox };
  const account = (person: { userId: string; email: string }) => ({ ...person, firstName: "Sade", lastName: "Akande" });
  const boss = await test.person({ isAdmin: true });
  const [giver, admin] = [account(await test.person()), account(boss)];
  for (const ends of ENDS) {
    const person = account(await test.person({ role: "creator" }));
    await seedGift(deps, { giver, artistId: person.userId, dollars: 10, message: "For you" });
    await settleGiftsOf(deps, person.userId);
    await test.longAgo(() => seedRequest(deps, { person, ends }));
    for (let time = 0; time < 2; time++) await seedWithdrawal(deps, { person, admin, ends });
  }
  const differences = () => reconcile(deps, lagosDay(deps.now()));
  expect(test.sandbox.state().transfers.map(({ status }) => status).toSorted()).toEqual(
    ["failed", "otp", "reversed", "success", "under_investigation"],
  );
  expect(await differences()).toEqual([]);
  const [waiting] = await withdrawalsIn(deps.store.sql, ["needs_otp"], { limit: 9 });
  const path = `/api/v1/admin/payments/${waiting?.withdrawalId}/otp`;
  expect(await test.call(boss, "POST", path, { body: { otp: "123456" } })).toMatchObject({ status: 202 });
  expect(await differences()).toEqual([]);
});

it("makes withdrawals in every state out of gifts, and the same ones again when it is begun again", async () => {
  await using test = await openTestWallet();
  const account = (person: { userId: string; email: string }) => ({ ...person, firstName: "Sade", lastName: "Akande" });
  const { deps } = test.world;
  const [giver, admin] = [account(await test.person()), account(await test.person({ isAdmin: true }))];
  // Large withdrawals need a second founding owner.
  await test.person({ isAdmin: true });
  for (const ends of ENDS) {
    const person = account(await test.person({ role: "creator" }));
    for (let time = 0; time < 2; time++) {
      await seedGift(deps, { giver, artistId: person.userId, dollars: 10, message: "For you" });
      await settleGiftsOf(deps, person.userId);
      await test.longAgo(() => seedRequest(deps, { person, ends }));
      await seedWithdrawal(deps, { person, admin, ends });
    }
    expect((await withdrawalsOf(deps.store.sql, person.userId, 9)).map(({ status }) => status)).toEqual([ends]);
  }
  const rich = account(await test.person({ role: "creator" }));
  await seedGift(deps, { giver, artistId: rich.userId, dollars: 100, message: "" });
  await settleGiftsOf(deps, rich.userId);
  const large = { person: rich, ends: "awaiting_second_approval", tokens: 60_000 } as const;
  await test.longAgo(() => seedRequest(deps, large));
  await seedWithdrawal(deps, { ...large, admin });
  expect((await withdrawalsOf(deps.store.sql, rich.userId, 9))[0]?.status).toBe("awaiting_second_approval");
  expect(await test.total()).toBe(0);
});

it("says who decided, as the audit lists it", async () => {
  await using test = await openTestWallet();
  const account = (person: { userId: string; email: string }) => ({ ...person, firstName: "Sade", lastName: "Akande" });
  const { deps } = test.world;
  const boss = await test.person({ isAdmin: true });
  const [giver, admin] = [account(await test.person()), account(boss)];
  for (const ends of ["completed", "rejected"] as const) {
    const person = account(await test.person({ role: "creator" }));
    await seedGift(deps, { giver, artistId: person.userId, dollars: 10, message: "For you" });
    await settleGiftsOf(deps, person.userId);
    await test.longAgo(() => seedRequest(deps, { person, ends }));
    await seedWithdrawal(deps, { person, admin, ends });
  }
  await test.world.settle();
  const { events } = (await test.call(boss, "GET", "/api/v1/admin/audit?view=decisions")).body;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(["WithdrawalApproved", "WithdrawalRejected"]),
  );
});

it("records what lies at the provider as capital, by two admins, once", async () => {
  await using test = await openTestWallet({ openingBalanceKobo: 50_000_000 });
  const [boss, other] = [await test.person({ isAdmin: true }), await test.person({ isAdmin: true })];
  const [admin, admin2] = [boss, other].map((one) => ({ ...one, firstName: "Ada", lastName: "Obi" }));
  if (!admin || !admin2) throw new Error("There are two");
  const deps = { ...test.world.deps, provider: test.sandbox };
  const books = () =>
    waitFor("the provider's balance in the books", async () => {
      const { body } = await test.call(boss, "GET", "/api/v1/admin/books");
      return body.difference === null ? undefined : body;
    });
  expect((await books()).difference.rest).toBe(500_000);
  // As an interrupted seed leaves it.
  const said = {
    capitalId: derivedId(admin.userId, "capital"),
    units: 50_000_000,
    reason: "The owners' first deposit",
  };
  await proposeCapital(deps, { ...said, adminId: admin.userId, metadata: { actor: `user:${admin.userId}` } });
  for (let time = 0; time < 2; time++) {
    await seedCapital(deps, { admin, admin2 });
    await test.world.settle();
    expect(await books()).toMatchObject({ capital: 500_000, difference: { amount: 0, rest: 0 } });
  }
  expect(await test.total()).toBe(0);
});
