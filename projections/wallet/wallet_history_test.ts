import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { availableAccount, reservedAccount, REWARD_POOL, settlingAccount } from "../../backend/ledger/chart.ts";
import { openTestLedger } from "../../backend/testing/ledger.ts";
import { balancesBefore, movementsBetween } from "./wallet_history.ts";

const DAY_MS = 86_400_000;
const NOON = Date.UTC(2026, 5, 1, 11);
const ledger = await openTestLedger();
afterAll(() => ledger[Symbol.asyncDispose]());

const userId = newId();
const [available, settling, reserved] = [availableAccount(userId), settlingAccount(userId), reservedAccount(userId)];

it("says what someone had before a moment, and what moved on each day under each code", async () => {
  await ledger.post(1, "reward", { [REWARD_POOL]: -300, [settling]: 300 });
  await ledger.post(1, "reward", { [REWARD_POOL]: -100, [settling]: 100 });
  await ledger.post(1, "reward_settled", { [settling]: -250, [available]: 250 });
  ledger.pass(DAY_MS);
  await ledger.post(1, "withdrawal_held", { [available]: -200, [reserved]: 200 });
  // Another person's, and the same account of another shard.
  await ledger.post(1, "reward", { [REWARD_POOL]: -9, [settlingAccount(newId())]: 9 });
  await ledger.post(2, "reward", { [REWARD_POOL]: -9, [settling]: 9 });

  const before = (at: number) => balancesBefore(ledger.sql, 1, { userId, before: at });
  const between = (from: string, to: string) => movementsBetween(ledger.sql, 1, { userId, from, before: to });
  const first = [
    { day: "2026-06-01", kind: "reward", count: 2, available: 0, settling: 400, pending: 0 },
    // A transfer between two of one's own accounts is one.
    { day: "2026-06-01", kind: "reward_settled", count: 1, available: 250, settling: -250, pending: 0 },
  ];
  const second = { day: "2026-06-02", kind: "withdrawal_held", count: 1, available: -200, settling: 0, pending: 200 };
  for (const folded of [false, true]) {
    if (folded) await ledger.settle();
    expect(await before(NOON)).toEqual({ available: 0, settling: 0, pending: 0 });
    expect(await before(NOON + 1)).toEqual({ available: 250, settling: 150, pending: 0 });
    expect(await before(NOON + DAY_MS + 1)).toEqual({ available: 50, settling: 150, pending: 200 });
    expect(await between("2026-06-01", "2026-06-02")).toEqual(first);
    expect(await between("2026-06-01", "2026-06-03")).toEqual([...first, second]);
    expect(await between("2026-06-03", "2026-07-01")).toEqual([]);
  }
});
