import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Files, FilesUnavailable } from "../../adapters/files/types.ts";
import { createApp } from "../../app.ts";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { type TrackEvent, trackStream } from "../track/events.ts";
import { workRenditions } from "../rendition/reactions.ts";
import { uploadKnown } from "./import_track.ts";

const HOUR_MS = 3_600_000;
let test: TestListeners;
let ada: TestPerson;
let covers: readonly [Bytes, Bytes];
beforeAll(async () => {
  // Files bear the machine's time, so the test begins there.
  test = await openTestListeners(Date.now());
  workRenditions(test.world.deps);
  [ada, covers] = [await test.member("creator"), [await pictureOf(), await pictureOf(200, "#aa2200")]];
});
afterAll(() => test[Symbol.asyncDispose]());

async function send(files: Files, { key, form }: { key: string; form: FormData }) {
  const app = createApp({ ...test.world.deps, files }, { isReady: () => true, pagesDirectory: "" });
  const headers = { authorization: `Bearer ${ada.token}`, "idempotency-key": key };
  const answer = await app.request("/api/v1/upload", { method: "POST", headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

/** Two uploads with one key: neither knows of the other when it stores its recording, and one stores it last. */
async function sendAtOnce(forms: readonly [FormData, FormData]) {
  const { files } = test.world.deps;
  const [bothCame, oneIsDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let come = 0;
  const meeting: Files = {
    ...files,
    async put(key, body, options) {
      if (key.startsWith("sources/")) {
        const isLast = ++come === 2;
        if (isLast) bothCame.resolve();
        await (isLast ? oneIsDone : bothCame).promise;
      }
      return await files.put(key, body, options);
    },
  };
  const key = newId();
  const answers = forms.map((form) => send(meeting, { key, form }));
  await Promise.race(answers);
  oneIsDone.resolve();
  return await Promise.all(answers);
}

const keysBelow = async (...prefixes: string[]) => {
  const found = await Promise.all(prefixes.map((prefix) => Array.fromAsync(test.world.deps.files.list(prefix))));
  return found.flat().map(({ key }) => key);
};
const ofUploads = (trackId: string) => keysBelow(`sources/${trackId}`, `tracks/${trackId}/peaks`);
const bytesAt = async (key: string) => {
  const found = await test.world.deps.files.get(key);
  return new Uint8Array(await new Response(found?.body.pipeThrough(new TransformStream())).arrayBuffer());
};

describe("two uploads at once with one key", () => {
  it("of other content: one takes effect with its own files, the other is refused and nothing of it stays", async () => {
    const wavs = [wavOf(3), wavOf(4)] as const;
    const answers = await sendAtOnce([uploadForm(wavs[0], covers[0]), uploadForm(wavs[1], covers[1])]);
    expect(answers.map(({ status, body }) => [status, body.code]).toSorted())
      .toEqual([[201, undefined], [422, "key_reused"]]);
    const trackId = answers.find(({ status }) => status === 201)?.body.trackId;
    const upload = await uploadKnown(test.world.deps, trackId);
    if (!upload?.cover) throw new Error("The upload has no cover");
    const own = upload.durationMs === 3_000 ? wavs[0] : wavs[1];
    expect(Buffer.compare(await bytesAt(upload.sourceKey), own), "the recording is its own").toBe(0);

    const edit = new FormData();
    edit.set("coverImage", new File([await pictureOf(150, "#00aa22")], "new.png"));
    await test.call("PUT", `/api/v1/tracks/${trackId}`, { token: ada.token, body: edit });
    await test.world.settle();
    const renditions = (await keysBelow(`tracks/${trackId}/`)).filter((key) => !key.includes("peaks"));
    expect(renditions.length).toBeGreaterThan(2);
    test.pass(3 * HOUR_MS);
    await test.world.settle();
    expect((await ofUploads(trackId)).toSorted()).toEqual([upload.sourceKey, upload.peaksKey]);
    expect(await keysBelow(`tracks/${trackId}/`)).toEqual(expect.arrayContaining(renditions));
    // That of the upload and that of the edit.
    const folders = new Set((await keysBelow(`covers/${trackId}/`)).map((key) => key.split("/")[2]));
    expect([folders.size, folders.has(upload.cover.key.split("/")[2])]).toEqual([2, true]);
    expect((await test.call("GET", `/media/peaks/${trackId}`)).status).toBe(200);
  });

  it("of the same content: both are answered alike and it is one track with one recording", async () => {
    const form = () => uploadForm(wavOf(3), covers[0]);
    const [one, two] = await sendAtOnce([form(), form()]);
    expect([one?.status, two?.status, one?.body.trackId]).toEqual([201, 201, two?.body.trackId]);
    const trackId = one?.body.trackId;
    const events = await test.world.deps.store.readStream<TrackEvent>("social", trackStream(trackId));
    expect(events.filter(({ type }) => type === "TrackUploaded")).toHaveLength(1);
    test.pass(3 * HOUR_MS);
    await test.world.settle();
    const upload = await uploadKnown(test.world.deps, trackId);
    expect((await ofUploads(trackId)).toSorted()).toEqual([upload?.sourceKey, upload?.peaksKey]);
  });
});

it("an upload that ends after its recording was stored leaves nothing for long", async () => {
  const { files } = test.world.deps;
  const broken: Files = {
    ...files,
    put: (key, body, options) =>
      key.startsWith("tracks/")
        ? Promise.reject(new FilesUnavailable(`store "${key}"`, "disk full"))
        : files.put(key, body, options),
  };
  const before = await keysBelow("");
  expect((await send(broken, { key: newId(), form: uploadForm(wavOf(3), covers[0]) })).status).toBe(503);
  expect((await keysBelow("")).length).toBeGreaterThan(before.length);
  test.pass(3 * HOUR_MS);
  await test.world.settle();
  expect((await keysBelow("")).toSorted()).toEqual(before.toSorted());
});
