import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import {
  availableAccount,
  PROVIDER,
  reservedAccount,
  REWARD_POOL,
  settlingAccount,
} from "../../backend/ledger/chart.ts";
import { openTestLedger } from "../../backend/testing/ledger.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { type RewardPart, type SettlingEvent, settlingStream } from "../../backend/wallet/settling/events.ts";
import { lotsOf, playsOfLot } from "./payout_lots.ts";
import { settling } from "./settling.ts";

const ledger = await openTestLedger([settling as Projection]);
afterAll(() => ledger[Symbol.asyncDispose]());

const SHARD = 1;
const [userId, giftId, withdrawalId, other] = [newId(), newId(), newId(), newId()];
const [available, waits, reserved] = [availableAccount(userId), settlingAccount(userId), reservedAccount(userId)];

it("says what pays for a withdrawal, first in, first out, until it comes back", async () => {
  const reward = await ledger.post(SHARD, "reward_settled", { [REWARD_POOL]: -100, [available]: 100 });
  const gift = await ledger.post(SHARD, "gift", { [PROVIDER]: -50, [available]: 50 }, { giftId });
  await ledger.post(SHARD, "withdrawal_held", { [available]: -120, [reserved]: 120 }, { withdrawalId });
  const lots = async (of: string, shard = SHARD) =>
    (await lotsOf(ledger.sql, shard, { userId, withdrawalId: of })).map((
      { lot, from, to },
    ) => [lot.transferId, from, to]);
  expect(await lots(withdrawalId)).toEqual([[reward, 0, 100], [gift, 0, 20]]);
  expect(await lotsOf(ledger.sql, SHARD, { userId, withdrawalId })).toMatchObject([
    { lot: { code: "reward_settled", units: 100, giftId: undefined } },
    { lot: { code: "gift", units: 50, giftId } },
  ]);
  expect([await lots(other), await lots(withdrawalId, 0)]).toEqual([[], []]);
  await ledger.post(SHARD, "withdrawal_voided", { [reserved]: -120, [available]: 120 }, { withdrawalId });
  expect(await lots(withdrawalId)).toEqual([]);
});

it("names the plays of a settled lot: those since the lot before, without the voided ones", async () => {
  const plays = [newId(), newId(), newId(), newId()] as const;
  const reward = (units: number, detail = {}) =>
    ledger.post(SHARD, "reward", { [REWARD_POOL]: -units, [waits]: units }, detail);
  await reward(30, { plays: [[plays[0], 10], [plays[1], 20]] });
  await reward(5, { plays: [[plays[2], 5]] });
  await reward(7, { plays: [[plays[3], 7]] });
  const [one, two, three] = (await ledger.sql<{ position: number }[]>`
    select position from ledger_entries where shard = ${SHARD} and account = ${waits} order by position`)
    .map(({ position }) => position);
  const [firstLot, secondLot, back] = [newId(), newId(), newId()];
  const about = { userId, rewards: 1, seen: three ?? 0 };
  const voided: RewardPart = [one ?? 0, plays[1], 20];
  const events: SettlingEvent[] = [
    { type: "RewardsVoided", data: { userId, units: 20, transferId: newId(), reason: "no sound", parts: [voided] } },
    // The third was due before the second.
    {
      type: "RewardsSettled",
      data: { ...about, units: 17, transferId: firstLot, through: one ?? 0, beyond: [three ?? 0] },
    },
    { type: "RewardsSettled", data: { ...about, units: 5, transferId: secondLot, through: three ?? 0, beyond: [] } },
    { type: "RewardsGivenBack", data: { userId, units: 20, transferId: back, appealId: newId(), parts: [voided] } },
  ];
  await ledger.tell(`ledger/${SHARD}`, settlingStream(userId), events);
  const of = (transferId: string, code = "reward_settled") =>
    playsOfLot(ledger.sql, SHARD, { userId, transferId, code });
  expect(await of(firstLot)).toEqual([[one, plays[0], 10], [three, plays[3], 7]]);
  expect(await of(secondLot)).toEqual([[two, plays[2], 5]]);
  expect(await of(back, "reward_given_back")).toEqual([voided]);
  expect(await of(firstLot, "gift")).toEqual([]);
});

it("names the plays of a reward from before rewards had to settle by its transfer", async () => {
  const [playId, nobody] = [newId(), newId()];
  const transferId = await ledger.post(SHARD, "reward", { [REWARD_POOL]: -4, [available]: 4 }, {
    plays: [[playId, 4]],
  });
  const of = (id: string) => playsOfLot(ledger.sql, SHARD, { userId, transferId: id, code: "reward" });
  expect(await of(transferId)).toEqual([[0, playId, 4]]);
  expect(await of(nobody)).toEqual([[0, nobody, 0]]);
});
