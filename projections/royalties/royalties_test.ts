import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { RoyaltyEvent, RoyaltyHoldEvent } from "../../backend/royalties/events.ts";
import { evolveHolds, NO_ROYALTIES } from "../../backend/royalties/state.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import {
  findDues,
  readDivisions,
  royalties,
  royaltyHoldsOf,
  royaltyMonths,
  royaltyTracks,
  sumsOfMonth,
  unsentDues,
} from "./royalties.ts";

const test = await openTestProjection(royalties);
afterAll(() => test[Symbol.asyncDispose]());

const [creatorId, other, ada, ben] = [newId(), newId(), newId(), newId()];
const [song, second] = [newId(), newId()];
const month = "2026-05";

function divided(listenerId: string, kobo: number, kind: "premium" | "free" = "premium"): RoyaltyEvent {
  const decidedOn = { policyVersion: 1, basisPoints: 5_000, freeKoboPerHour: 0, premiumEvents: 1, uncountedEvents: 0 };
  const lines = [[song, creatorId, 60_000, 600, kobo], [second, other, 1, 1, 0]] as const;
  const sums = { incomeKobo: 2 * kobo + 20, shareKobo: kobo + 10, restKobo: 10, restWeight: 1, lines };
  return {
    type: "RoyaltiesDivided",
    data: { listenerId, month, kind, payments: [["p 1", 900, 2 * kobo + 20]], ...decidedOn, ...sums },
  };
}

const closed: RoyaltyEvent = {
  type: "RoyaltyMonthClosed",
  data: { month, listeners: 2, creators: 1, incomeKobo: 840, shareKobo: 420, royaltiesKobo: 400, restKobo: 20 },
};
const sent: RoyaltyEvent = {
  type: "RoyaltySent",
  data: { month, creatorId, kobo: 400, promotionKobo: 100, transferId: newId() },
};
const part = { creatorId, month, fromShard: 0 };
const held: RoyaltyHoldEvent = {
  type: "RoyaltyHeld",
  data: { ...part, units: 400, until: 5_000, transferId: newId() },
};
const voided: RoyaltyHoldEvent = {
  type: "RoyaltyVoided",
  data: { ...part, units: 100, aboutId: ada, reason: "Farm", transferId: newId() },
};
const returned: RoyaltyHoldEvent = {
  type: "RoyaltyGivenBack",
  data: { ...part, units: 100, aboutId: ada, appealId: newId(), transferId: newId() },
};
const settled: RoyaltyHoldEvent = { type: "RoyaltySettled", data: { ...part, units: 300, transferId: newId() } };

it("adds up what listeners brought, by creator and by song, and what is not sent yet", async () => {
  const events = [divided(ada, 300), divided(ben, 100, "free")];
  expect(await test.given(events, (tx) => sumsOfMonth(tx, 0, month))).toEqual({
    ...{ listeners: 2, creators: 1, incomeKobo: 840, shareKobo: 420, royaltiesKobo: 400, restKobo: 20 },
  });
  const due = { month, creatorId, kobo: 400, promotionKobo: 100 };
  const unsent = (tx: Parameters<typeof unsentDues>[0]) => unsentDues(tx, 0, 9);
  expect(await test.given(events, unsent)).toEqual([]);
  expect(await test.given([...events, closed], unsent)).toEqual([due]);
  expect(await test.given([...events, closed, sent], unsent)).toEqual([]);
  const asked = [{ month, creatorId }, { month, creatorId: ada }];
  expect(await test.given([...events, closed, sent], (tx) => findDues(tx, 0, asked)))
    .toEqual([{ ...due, isSent: true, isClosed: true }]);
  expect(await test.given(events, (tx) => royaltyTracks(tx, creatorId, { from: month, to: month })))
    .toEqual([{ trackId: song, month, listeners: 2, ms: 120_000, kobo: 400 }]);
  const divisions = await test.given(events, (tx) => readDivisions(tx, 0, [ada, newId()]));
  expect([...divisions.values()]).toEqual([{ months: new Set([month]), counted: new Map([["p 1", 620]]) }]);
});

it.each<[string, RoyaltyHoldEvent[]]>([
  ["came", [held]],
  ["was voided in part", [held, voided]],
  ["came back on appeal", [held, voided, returned]],
  ["settled", [held, voided, settled]],
])("says of a royalty that %s what the decisions fold", async (_how, events) => {
  const found = await test.given(events, (tx) => royaltyHoldsOf(tx, 0, creatorId));
  expect(found).toEqual(events.reduce(evolveHolds, NO_ROYALTIES));
});

it("tells a creator's months with what was taken back, and why", async () => {
  const events = [divided(ada, 300), divided(ben, 100, "free"), closed, sent, held, voided];
  const months = await test.given(
    events,
    (tx) => royaltyMonths(tx, { shard: 0, creatorId }, { from: "2026-01", to: "2026-12" }),
  );
  expect(months).toEqual([{
    ...{ month, kobo: 400, voidedKobo: 100, reasons: ["Farm"], leftKobo: 300, heldKobo: 400, until: 5_000 },
    openParts: [300],
  }]);
});
