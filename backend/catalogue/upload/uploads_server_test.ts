import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { melody, RATE } from "../../adapters/media/test_sounds.ts";
import { type OwnTrack } from "../../contract/uploads.ts";
import { type Bytes, pictureOf, soundsOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { listMyTracks as listMyTracksCall } from "../../contract/calls/uploads.ts";
import { answerOf } from "../../testing/answers.ts";
import { mailedCode } from "../../testing/mailed_code.ts";
import { encodeWav } from "../../testing/wav.ts";
import { eventually, waitFor } from "../../testing/wait.ts";

const PERSON = {
  firstName: "Ada",
  lastName: "Obi",
  phone: "08031234567",
  address: "Lagos",
  password: "Orin-test-2026!",
};
const EMAIL = "ada@orin.example";
/** Just enough for the largest recording here, so that a refused one stays short. */
const MAX_UPLOAD_MB = 40;

let dataDir: string;
let server: TestServer;
let token: string;
let cover: Bytes;
beforeAll(async () => {
  dataDir = await Deno.makeTempDir({ prefix: "orin-uploads-" });
  server = await start();
  cover = await pictureOf();
  await post("/api/auth/signup", { ...PERSON, email: EMAIL, role: "creator" });
  await post("/api/auth/verify-otp", { email: EMAIL, otp: await mailedCode(server.url, EMAIL) });
  token = await logIn();
});
afterAll(async () => {
  await server.end("SIGTERM");
  await Deno.remove(dataDir, { recursive: true });
});

const start = () => startTestServer({ dataDir, env: { MAX_UPLOAD_MB: String(MAX_UPLOAD_MB) } });

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return await answer.json();
}

const logIn = async () => (await post("/api/auth/login", { email: EMAIL, password: PERSON.password })).token;

async function upload(form: FormData) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/v1/upload`, { method: "POST", headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

async function tracks(): Promise<OwnTrack[]> {
  const answer = await fetch(`${server.url}/api/v1/my-tracks`, { headers: { authorization: `Bearer ${token}` } });
  return answerOf(listMyTracksCall, await answer.json()).tracks;
}

function whenReady(trackId: string): Promise<OwnTrack> {
  const isOver = ({ _id, state }: OwnTrack) => _id === trackId && state !== "processing";
  return waitFor("the track to be processed", async () => (await tracks()).find(isOver));
}

const workFolders = () => Array.fromAsync(Deno.readDir(`${dataDir}/work`));
const unfinishedUploads = async () => {
  const paths = (await workFolders()).map((entry) => `${dataDir}/work/${entry.name}`);
  const found = await Promise.all(paths.map((path) => Deno.stat(`${path}/audioFile`).then(() => [path], () => [])));
  return found.flat();
};
const sources = () => Array.fromAsync(Deno.readDir(`${dataDir}/media/sources`)).catch(() => []);

/** Begins an upload by hand and leaves the connection open in the middle of the recording. */
async function beginUpload(): Promise<Deno.Conn> {
  const { hostname, port } = new URL(server.url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const part = '--b\r\ncontent-disposition: form-data; name="audioFile"; filename="a.wav"\r\n\r\n';
  const head = `POST /api/v1/upload HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n${part}`;
  await connection.write(new TextEncoder().encode(head));
  const bytes = wavOf(5);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent, sent + 65_536));
  return connection;
}

describe("the running service", () => {
  it("takes MP3 without a header, M4A, FLAC, Ogg and a 30 MB WAV, measures them truly and plays them", async () => {
    const sounds = await soundsOf(6);
    const files: [string, Bytes, number][] = [
      ...Object.entries(sounds).map(([ending, bytes]): [string, Bytes, number] => [ending, bytes, 6]),
      // Four times the usual rate: as many bytes are a quarter of the time, and of the work to encode.
      ["wav", encodeWav(melody(175), 4 * RATE), 175 / 4],
    ];
    for (const [ending, bytes, seconds] of files) {
      const form = uploadForm(new File([bytes], `song.${ending}`), cover, { title: ending, duration: "0:01" });
      const { status, body } = await upload(form);
      expect([ending, status]).toEqual([ending, 201]);
      const track = await whenReady(body.trackId);
      expect([ending, track.state]).toEqual([ending, "ready"]);
      expect(Math.abs(track.durationSeconds - seconds)).toBeLessThan(0.1);
      const audio = await fetch(`${server.url}${track.audioUrl}`, { headers: { range: "bytes=0-999" } });
      expect([audio.status, (await audio.arrayBuffer()).byteLength]).toEqual([206, 1_000]);
    }
    expect(files.at(-1)?.[1].length).toBeGreaterThan(30_000_000);
  });

  it("refuses more than the largest size as soon as it is announced, and while it comes where it is not", async () => {
    // Past the cover and the words of the form, too.
    const form = uploadForm(new Uint8Array((MAX_UPLOAD_MB + 13) * 1_048_576), cover);
    const announced = await upload(form);
    const body = new Response(form);
    const headers = { authorization: `Bearer ${token}`, "content-type": body.headers.get("content-type") ?? "" };
    // A stream's length is not known, so nothing is announced.
    const streamed = await fetch(`${server.url}/api/v1/upload`, { method: "POST", headers, body: body.body });
    for (
      const { status, error } of [{ ...announced.body, ...announced }, {
        ...await streamed.json(),
        status: streamed.status,
      }]
    ) {
      expect([status, error]).toEqual([413, `This file is too large: at most ${MAX_UPLOAD_MB} MB`]);
    }
    await eventually("the upload to go", unfinishedUploads).toEqual([]);
  });

  it("keeps nothing of an upload whose client hangs up in the middle", async () => {
    const before = [await tracks(), await sources()].map((list) => list.length);
    const connection = await beginUpload();
    // Renditions of what came before have folders, too.
    await eventually("the unfinished upload", unfinishedUploads).not.toEqual([]);
    connection.close();
    await eventually("the upload to go", unfinishedUploads).toEqual([]);
    expect([await tracks(), await sources()].map((list) => list.length)).toEqual(before);
  });

  it("goes on with renditions after kill -9, and sweeps what an unfinished upload left", async () => {
    const connection = await beginUpload();
    await eventually("the unfinished upload", unfinishedUploads).not.toEqual([]);
    const { body } = await upload(uploadForm(wavOf(30), cover, { title: "Killed" }));
    await server.end("SIGKILL");
    connection.close();
    const left = (await unfinishedUploads())[0] ?? "";
    // As it will look two hours later.
    const past = new Date(Date.now() - 2 * 3_600_000);
    for (const path of [`${left}/audioFile`, left]) await Deno.utime(path, past, past);
    server = await start();
    expect((await whenReady(body.trackId)).state).toBe("ready");
    await eventually("the unfinished upload to go", unfinishedUploads).toEqual([]);
  });
});
