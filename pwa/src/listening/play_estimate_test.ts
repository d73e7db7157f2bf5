import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EARNING_OF_A_NEWCOMER as NEWCOMER } from "../../testing/given_earning.ts";
import type { Receipt } from "../outbox/schema.ts";
import { growing } from "./play_estimate.ts";

/** 00:10 in Lagos. */
const NOW = Date.parse("2026-11-19T23:10:00Z");
const SAID_AT = NOW - 60_000;
const TRACK = { title: "Ìrọ̀lẹ́", artist: "Bísí", coverImageUrl: "" };
const receipt = (change: Partial<Receipt> = {}): Receipt => ({
  ...{ playId: "p1", userId: "u1", track: TRACK, status: "accepted", tokens: 0.02, gainedUnits: 2, listenedMs: 6_000 },
  ...{ at: SAID_AT - 1, outlook: { unitsLeft: 100, msPerUnit: 3_000 } },
  ...change,
});
const live = (listenedMs: number) => ({ playId: "p1", listenedMs });

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

it("the line grows by what was answered since, and by the play that is heard, in hundredths", () => {
  const grown = growing(NEWCOMER, { saidAt: SAID_AT, receipts: [receipt()], live: live(14_999) });
  expect(grown).toMatchObject({ today: { earned: 1.81 }, settling: 1.81, goal: { left: 98.19 } });
  // The same play was answered again after the service had said the line's figures.
  const answered = receipt({ at: SAID_AT + 1, tokens: 0.04, gainedUnits: 2, listenedMs: 12_000 });
  expect(growing(NEWCOMER, { saidAt: SAID_AT, receipts: [answered, receipt()], live: live(15_000) }).today.earned)
    .toBe(1.82);
});

it("the line never passes the limit", () => {
  const grown = growing(NEWCOMER, { saidAt: SAID_AT, receipts: [receipt()], live: live(600_000) });
  expect(grown).toMatchObject({ today: { earned: 2 }, goal: { left: 98 } });
});

it("what was said before midnight in Lagos says nothing of today", () => {
  const over = { ...NEWCOMER, today: { ...NEWCOMER.today, earned: 2, notice: "You can earn again tomorrow." } };
  const midnight = Date.parse("2026-11-19T23:00:00Z");
  const late = receipt({ at: midnight - 1, gainedUnits: 5 });
  const grown = growing(over, { saidAt: midnight - 2, receipts: [late], live: undefined });
  expect(grown.today).toEqual({ earned: 0, limit: 2, plays: 0, freePlaysLeft: 20, freePlayLimit: 20 });
  expect(growing(over, { saidAt: midnight, receipts: [late], live: undefined }).today.earned).toBe(2);
});
