import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestStore } from "../../backend/testing/store.ts";
import { type WithdrawalEvent, withdrawalStream } from "../../backend/wallet/withdrawal/events.ts";
import { evolve, type Withdrawal } from "../../backend/wallet/withdrawal/state.ts";
import { findWithdrawal, usersWithOpenWithdrawal, withdrawals, withdrawalsIn, withdrawalSums } from "./withdrawals.ts";

const metadata = { actor: "system:test" };

it("keeps a withdrawal as its events add up, and a fee once for a payout that was paid late", async () => {
  await using test = await openTestStore({ projections: [withdrawals] });
  const [withdrawalId, userId, adminId] = [newId(), newId(), newId()];
  const decided = { withdrawalId, adminId, reason: "fine", caseHash: "" };
  const paid = { withdrawalId, transferCode: "TRF_1", feeKobo: 1_000 };
  const bank = {
    bankDetails: "sealed",
    accountHash: "hash",
    warnings: [],
    approvalsNeeded: 1,
    policyVersion: 1,
  } as const;
  const events: WithdrawalEvent[] = [
    { type: "WithdrawalRequested", data: { withdrawalId, userId, units: 10_000, ...bank } },
    { type: "WithdrawalApproved", data: { ...decided, isLast: true, secondFor: "" } },
    { type: "PayoutStarted", data: { withdrawalId, reference: `orin-${withdrawalId}` } },
    { type: "PayoutAttempted", data: { withdrawalId, attempt: 1, at: 5 } },
    { type: "PayoutFailed", data: { withdrawalId, status: "failed" } },
    { type: "PayoutPaidLate", data: paid },
    { type: "PayoutResolved", data: { ...paid, adminId, outcome: "paid", reason: "bank says so", said: "success" } },
  ];
  let expected: Withdrawal | undefined;
  const seen: [string, number | undefined, string][] = [];
  for (const event of events) {
    await test.store.appendToStream("ledger/0", withdrawalStream(withdrawalId), [event], { metadata });
    expected = evolve(expected, event);
    const row = await findWithdrawal(test.store.sql, withdrawalId);
    expect(row).toMatchObject(JSON.parse(JSON.stringify(expected)));
    const open = await test.store.sql.begin((tx) => usersWithOpenWithdrawal(tx, 0, [userId]));
    expect(open.has(userId)).toBe(expected?.funds === "reserved");
    expect(await withdrawalsIn(test.store.sql, [expected?.status ?? "failed"], { limit: 5 })).toHaveLength(1);
    seen.push([row?.status ?? "", row?.processedAt, row?.notes ?? ""]);
  }
  expect(seen.map(([status]) => status).slice(-3)).toEqual(["failed", "uncertain", "completed"]);
  // Paid late it is under way again, with the end that it had; marked as paid it ends once more.
  expect(seen[5]?.[1]).toBe(seen[4]?.[1]);
  expect(seen[6]?.[2]).toBe("The bank paid after the tokens went back: the user owes Orin the amount");
  expect(await withdrawalSums(test.store.sql)).toEqual({ reserved: 0, throughProvider: 11_000 });
});
