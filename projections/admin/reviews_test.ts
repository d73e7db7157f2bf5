import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestStore } from "../../backend/testing/store.ts";
import { accountChanges, changesSince } from "../accounts/account_changes.ts";
import { reviews, reviewsOf } from "./reviews.ts";

const metadata = { actor: "system:test" };

it("keeps who decided what about a withdrawal and why, in order", async () => {
  await using test = await openTestStore({ projections: [reviews] });
  const [withdrawalId, adminId] = [newId(), newId()];
  const about = { withdrawalId, adminId };
  await test.store.appendToStream("ledger/0", `withdrawal/${withdrawalId}`, [
    { type: "WithdrawalApproved", data: { ...about, reason: "fine", caseHash: "abc", isLast: false } },
    { type: "ApprovalWithdrawn", data: { ...about, reason: "wait" } },
    { type: "WithdrawalCancelled", data: { withdrawalId } },
    {
      type: "PayoutResolved",
      data: { ...about, outcome: "paid", reason: "bank says so", said: "x", transferCode: "", feeKobo: 0 },
    },
  ], { metadata });
  await test.store.settle();
  const found = (await reviewsOf(test.store.sql, [withdrawalId, newId()])).get(withdrawalId);
  expect(found?.map(({ decision, reason, caseHash }) => [decision, reason, caseHash])).toEqual([
    ["approved", "fine", "abc"],
    ["approval_withdrawn", "wait", ""],
    ["paid", "bank says so", ""],
  ]);
});

it("keeps when somebody changed password, address or name, and nothing else of them", async () => {
  await using test = await openTestStore({ projections: [accountChanges] });
  const userId = newId();
  await test.store.appendToStream("social", `user/${userId}`, [
    { type: "PasswordChanged", data: { userId, passwordHash: "s", by: "owner" } },
    { type: "PasswordChanged", data: { userId, passwordHash: "s", by: "reset" } },
    { type: "ProfileChanged", data: { userId, phone: "sealed" } },
    { type: "ProfileChanged", data: { userId, lastName: "sealed" } },
    { type: "EmailChanged", data: { userId, email: "s", emailHash: "h", previousEmail: "s" } },
  ], { metadata });
  await test.store.settle();
  const asked = { id: newId(), userId, since: Date.now() - 60_000 };
  const [later, stranger] = [newId(), newId()];
  const found = await changesSince(test.store.sql, [
    ...[asked, { ...asked, id: later, since: Date.now() + 60_000 }, { ...asked, id: stranger, userId: stranger }],
  ]);
  expect([...found.keys()]).toEqual([asked.id]);
  expect(found.get(asked.id)?.map(({ change }) => change)).toEqual(["email", "name", "password_reset", "password"]);
});
