import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { newId } from "../../contract/ids.ts";
import { openTestCatalogue, type TestCatalogue, type TestTrack } from "../../testing/catalogue.ts";
import { givePremium } from "../../testing/premium.ts";
import { eventually } from "../../testing/wait.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";
import { recordRendition } from "./record.ts";
import { uploadTrack } from "../upload/upload.ts";
import type { RenditionQuality } from "../track/events.ts";

let test: TestCatalogue;
let letGo = () => {};
beforeAll(async () => {
  test = await openTestCatalogue();
});
afterEach(() => {
  letGo();
  vi.restoreAllMocks();
});
afterAll(() => test[Symbol.asyncDispose]());

const options = { logs: ["social"] as const, metadata: { actor: "system:test" } };

/** The projection of renditions stops until a caller waits for it. */
async function holdRenditions(): Promise<void> {
  const { store } = test.deps;
  const [held, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = store.sql.begin(async (tx) => {
    await tx`lock table renditions in exclusive mode`;
    held.resolve();
    await waited.promise;
  });
  await held.promise;
  letGo = waited.resolve;
  const catchUp = store.catchUp.bind(store);
  vi.spyOn(store, "catchUp").mockImplementationOnce(async (names, options) => {
    waited.resolve();
    await lock;
    return await catchUp(names, options);
  });
}

async function record(trackId: string, quality: RenditionQuality): Promise<void> {
  const [ending, contentType] = quality === "download" ? ["mp3", "audio/mpeg"] : ["m4a", "audio/mp4"];
  const key = `tracks/${trackId}/${quality}.${ending}`;
  await test.deps.files.put(key, new Uint8Array(1_000), { contentType });
  await test.deps.store.execute(recordRendition, { trackId, quality, key, bytes: 1_000, contentType }, options);
}

it("a download waits for the MP3 that was made a moment ago", async () => {
  const { trackId } = await test.addTrack();
  const { token } = await test.logIn();
  await holdRenditions();
  await record(trackId, "download");
  const answer = await test.call(`/api/v1/download/${trackId}`, { token });
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 1_000]);
});

it("a copy to keep waits for the file of a track that was published a moment ago", async () => {
  const { userId, token } = await test.logIn();
  await givePremium(test.deps, userId);
  const asked = await test.call("/api/v1/offline-licence?deviceId=device-one", { token });
  const { licence } = await asked.json();
  const { bodies: _, ...known }: TestTrack = await test.addTrack();
  const trackId = newId();
  await holdRenditions();
  await test.deps.store.execute(uploadTrack, { ...known, trackId }, options);
  await record(trackId, "normal");
  await eventually("the track to be found", async () => (await findTracks(test.deps.store.sql, [trackId])).has(trackId))
    .toBe(true);
  const path = `/api/v1/offline-copy/${trackId}?licence=${encodeURIComponent(licence)}&quality=normal`;
  const answer = await test.call(path, { token });
  expect([answer.status, (await answer.json()).bytes]).toEqual([200, 1_000]);
});
