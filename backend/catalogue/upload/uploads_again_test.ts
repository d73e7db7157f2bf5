import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";

let test: TestListeners;
let ada: TestPerson;
let cover: Bytes;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  [ada, cover] = [await test.member("creator"), await pictureOf()];
});
afterAll(() => test[Symbol.asyncDispose]());

const upload = (key: string, body: FormData) =>
  test.call("POST", "/api/v1/upload", { token: ada.token, body, headers: { "idempotency-key": key } });

/** All stored files of all tracks: names, sizes and content. */
async function stored(): Promise<string[]> {
  const { files } = test.world.deps;
  const found = await Array.fromAsync(files.list(""));
  return found.map(({ key, bytes, etag }) => `${key} ${bytes} ${etag}`).toSorted();
}

describe("an upload that is sent again with its key", () => {
  it("answers as the first time, also after the track was edited, and stores nothing", async () => {
    const key = newId();
    const first = await upload(key, uploadForm(wavOf(3), cover));
    await test.call("PUT", `/api/v1/tracks/${first.body.trackId}`, { token: ada.token, body: { title: "Edited" } });
    const before = await stored();
    const again = await upload(key, uploadForm(wavOf(3), cover));
    expect([again.status, again.body.trackId]).toEqual([201, first.body.trackId]);
    expect(await stored()).toEqual(before);
    const { body } = await test.call("GET", "/api/v1/my-tracks", { token: ada.token });
    expect(body.tracks.map((track: { title: string }) => track.title)).toEqual(["Edited"]);
  });

  it("is refused with other content, and leaves the first one's files as they are", async () => {
    const key = newId();
    await upload(key, uploadForm(wavOf(3), cover));
    const before = await stored();
    const others = [
      uploadForm(wavOf(4), cover),
      uploadForm(wavOf(3), await pictureOf(200, "#aa2200")),
      uploadForm(wavOf(3), cover, { title: "Another" }),
      uploadForm(wavOf(3), cover, { downloadable: "false" }),
    ];
    for (const form of others) {
      const { status, body } = await upload(key, form);
      expect([status, body.code]).toEqual([422, "key_reused"]);
      expect(await stored()).toEqual(before);
    }
  });
});
