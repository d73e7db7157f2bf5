import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import type { UncountedEvent } from "../../backend/listening/uncounted_plays/events.ts";
import { type PlayReported, playStream } from "../../backend/listening/report/events.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { openTestStore } from "../../backend/testing/store.ts";
import { verify } from "../../backend/store/chain/verify.ts";
import { momentsOf } from "./retention_curve.ts";
import { completedBy, momentsBetween, trackMoments } from "./track_moments.ts";

const test = await openTestProjection(trackMoments);
afterAll(() => test[Symbol.asyncDispose]());

const [trackId, listenerId] = [newId(), newId()];
const asked = { trackId, from: "2026-06-01", to: "2026-06-30" };
const play = (heard: [number, number][] | undefined, more: Partial<PlayReported["data"]> = {}) =>
  playReport({ trackId, listenerId, ...(heard && { heard, ofSeconds: 200 }), ...more });

it("tells what plays heard of a song and where they left it, in hundredths", async () => {
  const events = [
    play([[0, 200]]),
    play([[0, 100]]),
    // Skipped the middle, and heard the end.
    play([[0, 20], [150, 199]]),
    play([[0, 100]], { creditedMs: 0, reason: "own_track" }),
    play(undefined),
  ];
  const { plays, completed, heard, left } = await test.given(events, (tx) => momentsBetween(tx, asked));
  expect([plays, completed, heard.length, left.length]).toEqual([3, 1, 100, 100]);
  expect([heard[0], heard[9], heard[10], heard[49], heard[50], heard[75], heard[99]]).toEqual([3, 3, 2, 2, 1, 2, 1]);
  expect(left.flatMap((count, part) => count === 0 ? [] : [[part, count]])).toEqual([[50, 1]]);
  const { from, to } = asked;
  expect(await test.given(events, (tx) => completedBy(tx, [{ trackId, from, to }]))).toEqual(
    new Map([[trackId, { plays: 3, completed: 1 }]]),
  );
  expect((await test.given([], (tx) => momentsBetween(tx, asked))).heard).toHaveLength(100);
});

it("cuts any length into a hundred parts, also of a song of a few seconds", () => {
  for (const ofSeconds of [1, 7, 99, 101, 1_800]) {
    const whole = momentsOf({ heard: [[0, ofSeconds]], ofSeconds }, 1);
    expect([whole.completed, whole.heard.every((one) => one === 1), whole.left.some((one) => one !== 0)])
      .toEqual([1, true, false]);
  }
});

it("follows a play through its reports, takes it out when it is voided, and puts it back as it was", async () => {
  await using store = await openTestStore({ projections: [trackMoments] });
  const playId = newId();
  const shared = { playId, listenedMs: 60_000 };
  const first = play([[0, 60]], shared);
  const second = play([[0, 60], [120, 180]], { ...shared, report: 2, newlyCounted: false, listenedMs: 120_000 });
  const third = play([[0, 60], [120, 200]], { ...shared, report: 3, newlyCounted: false, listenedMs: 140_000 });
  const voided = { playId, trackId, day: first.data.day, plays: 1, ms: 60_000 };
  const told = (type: UncountedEvent["type"]) => (
    { type, data: { listenerId, decisionId: newId(), appealId: newId(), plays: [voided] } }
  );
  const append = async (stream: string, event: { type: string; data: object }) => {
    await store.store.appendToStream("plays/0", stream, [event as PlayReported], {
      metadata: { actor: "system:test" },
    });
    await store.store.settle();
    const { plays, heard, left } = await momentsBetween(store.store.sql, asked);
    return [plays, heard[0], heard[70], heard[95], left.flatMap((count, part) => count === 0 ? [] : [[part, count]])];
  };
  expect(await append(playStream(playId), first)).toEqual([1, 1, 0, 0, [[30, 1]]]);
  expect(await append(playStream(playId), second)).toEqual([1, 1, 1, 0, [[90, 1]]]);
  expect(await append("uncounted/1", told("PlaysUncounted"))).toEqual([0, 0, 0, 0, []]);
  expect(await append("uncounted/1", told("PlaysRecounted"))).toEqual([1, 1, 1, 0, [[90, 1]]]);
  expect(await append("uncounted/1", told("PlaysUncounted"))).toEqual([0, 0, 0, 0, []]);
  // More of it arrives while it counts no longer.
  expect(await append(playStream(playId), third)).toEqual([0, 0, 0, 0, []]);
  expect(await append("uncounted/1", told("PlaysRecounted"))).toEqual([1, 1, 1, 1, []]);
  const { problems } = await verify({ url: store.serviceUrl, projections: [trackMoments], checks: [], full: true });
  expect(problems).toEqual([]);
});
