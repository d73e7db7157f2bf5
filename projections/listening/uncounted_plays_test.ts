import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { UncountedEvent, UncountedPlay } from "../../backend/listening/uncounted_plays/events.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import {
  changesOfUncounted,
  findUncounted,
  isUncounted,
  removedBy,
  removedOf,
  uncountedOf,
  uncountedPlays,
} from "./uncounted_plays.ts";

const test = await openTestProjection(uncountedPlays);
afterAll(() => test[Symbol.asyncDispose]());

const NOON = Date.UTC(2026, 5, 1, 12);
const [listenerId, decisionId, song, other] = [newId(), newId(), newId(), newId()];
const play = (more: Partial<UncountedPlay> = {}): UncountedPlay => (
  { playId: newId(), trackId: song, day: "2026-05-01", plays: 1, ms: 60_000, ...more }
);
const taken = (plays: UncountedPlay[], more: object = {}): UncountedEvent & { at: number } => (
  { type: "PlaysUncounted", data: { listenerId, decisionId, plays, ...more }, at: NOON }
);
const back = (plays: UncountedPlay[]): UncountedEvent => (
  { type: "PlaysRecounted", data: { listenerId, appealId: newId(), plays } }
);

it("knows which plays count no longer, until they count again", async () => {
  const [one, two] = [play(), play({ plays: 0, ms: 5_000 })];
  const found = (events: UncountedEvent[], shard = 0) =>
    test.given(events, (tx) => findUncounted(tx, shard, [one.playId, two.playId, newId()]));
  expect(await found([taken([one, two])])).toEqual(
    new Map([[one.playId, { plays: 1, ms: 60_000 }], [two.playId, { plays: 0, ms: 5_000 }]]),
  );
  expect(await found([taken([one, two]), back([one])])).toEqual(new Map([[two.playId, { plays: 0, ms: 5_000 }]]));
  expect(await found([taken([one]), back([one]), taken([one])])).toEqual(
    new Map([[one.playId, { plays: 1, ms: 60_000 }]]),
  );
  expect(await found([taken([one])], 1)).toEqual(new Map());
  expect(await test.given([taken([one, two])], (tx) => uncountedOf(tx, 0, listenerId)))
    .toEqual([one.playId, two.playId].sort());
});

it("adds what a later report of a play is taken, and keeps shards apart where devices say the same id", async () => {
  const one = play({ plays: 1, ms: 10_000 });
  const more = { ...one, plays: 0, ms: 20_000 };
  const there = { ...taken([{ ...one, plays: 0, ms: 7 }]), log: "plays/1" as const };
  const events = [taken([one]), taken([more]), there];
  const found = (shard: number) =>
    test.given(events, async (tx) => (await findUncounted(tx, shard, [one.playId])).get(one.playId));
  expect(await found(0)).toEqual({ plays: 1, ms: 30_000 });
  expect(await found(1)).toEqual({ plays: 0, ms: 7 });
});

it("says what a decision took from each track, most plays first, and nothing of a track without a play", async () => {
  const events = [
    taken([play(), play(), play({ trackId: other })]),
    taken([play({ trackId: newId(), plays: 0 })]),
    taken([play()], { decisionId: newId() }),
  ];
  expect(await test.given(events, (tx) => removedBy(tx, decisionId))).toEqual([
    { trackId: song, plays: 2, ms: 120_000 },
    { trackId: other, plays: 1, ms: 60_000 },
  ]);
});

it("says what was taken from tracks by the Lagos day on which it was, newest first", async () => {
  const late = { ...taken([play()]), at: Date.UTC(2026, 5, 1, 23, 30) };
  const events = [taken([play(), play()]), late, taken([play({ trackId: other })])];
  expect(await test.given(events, (tx) => removedOf(tx, [song]))).toEqual([
    { trackId: song, plays: 1, ms: 60_000, removedOn: "2026-06-02" },
    { trackId: song, plays: 2, ms: 120_000, removedOn: "2026-06-01" },
  ]);
});

it("changesOfUncounted() takes away what is taken, and gives what comes back", () => {
  const one = play();
  expect(changesOfUncounted([taken([one]), back([one])])).toEqual([
    { ...one, plays: -1, ms: -60_000, listenerId, isBack: false },
    { ...one, plays: 1, ms: 60_000, listenerId, isBack: true },
  ]);
});

it("isUncounted() tells both events from others", () => {
  expect([taken([]), back([]), { type: "PlayReported" }].map(isUncounted)).toEqual([true, true, false]);
});
