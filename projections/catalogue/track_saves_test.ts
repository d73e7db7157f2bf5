import { afterAll, expect, it } from "vitest";
import { newId } from "../../backend/contract/ids.ts";
import { openTestProjection } from "../../backend/testing/projection.ts";
import { savesBy, trackSaves } from "./track_saves.ts";

const test = await openTestProjection(trackSaves);
afterAll(() => test[Symbol.asyncDispose]());

it("counts saves, those taken back and playlists, by the Lagos day, and hearts for artists not", async () => {
  const [one, two, userId, playlistId] = [newId(), newId(), newId(), newId()];
  const heart = { userId, kind: "track" as const, targetId: one };
  const list = { playlistId, ownerId: userId };
  // 23:30 UTC is the next day in Lagos.
  const at = Date.UTC(2026, 5, 1, 23, 30);
  const events = [
    { type: "HeartGiven" as const, data: heart, at: at - 3_600_000 },
    { type: "HeartGiven" as const, data: { ...heart, userId: newId() }, at },
    { type: "HeartTaken" as const, data: heart, at },
    { type: "HeartGiven" as const, data: { ...heart, kind: "artist" as const }, at },
    { type: "PlaylistTrackAdded" as const, data: { ...list, trackId: one }, at },
    { type: "PlaylistTracksAdded" as const, data: { ...list, trackIds: [one, two] }, at },
    { type: "PlaylistCreated" as const, data: { ...list, name: "sealed" as never, trackIds: [two] }, at },
  ];
  const ask = (from: string, to: string) => test.given(events, (tx) => savesBy(tx, { trackIds: [one, two], from, to }));
  expect(await ask("2026-06-01", "2026-06-02")).toEqual(
    new Map([[one, { saved: 2, unsaved: 1, added: 2 }], [two, { saved: 0, unsaved: 0, added: 2 }]]),
  );
  expect(await ask("2026-06-01", "2026-06-01")).toEqual(new Map([[one, { saved: 1, unsaved: 0, added: 0 }]]));
});
