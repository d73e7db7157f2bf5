import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMedia } from "../adapters/media/mod.ts";
import { createApp } from "../app.ts";
import { newId } from "../contract/ids.ts";
import type { TestPerson } from "../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";
import { pictureOf, uploadForm, wavOf } from "../testing/uploads.ts";

let test: TestListeners;
let ada: TestPerson;
beforeAll(async () => {
  test = await openTestListeners(Date.now());
  ada = await test.member("creator");
});
afterAll(() => test[Symbol.asyncDispose]());

describe("an install without the libraries that decode", () => {
  it("says what is missing, refuses uploads with 503, stores nothing, and serves the rest", async () => {
    const { deps } = test.world;
    // No package is installed above the file store.
    const media = createMedia({ workDir: deps.media.workDir, librariesFrom: `${deps.media.workDir}/none.ts` });
    expect([deps.media.missing(), media.missing().toSorted()]).toEqual([
      [],
      ["Chromaprint (@unimusic/chromaprint)", "FFmpeg (@ffmpeg/core)", "libvips (sharp)"],
    ]);
    const app = createApp({ ...deps, media, log: () => {} }, { isReady: () => true, pagesDirectory: "" });
    const headers = { authorization: `Bearer ${ada.token}`, "idempotency-key": newId() };
    const body = uploadForm(wavOf(2), await pictureOf());
    const before = await Array.fromAsync(deps.files.list(""));
    const answer = await app.request("/api/v1/upload", { method: "POST", headers, body });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "600"]);
    expect(await answer.json()).toMatchObject({
      code: "media_unavailable",
      error: "Orin cannot take music and pictures right now: please try again later",
    });
    expect(await Array.fromAsync(deps.files.list(""))).toEqual(before);
    expect((await app.request("/healthz")).status).toBe(200);
    await media.close();
  });
});
