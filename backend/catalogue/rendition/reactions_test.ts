import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { encodeWav } from "../../testing/wav.ts";
import { openTestCatalogue, type TestCatalogue } from "../../testing/catalogue.ts";
import { renditionOf } from "../../../projections/catalogue/renditions.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";
import type { TrackUploaded } from "../track/events.ts";
import { importTrack } from "../upload/import_track.ts";
import { catalogueReactors, runRendition, workRenditions } from "./reactions.ts";

const METADATA = { actor: "system:test" };
let test: TestCatalogue;
beforeEach(async () => void (test = await openTestCatalogue()));
afterEach(() => test[Symbol.asyncDispose]());

/** Three seconds of a falling tone, stereo. */
async function writeTone(): Promise<string> {
  const pcm = new Float32Array(3 * 44_100 * 2).map((_, at) => 0.4 * Math.sin(at * 0.03 * (1 - at / 1_000_000)));
  const path = join(test.deps.media.workDir, `${newId()}.wav`);
  await Deno.writeFile(path, encodeWav(pcm, 44_100));
  return path;
}

async function importTone(downloadable = true): Promise<TrackUploaded["data"]> {
  const [trackId, ownerId] = [newId(), newId()];
  const words = { trackId, ownerId, title: "Tone", artist: "Ada", genre: "jazz", downloadable } as const;
  return await importTrack(test.deps, { ...words, audioPath: await writeTone(), cover: await picture() }, METADATA);
}

function picture(): Promise<Uint8Array> {
  return sharp({ create: { width: 96, height: 96, channels: 3, background: "#3355aa" } }).png().toBuffer();
}

const eventsOf = async (trackId: string) =>
  (await test.deps.store.readStream("social", `track/${trackId}`)).map(({ type, data }) => {
    const { quality } = data as { quality?: string };
    return quality === undefined ? type : `${type} ${quality}`;
  });

const filesOf = async (prefix: string) =>
  (await Array.fromAsync(test.deps.files.list(prefix), (file) => file.key)).map((key) => key.slice(prefix.length))
    .sort();

describe("an imported track", () => {
  it("is measured, stored with waveform and cover, and gets its renditions by jobs, the first one first", async () => {
    await test.deps.store.react(catalogueReactors(test.deps));
    const { trackId, ...upload } = await importTone();
    expect(upload.durationMs).toBe(3_000);
    expect(upload.cover?.placeholder).toMatch(/^#[0-9a-f]{6} #[0-9a-f]{6}$/);
    await test.deps.store.settle();
    workRenditions(test.deps);
    await test.deps.jobs.drain();
    const events = await eventsOf(trackId);
    expect(events.slice(0, 1)).toEqual(["TrackUploaded"]);
    const made = ["download", "high", "normal", "saver"];
    expect(events.slice(1).sort()).toEqual([...made.map((quality) => `RenditionMade ${quality}`), "TrackPublished"]);
    const files = ["download.mp3", "high.m4a", "normal.m4a", upload.peaksKey.split("/")[2], "saver.m4a"];
    expect(await filesOf(`tracks/${trackId}/`)).toEqual(files);
    expect(await filesOf(`${upload.cover?.key}/`)).toHaveLength(10);
    await test.deps.store.settle();
    const row = (await findTracks(test.deps.store.sql, [trackId])).get(trackId);
    expect(row?.qualities.toSorted()).toEqual(made);
    const saver = await renditionOf(test.deps.store.sql, trackId, { quality: "saver" });
    expect(saver?.bytes).toBe((await test.deps.files.stat(saver?.key ?? ""))?.bytes);
    expect(await Array.fromAsync(Deno.readDir(test.deps.media.workDir), ({ name }) => name)).toHaveLength(1);
  });

  it("gets no MP3 when the creator does not want it kept", async () => {
    await test.deps.store.react(catalogueReactors(test.deps));
    const { trackId } = await importTone(false);
    await test.deps.store.settle();
    workRenditions(test.deps);
    await test.deps.jobs.drain();
    expect(await filesOf(`tracks/${trackId}/`)).not.toContain("download.mp3");
  });

  it("changes nothing when it is imported again", async () => {
    const upload = await importTone();
    const { trackId, ownerId, title, artist, genre, downloadable } = upload;
    const words = { trackId, ownerId, title, artist, genre, downloadable };
    const again = async () => ({ ...words, audioPath: await writeTone(), cover: await picture() });
    await importTrack(test.deps, await again(), METADATA);
    await expect(importTrack(test.deps, { ...await again(), title: "Another" }, METADATA)).rejects.toThrow(
      "You already sent this upload with other content",
    );
    expect(await eventsOf(trackId)).toEqual(["TrackUploaded"]);
  });
});

describe("a rendition job", () => {
  const wanted = ({ trackId, sourceKey, loudness }: TrackUploaded["data"]) => (
    { trackId, sourceKey, loudness, quality: "normal" } as const
  );

  it("that dies between file and event leaves one file and one event when it runs again", async () => {
    const upload = await importTone();
    const dying = { ...test.deps, store: { execute: () => Promise.reject(new Error("killed")) } };
    await expect(runRendition(dying, wanted(upload))).rejects.toThrow("killed");
    const before = await test.deps.files.stat(`tracks/${upload.trackId}/normal.m4a`);
    expect(await eventsOf(upload.trackId)).toEqual(["TrackUploaded"]);
    await runRendition(test.deps, wanted(upload));
    await runRendition(test.deps, wanted(upload));
    expect(await eventsOf(upload.trackId)).toEqual(["TrackUploaded", "RenditionMade normal", "TrackPublished"]);
    expect(await test.deps.files.stat(`tracks/${upload.trackId}/normal.m4a`)).toEqual(before);
  });

  it("that dies before its file is whole leaves none, and makes it when it runs again", async () => {
    const upload = await importTone();
    const put = () => Promise.reject(new Error("killed"));
    await expect(runRendition({ ...test.deps, files: { ...test.deps.files, put } }, wanted(upload))).rejects.toThrow();
    expect(await filesOf(`tracks/${upload.trackId}/`)).toEqual([upload.peaksKey.split("/")[2]]);
    await runRendition(test.deps, wanted(upload));
    expect(await eventsOf(upload.trackId)).toContain("TrackPublished");
  });

  it("run by two processes at once is recorded once", async () => {
    const upload = await importTone();
    await Promise.all([1, 2, 3].map(() => runRendition(test.deps, wanted(upload))));
    expect(await eventsOf(upload.trackId)).toEqual(["TrackUploaded", "RenditionMade normal", "TrackPublished"]);
  });

  it("fails the track with a reason for its creator when the recording is no music", async () => {
    const upload = await importTone();
    await test.deps.files.put(upload.sourceKey, new TextEncoder().encode("no sound at all"), {
      contentType: "audio/wav",
    });
    await runRendition(test.deps, wanted(upload));
    const [, failed] = await test.deps.store.readStream("social", `track/${upload.trackId}`);
    expect([failed?.type, failed?.data]).toEqual(["TrackFailed", {
      trackId: upload.trackId,
      reason: expect.stringContaining("upload"),
    }]);
  });
});
