import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import {
  availableAccount,
  EXTRA_PLAY_REVENUE,
  reservedAccount,
  REWARD_POOL,
  settlingAccount,
} from "../../backend/ledger/chart.ts";
import { openTestLedger } from "../../backend/testing/ledger.ts";
import { movedByMonth, stakesOf, walletSummary } from "./wallets.ts";

const ledger = await openTestLedger();
afterAll(() => ledger[Symbol.asyncDispose]());

const [ada, ben] = [newId(), newId()];
const [available, settling, reserved] = [availableAccount(ada), settlingAccount(ada), reservedAccount(ada)];

it("has what can be spent, what settles, what is reserved and what was earned, of one shard, folded or not", async () => {
  await ledger.post(1, "reward", { [REWARD_POOL]: -500, [settling]: 500 });
  await ledger.post(1, "reward_settled", { [settling]: -300, [available]: 300 });
  await ledger.post(1, "reward_voided", { [settling]: -50, [REWARD_POOL]: 50 });
  await ledger.post(1, "withdrawal_held", { [available]: -120, [reserved]: 120 });
  await ledger.post(1, "extra_play", { [available]: -30, [EXTRA_PLAY_REVENUE]: 30 });
  // The same account in another shard would be another one.
  await ledger.post(2, "reward", { [REWARD_POOL]: -7, [settling]: 7 });
  const summary = { availableUnits: 150, settlingUnits: 150, reservedUnits: 120, earnedUnits: 450 };
  expect(await walletSummary(ledger.sql, 1, ada)).toEqual(summary);
  await ledger.settle();
  expect(await walletSummary(ledger.sql, 1, ada)).toEqual(summary);
  const nothing = { availableUnits: 0, settlingUnits: 0, reservedUnits: 0, earnedUnits: 0 };
  expect(await walletSummary(ledger.sql, 1, ben)).toEqual(nothing);
  expect(await stakesOf(ledger.sql, 1, [ada, ben])).toEqual(
    new Map([[ada, { settling: 150, available: 150 }], [ben, { settling: 0, available: 0 }]]),
  );
});

it("tells what moved in a month under each code, both ways, in all that a user has", async () => {
  const [account, waits, held] = [availableAccount(ben), settlingAccount(ben), reservedAccount(ben)];
  await ledger.post(0, "gift", { [REWARD_POOL]: -900, [account]: 900 });
  await ledger.post(0, "gift", { [account]: -100, [REWARD_POOL]: 100 });
  ledger.pass(30 * 86_400_000);
  await ledger.post(0, "gift", { [REWARD_POOL]: -50, [waits]: 50 });
  await ledger.post(0, "withdrawal_held", { [account]: -200, [held]: 200 });
  const expected = [
    { month: "2026-06", code: "gift", inward: 900, outward: 100 },
    { month: "2026-07", code: "gift", inward: 50, outward: 0 },
    { month: "2026-07", code: "withdrawal_held", inward: 200, outward: 200 },
  ];
  expect(await movedByMonth(ledger.sql, 0, ben)).toEqual(expected);
  await ledger.settle();
  expect(await movedByMonth(ledger.sql, 0, ben)).toEqual(expected);
});
