import { expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { playReport } from "../../backend/testing/play_reports.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { heardBetween, heardInAll, trackDays } from "./track_days.ts";

const trackId = newId();
const on = (day: number, more: object = {}) => playReport({ trackId, startedAt: Date.UTC(2026, 5, day, 12), ...more });

it("counts gross what was reported and filtered what was credited, by the Lagos day of the start", async () => {
  await using test = await openTestProjection(trackDays);
  const events = [on(1), on(8), on(8, { creditedMs: 0 }), on(9, { counted: false }), on(20)];
  const span = { before: "2026-06-01", from: "2026-06-08", to: "2026-06-14" };
  expect(await test.given(events, (tx) => heardBetween(tx, span)))
    .toMatchObject([{ trackId, plays: 1, playsBefore: 1, msBefore: 60_000 }]);
  expect(await test.given(events, (tx) => heardInAll(tx, [trackId]))).toEqual({ grossPlays: 5, filteredPlays: 3 });
  expect(await test.given(events, (tx) => heardInAll(tx, [newId()]))).toEqual({ grossPlays: 0, filteredPlays: 0 });
});

it("takes uncounted plays out of the filtered figures, and puts them back", async () => {
  await using test = await openTestProjection(trackDays);
  const events = [on(8), on(8)];
  const { playId, day } = events[0]?.data ?? { playId: "", day: "" };
  const data = { listenerId: newId(), plays: [{ playId, trackId, day, plays: 1, ms: 60_000 }] };
  const out = [...events, { type: "PlaysUncounted" as const, data: { ...data, decisionId: newId() } }];
  const back = [...out, { type: "PlaysRecounted" as const, data: { ...data, appealId: newId() } }];
  const span = { before: "2026-06-01", from: "2026-06-08", to: "2026-06-14" };
  expect(await test.given(out, (tx) => heardInAll(tx, [trackId]))).toEqual({ grossPlays: 2, filteredPlays: 1 });
  expect(await test.given(out, (tx) => heardBetween(tx, span))).toMatchObject([{ plays: 1, ms: 60_000 }]);
  expect(await test.given(back, (tx) => heardInAll(tx, [trackId]))).toEqual({ grossPlays: 2, filteredPlays: 2 });
});
