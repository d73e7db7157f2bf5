import { afterAll, beforeAll, expect, it } from "vitest";
import { CORPUS, forgetCorpus } from "../../adapters/media/test_corpus.ts";
import { AUDIO_FORMATS } from "../../contract/file_formats.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureOf, uploadForm } from "../../testing/uploads.ts";
import { workRenditions } from "../rendition/reactions.ts";

let test: TestListeners;
let ada: TestPerson;
let cover: Bytes;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  workRenditions(test.world.deps);
  [ada, cover] = [await test.member("creator"), await pictureOf()];
});
afterAll(async () => {
  await forgetCorpus();
  await test[Symbol.asyncDispose]();
});

/** A recording of the corpus for each format. */
const SAMPLES = {
  ...{ mp3: "MP3 of 128 kbit/s", mp4: "M4A", aac: "AAC in ADTS", wav: "RF64", aiff: "AIFF of pcm_s24be", flac: "FLAC" },
  ...{ ogg: "Ogg of Opus", caf: "CAF of ALAC", webm: "WebM of Opus", wma: "WMA" },
} satisfies Record<keyof typeof AUDIO_FORMATS, string>;

it.each(Object.entries(AUDIO_FORMATS))("a song in %s is stored as it was sent, and comes out", async (format, kind) => {
  const sample = CORPUS.find(({ name }) => name === SAMPLES[format as keyof typeof SAMPLES]);
  if (!sample) throw new Error(`The corpus has no ${format}`);
  const bytes = await sample.make();
  const body = uploadForm(new File([bytes], `song.${kind.endings[0]}`), cover, { title: `Song in ${kind.name}` });
  const answer = await test.call("POST", "/api/v1/upload", { token: ada.token, body });
  expect([answer.status, answer.text]).toEqual([201, expect.stringContaining("uploaded")]);
  const [stored] = await Array.fromAsync(test.world.deps.files.list(`sources/${answer.body.trackId}`));
  expect(stored).toMatchObject({ bytes: bytes.length, contentType: `audio/${kind.subtypes[0]}` });
  await test.world.settle();
  const { body: { tracks } } = await test.call("GET", "/api/v1/my-tracks", { token: ada.token });
  expect(tracks.find(({ _id }: { _id: string }) => _id === answer.body.trackId)).toMatchObject({ state: "ready" });
});
