import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import type { LostPayoutBooked } from "../../backend/wallet/lost_payouts/events.ts";
import {
  debtorsByLostPayouts,
  knownLostPayouts,
  lostPayouts,
  lostPayoutsSince,
  lostPayoutSum,
  owedByLostPayouts,
} from "./lost_payouts.ts";

const test = await openTestProjection(lostPayouts);
afterAll(() => test[Symbol.asyncDispose]());

const [ada, ben] = [newId(), newId()];
const booked = (reference: string, userId = ada, owedUnits = 400): LostPayoutBooked => ({
  type: "LostPayoutBooked",
  data: { reference, userId, units: 1_000, takenUnits: 1_000 - owedUnits, owedUnits, feeKobo: 50, transferId: newId() },
});
const there = (event: LostPayoutBooked) => ({ ...event, log: "ledger/1" as const });

it("knows what is booked in any shard, and sums up what left the provider", async () => {
  const events = [booked("one"), there(booked("two", ben, 0))];
  expect((await test.given(events, (tx) => knownLostPayouts(tx, ["one", "two", "three"]))).sort()).toEqual([
    "one",
    "two",
  ]);
  expect(await test.given(events, lostPayoutSum)).toBe(2_100);
  expect(await test.given([], lostPayoutSum)).toBe(0);
  expect(await test.given(events, (tx) => lostPayoutsSince(tx, 1))).toEqual([{
    reference: "two",
    units: 1_000,
    feeKobo: 50,
  }]);
});

it("says what people of a shard no longer had", async () => {
  const events = [booked("one"), booked("two"), booked("three", ben, 0), there(booked("four"))];
  const owed = (shard: number) => test.given(events, async (tx) => [...await owedByLostPayouts(tx, shard, [ada, ben])]);
  expect(await owed(0)).toEqual([{ userId: ada, units: 400 }, { userId: ada, units: 400 }]);
  expect(await owed(1)).toEqual([{ userId: ada, units: 400 }]);
  expect(await test.given(events, debtorsByLostPayouts)).toEqual([ada]);
});

it("refuses a reference a second time within a shard: two shards are kept apart by what was settled", async () => {
  await expect(test.given([booked("one"), booked("one", ben)], () => Promise.resolve())).rejects.toThrow(
    "lost_payouts_pkey",
  );
  expect(await test.given([booked("one"), there(booked("one", ben))], (tx) => knownLostPayouts(tx, ["one"])))
    .toEqual(["one", "one"]);
});
