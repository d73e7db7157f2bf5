import { expect, it } from "vitest";
import { approvePayout, OPENED, requestPayout, someBank } from "../../testing/payouts.ts";
import { openTestWallet } from "../../testing/wallet.ts";
import { closeAccount } from "../../accounts/closing/close.ts";
import { suspend, unsuspend } from "../../accounts/account/suspend.ts";
import { approveWithdrawal } from "../../wallet/withdrawal/approve.ts";
import { advancePayout } from "../../wallet/withdrawal/payout.ts";

it("a suspended person's request is not paid before the suspension ends, and they can ask for nothing", async () => {
  await using test = await openTestWallet({ openingBalanceKobo: 10_000_000 });
  const { who, id } = await requestPayout(test);
  const admin = await test.person({ isAdmin: true });
  const { deps } = test.world;
  const suspension = { userId: who.userId, adminId: admin.userId, reason: "Shared account" };
  const origin = { metadata: { actor: `user:${admin.userId}` } };
  const approve = () => approvePayout(test, admin, id);

  await suspend(deps, suspension, origin);
  expect(await approve()).toMatchObject({ status: 409, body: { code: "user_suspended" } });
  expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 10_000 });
  const asked = await test.call(who, "POST", "/api/v1/withdraw", { body: { amount: 100, bankDetails: someBank() } });
  expect([401, 403]).toContain(asked.status);

  await unsuspend(deps, suspension, origin);
  expect((await approve()).status).toBeLessThan(300);
});

it("the request of a person whom an admin has deleted is not paid before they are restored", async () => {
  await using test = await openTestWallet({ openingBalanceKobo: 10_000_000 });
  const { who, id } = await requestPayout(test);
  const admin = await test.person({ isAdmin: true });
  expect((await test.call(admin, "DELETE", `/api/v1/admin/users/${who.userId}`)).status).toBe(200);
  expect(await approvePayout(test, admin, id)).toMatchObject({ status: 409, body: { code: "user_deleted" } });
  expect(await test.moneyOf(who)).toEqual({ available: 0, reserved: 10_000 });
  expect((await test.call(admin, "POST", `/api/v1/admin/users/${who.userId}/restore`)).status).toBe(200);
  expect((await approvePayout(test, admin, id)).status).toBeLessThan(300);
});

it("a code of the provider sends nothing to whom an admin has shut out since the approval", async () => {
  await using test = await openTestWallet({ openingBalanceKobo: 10_000_000, faults: { otp: true } });
  const { who, id } = await requestPayout(test);
  const admin = await test.person({ isAdmin: true });
  const { deps } = test.world;
  expect((await approvePayout(test, admin, id)).body).toMatchObject({ status: "needs_otp" });
  const suspension = { userId: who.userId, adminId: admin.userId, reason: "Shared account" };
  const origin = { metadata: { actor: `user:${admin.userId}` } };
  const confirm = () => test.call(admin, "POST", `/api/v1/admin/payments/${id}/otp`, { body: { otp: "123456" } });
  await suspend(deps, suspension, origin);
  expect(await confirm()).toMatchObject({ status: 409, body: { code: "user_suspended" } });
  await unsuspend(deps, suspension, origin);
  expect((await confirm()).status).toBeLessThan(300);
});

it("a payout that was approved but not begun waits again where an admin has shut the person out since", async () => {
  await using test = await openTestWallet({ openingBalanceKobo: 10_000_000, faults: { settleAfterMs: 0 } });
  const { deps } = test.world;
  const admin = await test.person({ isAdmin: true });
  const suspension = { adminId: admin.userId, reason: "Shared account" };
  const origin = { metadata: { actor: `user:${admin.userId}` } };
  const shutOut = {
    suspended: (userId: string) => suspend(deps, { userId, ...suspension }, origin),
    deleted: (userId: string) => closeAccount(deps, { userId, by: "admin", ...origin }),
  };
  for (const shut of Object.values(shutOut)) {
    const { who: { userId }, id: withdrawalId } = await requestPayout(test);
    // As by a process that dies right after it.
    const about = { shard: deps.shardOf(userId), userId, withdrawalId, adminId: admin.userId };
    const approval = { ...about, installation: deps.installation, caseSeen: OPENED };
    expect(await approveWithdrawal(deps, approval, origin.metadata)).toMatchObject({ status: "processing" });
    await shut(userId);
    expect(await advancePayout(deps, withdrawalId)).toBe("pending_review");
    const { body } = await test.call(admin, "GET", "/api/v1/admin/payments?status=pending");
    const row = body.payments.find((one: { _id: string }) => one._id === withdrawalId);
    expect(row.warnings).toContain("Stopped: an admin has suspended or deleted this person");
  }
  expect(test.sandbox.state().transfers).toEqual([]);
});
