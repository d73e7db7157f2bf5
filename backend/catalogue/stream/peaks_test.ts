import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { workRenditions } from "../rendition/reactions.ts";

let test: TestListeners;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  workRenditions(test.world.deps);
});
afterAll(() => test[Symbol.asyncDispose]());

it("a track's waveform is everybody's once it is published, to keep, and gone when it is deleted", async () => {
  const { token } = await test.member("creator");
  const body = uploadForm(wavOf(3), await pictureOf());
  const { body: { trackId } } = await test.call("POST", "/api/v1/upload", { token, body });
  const path = `/media/peaks/${trackId}`;
  expect((await test.call("GET", path)).status).toBe(404);
  await test.world.settle();
  const answer = await test.world.app.request(path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(answer.headers.get("cache-control")).toContain("immutable");
  const peaks: number[] = await answer.json();
  expect([peaks.length, Math.max(...peaks), peaks.every((height) => height >= 0)]).toEqual([200, 1, true]);
  await test.call("DELETE", `/api/v1/tracks/${trackId}`, { token });
  for (const gone of [path, `/media/peaks/${newId()}`, "/media/peaks/..%2fsources", "/media/peaks/x"]) {
    expect([gone, (await test.call("GET", gone)).status]).toEqual([gone, 404]);
  }
});
