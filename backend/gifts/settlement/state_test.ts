import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { availableAccount, settlingAccount } from "../../ledger/chart.ts";
import type { HoldEvent } from "./events.ts";
import {
  decideFreezing,
  decideSettling,
  decideTaking,
  dueGifts,
  evolve,
  type HeldGifts,
  moveOf,
  NOTHING_HELD,
} from "./state.ts";

const artistId = "artist";
const held = (giftId: string, units: number, until = 5): HoldEvent => (
  { type: "GiftHeld", data: { artistId, giftId, units, until } }
);
const given = (...events: HoldEvent[]) => events.reduce(evolve, NOTHING_HELD);
const taken = (giftId: string, units: number): HoldEvent => (
  { type: "HeldGiftTaken", data: { artistId, giftId, units, forGiftId: "gone" } }
);
const frozen = (giftId: string): HoldEvent => ({ type: "HeldGiftFrozen", data: { artistId, giftId } });
const released = (giftId: string): HoldEvent => ({ type: "HeldGiftReleased", data: { artistId, giftId } });
const unitsOf = (state: HeldGifts) => [...state.values()].map(({ giftId, units }) => [giftId, units]);

describe("dueGifts()", () => {
  const young = (giftId: string, units: number, until = 5): HoldEvent => (
    { type: "GiftHeld", data: { artistId, giftId, units, until, youngUntil: 120 } }
  );
  const due = (now: number, mostUnits: number | undefined, outUnits = 0) => [
    ...dueGifts(given(held("old", 900, 9), young("a", 300, 5), young("b", 250, 6), young("c", 200, 7)), {
      ...{ now, mostUnits, outUnits },
    }),
  ];

  it("lets young gifts wait without a proven identity, and with one as many of them out as may be, the oldest first", () => {
    expect(due(10, undefined)).toEqual(["old"]);
    expect(due(10, 500)).toEqual(["a", "c", "old"]);
    expect(due(10, 500, 250)).toEqual(["b", "old"]);
    expect(due(10, 500, 600)).toEqual(["old"]);
    expect(due(120, undefined)).toEqual(["a", "b", "c", "old"]);
  });

  it("has no frozen gift, and none before its time", () => {
    expect([...dueGifts(given(held("a", 1), frozen("a")), { now: 9, mostUnits: 9, outUnits: 0 })]).toEqual([]);
    expect(due(4, 10_000)).toEqual([]);
  });
});

describe("evolve()", () => {
  it("lets a gift go when nothing is left of it, whatever took it, and knows nothing of one that was never held", () => {
    expect(unitsOf(given(held("a", 100), taken("a", 30)))).toEqual([["a", 70]]);
    const settled: HoldEvent = { type: "GiftSettled", data: { artistId, giftId: "a", units: 70, transferId: "t" } };
    expect(unitsOf(given(held("a", 100), taken("a", 30), settled))).toEqual([]);
    expect(unitsOf(given(taken("a", 30), frozen("a"), released("a")))).toEqual([]);
  });

  it("freezes one gift, and leaves the state before as it was", () => {
    const before = given(held("a", 100), held("b", 50));
    expect([...evolve(before, frozen("a")).values()].map(({ isFrozen }) => isFrozen)).toEqual([true, false]);
    expect([...before.values()].map(({ isFrozen }) => isFrozen)).toEqual([false, false]);
    expect(given(held("a", 100), frozen("a"), taken("a", 10)).get("a")).toMatchObject({ units: 90, isFrozen: true });
  });
});

it("decideSettling() settles what is due, each gift in a transfer of its own, and moves it to what is available", () => {
  const state = given(held("a", 100, 5), held("b", 50, 9), held("c", 10, 1), frozen("c"));
  const isDue = ({ until, isFrozen }: { until: number; isFrozen: boolean }) => until <= 5 && !isFrozen;
  const events = decideSettling(state, { artistId, isDue, transferId: (giftId) => `of ${giftId}` });
  expect(events).toEqual([{ type: "GiftSettled", data: { artistId, giftId: "a", units: 100, transferId: "of a" } }]);
  expect(decideSettling(given(held("a", 100), ...events), { artistId, isDue, transferId: String })).toEqual([]);
  expect(events.map(moveOf)).toEqual([{
    ...{ transferId: "of a", code: "gift_settled" },
    entries: [
      { account: settlingAccount(artistId), amount: -100 },
      { account: availableAccount(artistId), amount: 100 },
    ],
  }]);
  expect([held("a", 1), taken("a", 1), frozen("a"), released("a")].map(moveOf)).toEqual([
    ...[undefined, undefined, undefined, undefined],
  ]);
});

describe("decideTaking()", () => {
  const take = (state: HeldGifts, more: { units: number; reservedUnits?: number; availableUnits?: number }) => {
    const { held, ...from } = decideTaking(state, {
      artistId,
      giftId: "a",
      reservedUnits: 0,
      availableUnits: 0,
      ...more,
    });
    return { ...from, held: held.map(({ data }) => "units" in data ? [data.giftId, data.units] : []) };
  };
  const state = given(held("soon", 30, 1), held("a", 50, 2), held("late", 20, 9));

  it.each<[string, Parameters<typeof take>[1], object]>([
    ["itself first", { units: 50, reservedUnits: 99, availableUnits: 99 }, {
      heldUnits: 50,
      reservedUnits: 0,
      availableUnits: 0,
    }],
    ["then what a dispute reserved", { units: 70, reservedUnits: 20, availableUnits: 99 }, {
      heldUnits: 50,
      reservedUnits: 20,
      availableUnits: 0,
    }],
    ["then what is available", { units: 90, reservedUnits: 20, availableUnits: 99 }, {
      heldUnits: 50,
      reservedUnits: 20,
      availableUnits: 20,
    }],
    ["then the gift that would settle last", { units: 60 }, { held: [["a", 50], ["late", 10]], heldUnits: 60 }],
    ["then all others, and the rest is owed", { units: 130 }, {
      held: [["a", 50], ["late", 20], ["soon", 30]],
      heldUnits: 100,
    }],
    ["nothing of a balance below zero", { units: 60, availableUnits: -40 }, { availableUnits: 0, heldUnits: 60 }],
  ])("takes %s", (_what, more, from) => {
    expect(take(state, more)).toMatchObject(from);
  });

  it("never takes more than is asked for, or than there is, and leaves no money untaken while any is owed", () => {
    const gift = fc.record({ units: fc.integer({ min: 1, max: 50 }), until: fc.nat(9) });
    const asked = fc.record({
      units: fc.integer({ min: 1, max: 200 }),
      reservedUnits: fc.nat(60),
      availableUnits: fc.integer({ min: -20, max: 60 }),
    });
    fc.assert(fc.property(fc.array(gift, { maxLength: 4 }), asked, fc.boolean(), (gifts, more, isHeld) => {
      const events = gifts.map(({ units, until }, index) =>
        held(isHeld && index === 0 ? "a" : `g${index}`, units, until)
      );
      const before = given(...events);
      const found = decideTaking(before, { artistId, giftId: "a", ...more });
      const sum = found.heldUnits + found.reservedUnits + found.availableUnits;
      const there = [...before.values()].reduce((all, { units }) => all + units, 0) + more.reservedUnits +
        Math.max(0, more.availableUnits);
      expect(sum).toBe(Math.min(more.units, there));
      const after = found.held.reduce(evolve, before);
      const left = [...after.values()].reduce((all, { units }) => all + units, 0);
      expect(left).toBe([...before.values()].reduce((all, { units }) => all + units, 0) - found.heldUnits);
    }));
  });
});

it("decideFreezing() freezes and lets go once, and nothing of a gift that is gone", () => {
  const freeze = (state: HeldGifts, isDisputed: boolean) =>
    decideFreezing(state, { artistId, giftId: "a", isDisputed });
  expect(freeze(NOTHING_HELD, true)).toEqual([]);
  expect(freeze(given(held("a", 5)), false)).toEqual([]);
  expect(freeze(given(held("a", 5)), true)).toEqual([frozen("a")]);
  expect(freeze(given(held("a", 5), frozen("a")), true)).toEqual([]);
  expect(freeze(given(held("a", 5), frozen("a")), false)).toEqual([released("a")]);
});
