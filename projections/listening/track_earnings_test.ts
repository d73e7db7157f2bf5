import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { earnedWith, trackEarnings } from "./track_earnings.ts";

const [listenerId, trackId] = [newId(), newId()];

it("adds up what a track has earned a listener, a play once however often it was reported", async () => {
  await using test = await openTestProjection(trackEarnings);
  const playId = newId();
  const first = playReport({ listenerId, trackId, playId, startedAt: 5_000, listenedMs: 30_000 });
  const second = playReport({
    listenerId,
    trackId,
    playId,
    startedAt: 5_000,
    report: 2,
    newCreditedMs: 30_000,
    newUnits: 10,
  });
  const earlier = playReport({ listenerId, trackId, startedAt: 1_000 });
  const key = { shard: 0, listenerId, trackId };
  const earned = (events: (typeof first)[]) => test.given(events, (tx) => earnedWith(tx, key));
  expect(await earned([first])).toEqual({ plays: 1, creditedMs: 30_000, units: 10, lastAt: 5_000 });
  expect(await earned([first, second, earlier])).toEqual({ plays: 2, creditedMs: 120_000, units: 40, lastAt: 5_000 });
  expect(await earned([playReport({ trackId })])).toBeUndefined();
});
