import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { OPEN_UPLOADS, UPLOAD_LIFE_DAYS } from "../../contract/uploads.ts";
import { type TestPerson, tokenOf } from "../../testing/people_fixtures.ts";
import { openTestListeners, type TestListeners } from "../../testing/listeners.ts";
import { type Bytes, pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { workRenditions } from "../rendition/reactions.ts";
import { uploadKnown } from "../upload/import_track.ts";

const DAY_MS = 24 * 3_600_000;
let test: TestListeners;
let [ada, bola, listener]: TestPerson[] = [];
let cover: Bytes;
const song = wavOf(3);
beforeAll(async () => {
  test = await openTestListeners(Date.now());
  workRenditions(test.world.deps);
  ada = await test.member("creator");
  bola = await test.member("creator");
  listener = await test.member("listener");
  cover = await pictureOf();
});
afterAll(() => test[Symbol.asyncDispose]());

const base64 = (text: string) => Buffer.from(text).toString("base64");

async function begin(fileBytes: number, { by = ada, key = newId(), name = "Ìfẹ́.wav" }: {
  by?: TestPerson | undefined;
  key?: string;
  name?: string;
} = {}) {
  const answer = await test.call("POST", "/api/v1/uploads", {
    token: by?.token,
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(fileBytes),
      "upload-metadata": `filename ${base64(name)},filetype ${base64("audio/wav")}`,
      "idempotency-key": key,
    },
  });
  return { ...answer, path: answer.headers.get("location") ?? "" };
}

async function patch(path: string, offset: number, bytes: Uint8Array<ArrayBuffer>, { by = ada, app = test.world.app }: {
  by?: TestPerson | undefined;
  app?: TestListeners["world"]["app"];
} = {}) {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-offset": String(offset),
    "content-type": "application/offset+octet-stream",
    authorization: `Bearer ${by?.token}`,
  };
  const answer = await app.request(path, { method: "PATCH", headers, body: bytes });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

async function look(
  path: string,
  { by = ada, method = "HEAD" }: { by?: TestPerson | undefined; method?: string } = {},
) {
  const headers = { "tus-resumable": "1.0.0", ...(by ? { authorization: `Bearer ${by.token}` } : {}) };
  const answer = await test.world.app.request(path, { method, headers });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}
const idIn = (path: string) => path.split("/").at(-1) ?? "";

async function sendWhole(bytes: Bytes, by = ada, name?: string) {
  const { path } = await begin(bytes.length, { by, ...(name === undefined ? {} : { name }) });
  await patch(path, 0, bytes, { by });
  await test.world.settle();
  return path;
}

async function finish(
  path: string,
  { by = ada, texts = {} }: { by?: TestPerson | undefined; texts?: Record<string, string> } = {},
) {
  const body = uploadForm(null, cover, { uploadId: idIn(path), ...texts });
  return await test.call("POST", "/api/v1/upload", { token: by?.token, body });
}

/** The session has ended meanwhile. */
async function renew() {
  if (ada) ada = { ...ada, token: await tokenOf(test.world.deps, { userId: ada.userId, role: "creator" }) };
}

const piecesOf = async (path: string) => await Array.fromAsync(test.world.deps.files.list(`uploads/${idIn(path)}/`));

describe("a recording that comes in pieces", () => {
  it("goes on where it broke off, is checked when all is here, and becomes one song however often it is finished", async () => {
    const { status, path, headers } = await begin(song.length);
    expect([status, path.startsWith("/api/v1/uploads/"), headers.get("upload-expires") !== null]).toEqual([
      201,
      true,
      true,
    ]);
    expect((await patch(path, 0, song.subarray(0, 100_000))).headers.get("upload-offset")).toBe("100000");
    const asked = await look(path);
    expect([asked.status, asked.headers.get("upload-offset"), asked.headers.get("upload-length")])
      .toEqual([200, "100000", String(song.length)]);
    expect((await finish(path)).body.error).toBe("This recording has not arrived yet");
    expect((await patch(path, 100_000, song.subarray(100_000))).status).toBe(204);
    await test.world.settle();

    const { body } = await look(path, { method: "GET" });
    expect(body).toMatchObject({ state: "checked", filename: "Ìfẹ́.wav", report: { codec: "pcm_s16le", channels: 2 } });
    expect(body.report.durationSeconds).toBeCloseTo(3, 1);

    const answers = [await finish(path), await finish(path)];
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(answers[1]?.body.trackId).toBe(answers[0]?.body.trackId);
    const upload = await uploadKnown(test.world.deps, answers[0]?.body.trackId);
    const source = await test.world.deps.files.get(upload?.sourceKey ?? "");
    const stored = new Uint8Array(await new Response(source?.body.pipeThrough(new TransformStream())).arrayBuffer());
    expect(Buffer.compare(stored, song), "the song is whole").toBe(0);
    expect([(await look(path)).status, await piecesOf(path)]).toEqual([404, []]);
    expect((await finish(path, { texts: { title: "Another" } })).body.code).toBe("key_reused");
  });

  it("begun twice under one key is one upload", async () => {
    const key = newId();
    const [one, two] = [await begin(5_000, { key }), await begin(5_000, { key })];
    expect([one.path, two.status]).toEqual([two.path, 201]);
    expect((await begin(6_000, { key })).body.code).toBe("key_reused");
    await look(one.path, { method: "DELETE" });
  });

  it("is nobody else's: whoever knows its address gets 404 for everything", async () => {
    const path = await sendWhole(song);
    const stolen = [
      await look(path, { by: bola }),
      await look(path, { by: bola, method: "GET" }),
      await look(path, { by: bola, method: "DELETE" }),
      await patch(path, 0, song, { by: bola }),
      await finish(path, { by: bola, texts: { artist: "Bola" } }),
    ];
    expect(stolen.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    const visitor = await test.world.app.request(path, { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
    expect([visitor.status, (await look(path, { by: listener })).status]).toEqual([401, 403]);
    expect((await look(path, { method: "GET" })).body.state).toBe("checked");
    expect((await look(path, { method: "DELETE" })).status).toBe(204);
    expect([(await look(path)).status, await piecesOf(path)]).toEqual([404, []]);
  });
});

describe("a client that is wrong or lies", () => {
  it("is refused for nothing, for too much, for a wrong offset and for more than it said", async () => {
    expect((await begin(0)).body.error).toBe("This file is empty: please choose another one");
    expect((await begin(300 * 1_048_576)).status).toBe(413);
    const { path } = await begin(1_000);
    expect((await patch(path, 500, song.subarray(0, 100))).status).toBe(409);
    expect((await patch(path, 0, song.slice(0, 2_000))).status).toBe(413);
    expect((await look(path)).headers.get("upload-offset")).toBe("0");
    expect((await test.call("PATCH", path, { token: ada?.token, body: "{}" })).status).toBe(412);
    await look(path, { method: "DELETE" });
  });

  it("cannot add the same bytes twice by two processes at once: one adds, the other is told where it stands", async () => {
    const { path } = await begin(song.length);
    const other = test.world.another().app;
    const answers = await Promise.all([patch(path, 0, song), patch(path, 0, song, { app: other })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    await test.world.settle();
    expect((await look(path, { method: "GET" })).body).toMatchObject({ state: "checked", receivedBytes: song.length });
    await look(path, { method: "DELETE" });
  });

  it("hears in words why a recording is refused, and cannot publish it", async () => {
    const page = new TextEncoder().encode("<html>".repeat(500));
    const half = song.slice(0, song.length / 2);
    const cases: [Bytes, string, RegExp][] = [
      [page, "song.wav", /This is a web page/],
      [half, "song.wav", /incomplete/],
      [song, "song.mp3", /WAV/],
    ];
    for (const [bytes, name, words] of cases) {
      const path = await sendWhole(bytes, ada, name);
      const { body } = await look(path, { method: "GET" });
      expect([body.state, words.test(body.reason)], name).toEqual(["refused", true]);
      const refused = await finish(path);
      expect([refused.status, refused.body.error]).toEqual([422, body.reason]);
      await look(path, { method: "DELETE" });
    }
  });
});

describe("what waits at Orin", () => {
  it("is bounded for each person, and listed", async () => {
    for (let count = 0; count < OPEN_UPLOADS.free.files; count++) await begin(1_000, { by: bola });
    const full = await begin(1_000, { by: bola });
    expect([full.status, full.body.code]).toEqual([409, "uploads_full"]);
    const list = await test.call("GET", "/api/v1/uploads", { token: bola?.token });
    expect([list.body.uploads.length, list.body.limits.files]).toEqual([30, 30]);
    for (const { uploadId } of list.body.uploads) {
      await look(`/api/v1/uploads/${uploadId}`, { by: bola, method: "DELETE" });
    }
    const large = 190 * 1_048_576;
    for (let count = 0; count < 10; count++) expect((await begin(large, { by: bola })).status).toBe(201);
    expect((await begin(large, { by: bola })).body.error).toContain("2,000 MB");
  });

  it("is given up when nothing comes for a week, and its pieces go", async () => {
    const { path } = await begin(song.length);
    await patch(path, 0, song.subarray(0, 5_000));
    test.pass(6 * DAY_MS);
    await renew();
    await patch(path, 5_000, song.subarray(5_000, 9_000));
    await test.world.settle();
    test.pass(2 * DAY_MS);
    await renew();
    await test.world.settle();
    expect([(await look(path)).status, (await piecesOf(path)).length]).toEqual([200, 2]);
    test.pass(UPLOAD_LIFE_DAYS * DAY_MS);
    await renew();
    expect((await look(path)).status).toBe(410);
    await test.world.settle();
    expect([(await look(path)).status, await piecesOf(path)]).toEqual([404, []]);
  });
});
