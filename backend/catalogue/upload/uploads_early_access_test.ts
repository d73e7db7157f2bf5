import { afterAll, beforeAll, expect, it } from "vitest";
import { listMyTracks as listMyTracksCall } from "../../contract/calls/uploads.ts";
import { answerOf } from "../../testing/answers.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { recordRendition } from "../rendition/record.ts";

let test: TestListeners;
let ada: TestPerson;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  ada = await test.member("creator");
});
afterAll(() => test[Symbol.asyncDispose]());

const untilOf = async (trackId: string) => {
  const { tracks } = answerOf(
    listMyTracksCall,
    (await test.call("GET", "/api/v1/my-tracks", { token: ada.token })).body,
  );
  return tracks.find((track) => track._id === trackId)?.earlyAccessUntil;
};

it("early access lasts until the moment of the upload's form, and is moved and ended by editing", async () => {
  const { deps } = test.world;
  const [moment = "", later = ""] = [1, 2].map((day) => new Date(deps.now() + day * 86_400_000).toISOString());
  const body = uploadForm(wavOf(3), await pictureOf(), { earlyAccessUntil: moment });
  const { trackId } = (await test.call("POST", "/api/v1/upload", { token: ada.token, body })).body;
  expect(await untilOf(trackId)).toBe(moment);

  const file = { key: `tracks/${trackId}/normal.m4a`, bytes: 90_000, contentType: "audio/mp4" };
  const made = { trackId, quality: "normal" as const, ...file };
  await deps.store.execute(recordRendition, made, { logs: ["social"], metadata: { actor: "system:test" } });
  await deps.store.settle();
  const admin = await test.member("listener", { isAdmin: true });
  expect((await test.call("GET", `/api/v1/stream/${trackId}`, { token: admin.token })).status).toBe(200);
  expect((await test.call("GET", `/api/v1/stream/${trackId}`)).status).toBe(403);

  const edit = (earlyAccessUntil: string) =>
    test.call("PUT", `/api/v1/tracks/${trackId}`, { token: ada.token, body: { earlyAccessUntil } });
  expect([(await edit(later)).status, await untilOf(trackId)]).toEqual([200, later]);
  expect([(await edit("soon")).status, await untilOf(trackId)]).toEqual([400, later]);
  const refused = await edit(new Date(deps.now() + 31 * 86_400_000).toISOString());
  expect([refused.status, refused.body.error, await untilOf(trackId)]).toEqual([
    ...[400, "Early access ends within 30 days after the song came out", later],
  ]);
  expect([(await edit("none")).status, await untilOf(trackId)]).toEqual([200, undefined]);
  expect((await test.call("GET", `/api/v1/stream/${trackId}`)).status).toBe(200);
});
