import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { arrivalStream } from "../../backend/gifts/cross_shard/events.ts";
import { giftStream } from "../../backend/gifts/events.ts";
import { availableAccount, clearingAccount, REWARD_POOL } from "../../backend/ledger/chart.ts";
import { openTestLedger } from "../../backend/testing/ledger.ts";
import {
  clearedGifts,
  clearingAccountsOf,
  giftsOnTheirWay,
  pairsInClearing,
  saidByArtists,
  saidByGivers,
} from "./clearing.ts";

const ledger = await openTestLedger();
afterAll(() => ledger[Symbol.asyncDispose]());

const [giftId, other, giver, artist] = [newId(), newId(), newId(), newId()];
const between = { giftId, giverId: giver, artistId: artist };

it("says between which shards something moved, what is on its way, and of which gifts", async () => {
  const { sql } = ledger;
  expect(await pairsInClearing(sql)).toEqual([]);
  await ledger.post(2, "reward", { [REWARD_POOL]: -100, [availableAccount(giver)]: 100 });
  await ledger.post(2, "gift", { [availableAccount(giver)]: -60, [clearingAccount(2, 0)]: 60 }, { giftId });
  await ledger.post(2, "gift", { [availableAccount(giver)]: -5, [clearingAccount(2, 0)]: 5 }, { giftId: other });
  expect(await pairsInClearing(sql)).toEqual([[0, 2]]);
  expect(await clearingAccountsOf(sql, 2)).toEqual([{ account: clearingAccount(2, 0), balance: 65 }]);
  await ledger.post(0, "gift", { [clearingAccount(0, 2)]: -60, [availableAccount(artist)]: 60 }, { giftId });
  expect(await clearingAccountsOf(sql, 0)).toEqual([{ account: clearingAccount(0, 2), balance: -60 }]);
  expect(await clearedGifts(sql, 2, clearingAccount(2, 0))).toEqual([{ giftId, units: 60 }, {
    giftId: other,
    units: 5,
  }]);
  expect(await clearedGifts(sql, 0, clearingAccount(0, 2))).toEqual([{ giftId, units: -60 }]);
  // A gift that came back to its giver has nothing there any more.
  await ledger.post(2, "gift_refunded", { [clearingAccount(2, 0)]: -60, [availableAccount(giver)]: 60 }, { giftId });
  expect(await clearedGifts(sql, 2, clearingAccount(2, 0))).toEqual([{ giftId, units: 0 }, {
    giftId: other,
    units: 5,
  }]);
});

it("adds what left a shard and takes away what came, each in its own log", async () => {
  const { sql } = ledger;
  const terms = { ...between, units: 60, cents: 1, koboPerDollar: 100, policyVersion: 1, message: "", isNamed: false };
  await ledger.tell("ledger/2", giftStream(giftId), [
    { type: "GiftSent", data: { ...terms, method: "tokens", feesKobo: 0 } },
  ]);
  await ledger.tell("ledger/0", arrivalStream(giftId), [{ type: "GiftArrived", data: { ...between, units: 60 } }]);
  expect(await giftsOnTheirWay(sql, "ledger/2", [giftId, other])).toEqual([{ giftId, units: 60 }]);
  expect(await giftsOnTheirWay(sql, "ledger/0", [giftId])).toEqual([{ giftId, units: -60 }]);
  expect(await giftsOnTheirWay(sql, "ledger/1", [giftId])).toEqual([]);
  const [units, nothing] = [new Map([[giftId, 60]]), new Map()];
  expect(await saidByGivers(sql, [0, 2], [giftId, other])).toEqual({ there: units, back: nothing });
  expect(await saidByArtists(sql, [0, 2], [giftId, other])).toEqual({ there: units, back: nothing });
  const taken = { takenUnits: 40, owedUnits: 20 };
  await ledger.tell("ledger/0", arrivalStream(giftId), [{ type: "GiftTakenBack", data: { ...between, ...taken } }]);
  await ledger.tell("ledger/2", giftStream(giftId), [{ type: "GiftRefunded", data: { giftId, ...taken } }]);
  expect(await giftsOnTheirWay(sql, "ledger/0", [giftId])).toEqual([{ giftId, units: 0 }]);
  expect(await giftsOnTheirWay(sql, "ledger/2", [giftId])).toEqual([{ giftId, units: 0 }]);
  expect((await saidByGivers(sql, [0, 2], [giftId])).back).toEqual(units);
  expect((await saidByArtists(sql, [0, 2], [giftId])).back).toEqual(units);
});
