import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../contract/ids.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import { pictureOf, uploadForm, wavOf } from "../../testing/uploads.ts";
import { mailedCode } from "../../testing/mailed_code.ts";
import { eventually, waitFor } from "../../testing/wait.ts";

const PERSON = {
  ...{ firstName: "Ada", lastName: "Obi", phone: "08031234567", address: "Lagos", password: "Orin-test-2026!" },
  ...{ email: "ada@orin.example", role: "creator" },
};
const CUT_BYTES = 200_000;

let dataDir: string;
let server: TestServer;
let token: string;
beforeAll(async () => {
  dataDir = await Deno.makeTempDir({ prefix: "orin-cuts-" });
  server = await startTestServer({ dataDir });
  await post("/api/auth/signup", PERSON);
  await post("/api/auth/verify-otp", { email: PERSON.email, otp: await mailedCode(server.url, PERSON.email) });
  token = (await post("/api/auth/login", PERSON)).token;
});
afterAll(async () => {
  await server.end("SIGTERM");
  await Deno.remove(dataDir, { recursive: true });
});

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  return await (await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

async function call(method: string, path: string, more: { headers?: Record<string, string>; body?: FormData } = {}) {
  const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0", ...more.headers };
  return await fetch(`${server.url}${path}`, { method, headers, ...(more.body ? { body: more.body } : {}) });
}

const offsetOf = async (path: string) => Number((await call("HEAD", path)).headers.get("upload-offset"));

/** Promises the rest, sends some of it, and is gone. */
async function sendAndBreak(path: string, song: Uint8Array, offset: number): Promise<void> {
  const { hostname, port } = new URL(server.url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const head = `PATCH ${path} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
    `tus-resumable: 1.0.0\r\nupload-offset: ${offset}\r\ncontent-type: application/offset+octet-stream\r\n` +
    `content-length: ${song.length - offset}\r\n\r\n`;
  await connection.write(new TextEncoder().encode(head));
  const part = song.subarray(offset, offset + CUT_BYTES);
  for (let sent = 0; sent < part.length;) sent += await connection.write(part.subarray(sent));
  connection.close();
}

it("a song whose line breaks every 200 KB, on a service that is killed once, arrives whole and once", async () => {
  const song = wavOf(12);
  const begun = await call("POST", "/api/v1/uploads", {
    headers: {
      "upload-length": String(song.length),
      "upload-metadata": `filename ${btoa("song.wav")}`,
      "idempotency-key": newId(),
    },
  });
  const path = begun.headers.get("location") ?? "";
  const steps: number[] = [];
  for (let offset = 0; offset < song.length; offset = await offsetOf(path)) {
    await sendAndBreak(path, song, offset);
    steps.push(offset);
    if (steps.length === 4) {
      // Only the kill may lose what arrived.
      await server.end("SIGKILL");
      server = await startTestServer({ dataDir });
    } else {
      await eventually("what arrived before the break to be kept", () => offsetOf(path)).toBeGreaterThan(offset);
    }
  }
  expect(steps.length, `each break keeps what had arrived: ${steps.join(" ")}`).toBeLessThanOrEqual(
    song.length / CUT_BYTES + 2,
  );
  expect(steps).toEqual(steps.toSorted((one, two) => one - two));

  await waitFor("the song to be checked", async () => {
    const { state } = await (await call("GET", path)).json();
    expect(["receiving", "checking", "checked"]).toContain(state);
    return state === "checked";
  });
  const form = async () => uploadForm(null, await pictureOf(), { uploadId: path.split("/").at(-1) ?? "" });
  const ids = [];
  for (let time = 0; time < 2; time++) {
    ids.push((await (await call("POST", "/api/v1/upload", { body: await form() })).json()).trackId);
  }
  expect(ids[0]).toBe(ids[1]);
  const { tracks } = await (await call("GET", "/api/v1/my-tracks")).json();
  expect(tracks).toHaveLength(1);
  const [source] = await Array.fromAsync(Deno.readDir(`${dataDir}/media/sources`));
  const stored = await Deno.readFile(`${dataDir}/media/sources/${source?.name}`);
  expect(Buffer.compare(stored, song), "byte for byte").toBe(0);
});
