import { afterAll, beforeAll, expect, it } from "vitest";
import { listTracksOf } from "../../../projections/catalogue/tracks.ts";
import { newId } from "../../contract/ids.ts";
import type { OwnTrack } from "../../contract/uploads.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { workRenditions } from "../rendition/reactions.ts";
import { liftHolds } from "../track/hold.ts";
import { replaceRecording } from "./replace.ts";

let test: TestListeners;
let ada: TestPerson;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  ada = await test.member("creator");
  workRenditions(test.world.deps);
});
afterAll(() => test[Symbol.asyncDispose]());

const own = async (trackId: string): Promise<OwnTrack> => {
  const { tracks } = (await test.call("GET", "/api/v1/my-tracks", { token: ada.token })).body;
  return tracks.find(({ _id }: OwnTrack) => _id === trackId);
};
const sound = async (path: string) => {
  const response = await test.world.app.request(path, { headers: { range: "bytes=0-200000" } });
  return Buffer.from(await response.arrayBuffer()).toString("base64");
};
/** Of the recording that the sound check is kept of. */
const checkedSeconds = async (trackId: string) =>
  (await listTracksOf(test.world.deps.store.sql, [trackId])).get(trackId)?.soundCheck?.durationSeconds;
const form = (seconds: number) => {
  const body = new FormData();
  body.set("audioFile", new File([wavOf(seconds)], "new.wav"));
  return body;
};

it("another recording takes a song's place once it is made; the song keeps its id, and who listens hears the old one", async () => {
  const body = uploadForm(wavOf(3), await pictureOf());
  const { trackId } = (await test.call("POST", "/api/v1/upload", { token: ada.token, body })).body;
  await test.world.settle();
  const listener = await test.addPerson();
  const stream = async () =>
    (await test.call("GET", `/api/v1/stream/${trackId}`, { token: listener.token })).body.streamUrl;
  const [before, peaks] = [await stream(), `/media/peaks/${trackId}`];
  const [oldSound, oldPeaks] = [await sound(before), await sound(peaks)];
  expect((await own(trackId)).durationSeconds).toBeCloseTo(3, 1);
  expect(await checkedSeconds(trackId)).toBeCloseTo(3, 1);

  test.pass(60_000);
  const path = `/api/v1/tracks/${trackId}/recording`;
  const eve = await test.member("creator", { firstName: "Eve" });
  expect((await test.call("POST", path, { token: eve.token, body: form(5) })).status).toBe(403);
  expect((await test.call("POST", path, { token: ada.token, body: new FormData() })).status).toBe(400);
  const key = newId();
  const replaced = await test.call("POST", path, {
    token: ada.token,
    body: form(5),
    headers: { "idempotency-key": key },
  });
  expect(replaced.status).toBe(202);
  expect(await own(trackId)).toMatchObject({ replacement: { state: "processing" }, state: "ready" });
  expect(
    (await test.call("POST", path, { token: ada.token, body: form(5), headers: { "idempotency-key": key } })).status,
  ).toBe(202);
  await test.world.settle();
  const after = await own(trackId);
  expect([after.replacement, Math.round(after.durationSeconds)]).toEqual([undefined, 5]);
  expect(await checkedSeconds(trackId)).toBeCloseTo(5, 1);
  const events = await test.world.deps.store.readStream("social", `track/${trackId}`);
  const count = (type: string) => events.filter((event) => event.type === type).length;
  expect(["RecordingOffered", "RecordingReplaced", "TrackPublished"].map(count)).toEqual([1, 1, 1]);
  // The address from before plays what it began as; a new one the new recording.
  expect(await sound(before)).toBe(oldSound);
  expect(await sound(await stream())).not.toBe(oldSound);
  expect(await sound(peaks)).not.toBe(oldPeaks);
  // Who kept the old waveform asks for the new one by another address.
  const { track } = (await test.call("GET", `/api/v1/tracks/${trackId}`)).body;
  expect([Math.round(track.durationSeconds), track.replaced, after.replaced]).toEqual([5, 1, 1]);
});

it("a recording that somebody has to look at first is heard by nobody, and takes the place when it may", async () => {
  const { deps } = test.world;
  const body = uploadForm(wavOf(3), await pictureOf(), { title: "Held" });
  const { trackId } = (await test.call("POST", "/api/v1/upload", { token: ada.token, body })).body;
  await test.world.settle();
  const audioPath = `${deps.media.workDir}/held.wav`;
  await Deno.writeFile(audioPath, wavOf(4));
  const hold = { hold: "duplicate", holdId: newId(), by: "system" } as const;
  const replacing = { trackId, ownerId: ada.userId, recordingId: newId(), audioPath, holds: [hold] };
  await replaceRecording(deps, replacing, { actor: `user:${ada.userId}` });
  await test.world.settle();
  expect((await test.call("GET", `/api/v1/tracks/${trackId}`)).status).toBe(404);
  expect((await own(trackId)).durationSeconds).toBeCloseTo(3, 1);
  const lift = { trackIds: [trackId], ...hold, by: "admin" } as const;
  await deps.store.execute(liftHolds, lift, { logs: ["social"], metadata: { actor: "system:test" } });
  await test.world.settle();
  expect((await test.call("GET", `/api/v1/tracks/${trackId}`)).body.track.durationSeconds).toBeCloseTo(4, 1);
});
