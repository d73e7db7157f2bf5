import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import type { TestPerson } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureOf, soundsOf, uploadForm, wavOf } from "../../testing/uploads.ts";

let test: TestListeners;
let ada: TestPerson;
let flac: Bytes;
let cover: Bytes;
beforeAll(async () => {
  test = await openTestListeners(Date.UTC(2026, 5, 1, 12));
  [ada, { flac }, cover] = [await test.member("creator"), await soundsOf(3), await pictureOf()];
});
afterAll(() => test[Symbol.asyncDispose]());

interface Sent {
  /** Known once the files are made. */
  readonly bytes: () => Bytes;
  readonly name: string;
  readonly type?: string;
}

const sound = (more: Partial<Sent> = {}): Sent => ({ bytes: () => flac, name: "song.flac", ...more });
const picture = (more: Partial<Sent> = {}): Sent => ({ bytes: () => cover, name: "cover.png", ...more });
const fileOf = ({ bytes, name, type = "" }: Sent) => new File([bytes()], name, { type });

async function upload(audio: Sent, image: Sent) {
  const form = uploadForm(null, null);
  form.set("audioFile", fileOf(audio));
  form.set("coverImage", fileOf(image));
  const headers = { "idempotency-key": newId() };
  return await test.call("POST", "/api/v1/upload", { token: ada.token, body: form, headers });
}

/** All that could be left of an upload: tracks, stored files and files on the way. */
async function standing() {
  const { files, media } = test.world.deps;
  const { body } = await test.call("GET", "/api/v1/my-tracks", { token: ada.token });
  const stored = await Array.fromAsync(files.list(""));
  const underway = await Array.fromAsync(Deno.readDir(media.workDir));
  return [body.tracks.length, stored.length, underway.length];
}

describe("POST /api/v1/upload compares name and declared type with the bytes, and", () => {
  it.each<[string, Sent, Sent, string, string]>([
    ["a FLAC called .mp3", sound({ name: "song.mp3" }), picture(), "audioFile", 'is named ".mp3" but contains FLAC'],
    [
      "a FLAC called .mp3.exe",
      sound({ name: "a.mp3.exe" }),
      picture(),
      "audioFile",
      'is named ".exe" but contains FLAC',
    ],
    [
      "a FLAC sent as MP3",
      sound({ type: "audio/mpeg" }),
      picture(),
      "audioFile",
      'was sent as "audio/mpeg" but contains FLAC',
    ],
    ["a FLAC sent as a web page", sound({ type: "text/html" }), picture(), "audioFile", 'was sent as "text/html"'],
    [
      "a WAV called .flac",
      { bytes: () => wavOf(3), name: "a.flac" },
      picture(),
      "audioFile",
      'is named ".flac" but contains WAV',
    ],
    ["a PNG called .svg", sound(), picture({ name: "cover.svg" }), "coverImage", "do not support this picture format"],
    ["half a PNG", sound(), picture({ bytes: () => cover.slice(0, 900) }), "coverImage", "picture are damaged"],
    ["no picture", sound(), picture({ bytes: () => new Uint8Array() }), "coverImage", "picture is empty"],
    [
      "a PNG sent as a web page",
      sound(),
      picture({ type: "text/html" }),
      "coverImage",
      "do not support this picture format",
    ],
  ])("refuses %s with clear words and leaves nothing", async (_, audio, image, field, words) => {
    const before = await standing();
    const { status, body } = await upload(audio, image);
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, "file_refused", [field]]);
    expect(body.error).toContain(words);
    expect(await standing()).toEqual(before);
  });

  it("takes what its name and type say rightly, and a PNG called .jpg", async () => {
    const [before] = await standing();
    const audio = sound({ type: "audio/x-flac" });
    expect((await upload(audio, picture({ name: "cover.jpg", type: "image/jpeg" }))).status).toBe(201);
    expect((await upload(sound({ name: "blob" }), picture({ name: "blob" }))).status).toBe(201);
    expect((await standing())[0]).toBe(Number(before) + 2);
  });
});

describe("a new cover and a profile picture", () => {
  it("are refused under the name of something else, and the old ones stay", async () => {
    const { body: { trackId } } = await upload(sound(), picture());
    const shown = async (): Promise<[string, string]> => {
      const { body } = await test.call("GET", "/api/v1/my-tracks", { token: ada.token });
      const { title, coverImageUrl } = body.tracks.find((track: { _id: string }) => track._id === trackId);
      return [title, coverImageUrl];
    };
    const before = [...await shown(), ...await standing()];
    const [edit, me] = [new FormData(), new FormData()];
    const red = await pictureOf(200, "#aa2200");
    edit.set("title", "Half saved");
    edit.set("coverImage", fileOf({ bytes: () => red, name: "new.html" }));
    me.set("profilePicture", fileOf(picture({ name: "me.png", type: "image/svg+xml" })));
    const changed = await test.call("PUT", `/api/v1/tracks/${trackId}`, { token: ada.token, body: edit });
    expect([changed.status, changed.body.code]).toEqual([422, "file_refused"]);
    const own = await test.call("POST", "/api/v1/upload-dp", { token: ada.token, body: me });
    expect([own.status, own.body.code]).toEqual([422, "not_a_picture"]);
    expect([...await shown(), ...await standing()]).toEqual(before);
  });
});
