import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { availableAccount, PROVIDER, reservedAccount, REWARD_POOL } from "../../backend/ledger/chart.ts";
import { holdStream } from "../../backend/gifts/settlement/events.ts";
import { openTestLedger } from "../../backend/testing/ledger.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { giftPayouts } from "./gift_payouts.ts";
import { heldGifts } from "./held_gifts.ts";

const ledger = await openTestLedger([heldGifts as Projection]);
afterAll(() => ledger[Symbol.asyncDispose]());

const [artistId, first, second, held, frozen, withdrawalId] = [newId(), newId(), newId(), newId(), newId(), newId()];
const [available, reserved] = [availableAccount(artistId), reservedAccount(artistId)];
const partsNow = async () => Object.fromEntries(await giftPayouts(ledger.sql, 1, artistId));

it("traces each gift to the payout that it left with, rewards between them, and shows what settles beside", async () => {
  await ledger.post(1, "gift", { [PROVIDER]: -100, [available]: 100 }, { giftId: first });
  await ledger.post(1, "reward_settled", { [REWARD_POOL]: -30, [available]: 30 });
  await ledger.post(1, "gift", { [PROVIDER]: -200, [available]: 200 }, { giftId: second });
  expect(await partsNow()).toEqual({
    [first]: [{ to: "balance", units: 100 }],
    [second]: [{ to: "balance", units: 200 }],
  });
  await ledger.post(1, "withdrawal_held", { [available]: -180, [reserved]: 180 }, { withdrawalId });
  const paid = {
    [first]: [{ to: "payout", withdrawalId, units: 100 }],
    [second]: [{ to: "payout", withdrawalId, units: 50 }, { to: "balance", units: 150 }],
  };
  expect(await partsNow()).toEqual(paid);
  await ledger.tell("ledger/1", holdStream(artistId), [
    { type: "GiftHeld", data: { artistId, giftId: held, units: 70, until: 5_000 } },
    { type: "GiftHeld", data: { artistId, giftId: frozen, units: 80, until: 6_000 } },
    { type: "HeldGiftFrozen", data: { artistId, giftId: frozen } },
  ]);
  await ledger.settle();
  expect(await partsNow()).toEqual({
    ...paid,
    [held]: [{ to: "settling", units: 70, until: 5_000 }],
    [frozen]: [{ to: "settling", units: 80, until: undefined }],
  });
});

it("has nothing of somebody without gifts, or of another shard", async () => {
  expect(await giftPayouts(ledger.sql, 1, newId())).toEqual(new Map());
  expect(await giftPayouts(ledger.sql, 2, artistId)).toEqual(new Map());
});
