import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { DisputeEvent, DisputeOpened } from "../../backend/payments/disputes/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import {
  debtorsByDisputes,
  disputedOf,
  disputes,
  findDispute,
  listDisputes,
  lostByMonth,
  openDisputes,
  openDisputesOf,
  owedByDisputes,
} from "./disputes.ts";

const test = await openTestProjection(disputes);
afterAll(() => test[Symbol.asyncDispose]());

const [disputeId, paymentId, payerId, artistId, adminId] = [newId(), newId(), newId(), newId(), newId()];
const about = { disputeId, paymentId };
const REFERENCE = "gift-1";
const [JUNE, JULY, AUGUST] = [Date.UTC(2026, 5, 15), Date.UTC(2026, 6, 15), Date.UTC(2026, 7, 15)];
const opened = (more: Partial<DisputeOpened["data"]> = {}): DisputeOpened => ({
  type: "DisputeOpened",
  data: {
    ...about,
    ...{ providerId: "7", reference: REFERENCE, purpose: "gift", payerId, artistId, amountKobo: 5_000, units: 5_000 },
    ...{ reservedUnits: 3_000, owedUnits: 2_000, category: "fraud", dueAt: 900, ...more },
  },
});
const resolved = (outcome: "won" | "lost", lostUnits = 0, owedUnits = 0): DisputeEvent => (
  { type: "DisputeResolved", data: { ...about, outcome, lostUnits, owedUnits, releasedUnits: 0 } }
);
const returned = (units: number): DisputeEvent => ({ type: "DisputeLossReturned", data: { ...about, units } });
const decided = { ...about, adminId, note: "we look" };
const contested: DisputeEvent = { type: "DisputeContested", data: decided };
const proposed: DisputeEvent = { type: "DisputeAcceptProposed", data: decided };
const accepted: DisputeEvent = { type: "DisputeAccepted", data: { ...decided, proposedBy: newId() } };
const row = (events: readonly DisputeEvent[]) => test.given(events, (tx) => findDispute(tx, disputeId));

it.each<[string, DisputeEvent[], object]>([
  ["opened", [opened()], {
    status: "open",
    answer: undefined,
    dueAt: 900,
    openedAt: 0,
    resolvedAt: undefined,
    units: 5_000,
  }],
  ["reminded of", [opened(), { type: "DisputeReminded", data: { ...about, dueAt: 700 } }], { dueAt: 700 }],
  ["reminded of without a day", [opened(), { type: "DisputeReminded", data: about }], { dueAt: 900 }],
  ["contested", [opened(), contested], { answer: "contested", status: "open" }],
  ["to be accepted, in a log of before", [opened(), contested, proposed], { answer: "contested" }],
  ["accepted", [opened(), proposed, accepted], { answer: "accepted" }],
  ["won", [opened(), resolved("won")], { status: "won", lostUnits: 0, resolvedAt: 1 }],
  ["lost", [opened(), resolved("lost", 5_000)], { status: "lost", lostUnits: 5_000, returnedUnits: 0 }],
  ["won after all", [opened(), resolved("lost", 5_000), returned(5_000)], {
    ...{ status: "won", lostUnits: 5_000, returnedUnits: 5_000 },
  }],
  ["opened again, for another sum", [
    opened(),
    contested,
    resolved("won"),
    opened({ amountKobo: 800, units: 800, category: "refund" }),
  ], {
    ...{ status: "open", answer: undefined, resolvedAt: undefined, openedAt: 0, openings: 2 },
    ...{ amountKobo: 800, units: 800, category: "refund" },
  }],
])("keeps a dispute that was %s", async (_how, events, shown) => {
  expect(await row(events)).toMatchObject({
    ...about,
    shard: 0,
    providerId: "7",
    reference: REFERENCE,
    payerId,
    artistId,
    ...shown,
  });
});

it("knows nothing of a dispute that was never opened, and what moves a reserve is none of its matters", async () => {
  expect(await row([contested, resolved("lost", 5)])).toBeUndefined();
  const taken: DisputeEvent = { type: "DisputeReserveTaken", data: { paymentId, units: 5 } };
  expect(await row([opened(), taken])).toEqual(await row([opened()]));
});

it("has the artist owe what was gone at each opening and in the end, in the artist's shard alone", async () => {
  const owed = (events: readonly DisputeEvent[], shard = 0) =>
    test.given(events, async (tx) => [...await owedByDisputes(tx, shard, [artistId, newId()])]);
  const of = (units: number) => [{ userId: artistId, units }];
  expect(await owed([opened()])).toEqual(of(2_000));
  expect(await owed([opened(), resolved("lost", 5_000, 300)])).toEqual(of(2_300));
  expect(await owed([opened(), resolved("won"), opened({ owedUnits: 50 })])).toEqual(of(2_050));
  expect(await owed([opened()], 1)).toEqual([]);
  expect(await test.given([opened()], debtorsByDisputes)).toEqual([artistId]);
  expect(await test.given([opened({ owedUnits: 0 })], debtorsByDisputes)).toEqual([]);
});

it("keeps disputes of the same id in two shards apart", async () => {
  const there = { ...resolved("lost", 70), log: "ledger/1" as const };
  const events = [opened(), { ...opened({ reference: "gift-2" }), log: "ledger/1" as const }, there];
  const found = await test.given(events, (tx) => listDisputes(tx, 10));
  expect(found.map(({ shard, status }) => [shard, status])).toEqual([[0, "open"], [1, "lost"]]);
  expect(await test.given(events, (tx) => disputedOf(tx, [REFERENCE, "gift-2", "gift-3"]))).toEqual(
    new Map([[REFERENCE, { openKobo: 5_000, lostKobo: 0 }], ["gift-2", { openKobo: 0, lostKobo: 70 }]]),
  );
});

it("lists the open ones by the day they are due, those without a day last, then what was decided", async () => {
  const [soon, never, ended] = [newId(), newId(), newId()];
  const { dueAt: _, ...timeless } = opened({ disputeId: never }).data;
  const end: DisputeEvent = { ...resolved("won"), data: { ...resolved("won").data, disputeId: ended } } as DisputeEvent;
  const events: DisputeEvent[] = [
    ...[{ type: "DisputeOpened" as const, data: timeless }, opened(), opened({ disputeId: soon, dueAt: 100 })],
    ...[opened({ disputeId: ended, dueAt: 1 }), end],
  ];
  expect((await test.given(events, openDisputes)).map((one) => one.disputeId)).toEqual([soon, disputeId, never]);
  expect((await test.given(events, (tx) => listDisputes(tx, 10))).map((one) => one.disputeId))
    .toEqual([soon, disputeId, never, ended]);
  expect(await test.given(events, (tx) => openDisputesOf(tx, artistId))).toHaveLength(3);
  expect(await test.given(events, (tx) => openDisputesOf(tx, payerId))).toEqual([]);
});

it("tells each month what disputes took in it, also of one that is lost, comes back, and is opened and lost again", async () => {
  const lost = { ...resolved("lost", 5_000), at: JUNE };
  const back = { ...returned(5_000), at: JULY };
  const again = { ...opened(), at: JULY };
  const months = (events: readonly (DisputeEvent & { at?: number })[]) => test.given(events, lostByMonth);
  expect(await months([opened(), { ...resolved("won"), at: JUNE }])).toEqual(new Map());
  expect(await months([opened(), lost])).toEqual(new Map([["2026-06", 5_000]]));
  expect(await months([opened(), lost, back, again])).toEqual(new Map([["2026-06", 5_000], ["2026-07", -5_000]]));
  expect(await months([opened(), lost, back, again, { ...resolved("lost", 4_000), at: AUGUST }])).toEqual(
    new Map([["2026-06", 5_000], ["2026-07", -5_000], ["2026-08", 4_000]]),
  );
  // The last evening of June in Greenwich is July in Lagos.
  expect(await months([opened(), { ...resolved("lost", 1), at: Date.UTC(2026, 5, 30, 23, 30) }]))
    .toEqual(new Map([["2026-07", 1]]));
});
