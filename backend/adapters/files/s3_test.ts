import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFiles } from "./mod.ts";
import { FilesUnavailable } from "./types.ts";
import { breakingAfter, bytesOf, MEBIBYTE, MP3, noise, pausedInTheMiddle, text } from "./test_bodies.ts";
import { startTestS3Server, type TestS3Server } from "./test_s3_server.ts";
import { read } from "./test_store.ts";
import { eventually, sleep } from "../../testing/wait.ts";

describe("files on S3", () => {
  let server: TestS3Server;

  beforeEach(async () => {
    server = await startTestS3Server();
  });

  afterEach(() => server[Symbol.asyncDispose]());

  it("the first call makes the bucket once, also when two processes begin at once", async () => {
    const stores = [createFiles(server.config), createFiles(server.config)];
    await Promise.all(stores.map((files, index) => files.put(`a${index}.mp3`, text("a"), MP3)));
    await stores[0]?.put("b.mp3", text("b"), MP3);
    const made = server.requests.filter((request) => request === "PUT /orin-media");
    expect(made.length).toBeGreaterThanOrEqual(1);
    expect(made.length).toBeLessThanOrEqual(2);
  });

  it("put() sends the first part while the body is still coming", async () => {
    const files = createFiles(server.config);
    const pause = Promise.withResolvers<void>();
    const put = files.put("a.mp3", pausedInTheMiddle("a", 18 * MEBIBYTE, pause.promise), MP3);
    const isPartSent = () => server.requests.some((request) => request.includes("partNumber=1"));
    await eventually("the first part to be sent", isPartSent).toBe(true);
    expect(await files.stat("a.mp3")).toBeUndefined();
    pause.resolve();
    expect(await put).toMatchObject({ bytes: 18 * MEBIBYTE });
  });

  it("a body that breaks after the first part calls the upload off", async () => {
    const files = createFiles(server.config);
    await expect(files.put("a.mp3", breakingAfter(9 * MEBIBYTE), MP3)).rejects.toThrow("the uploader went away");
    expect(server.requests.filter((request) => /^DELETE .*a\.mp3\?uploadId=/.test(request))).toHaveLength(1);
  });

  it("get() costs one request", async () => {
    const files = createFiles(server.config);
    await files.put("a.mp3", text("0123456789"), MP3);
    const before = server.requests.length;
    const found = await files.get("a.mp3", { start: 2, end: 4 });
    expect((await bytesOf(found?.body)).byteLength).toBe(3);
    expect(server.requests.slice(before)).toHaveLength(1);
  });

  it("a connection lost while a part is sent costs that part a second try, and the file is whole", async () => {
    const files = createFiles(server.config);
    const body = noise(18 * MEBIBYTE);
    server.cut(/partNumber=2/, 1);
    expect(await files.put("a.mp3", body.stream, MP3)).toMatchObject({ bytes: 18 * MEBIBYTE });
    expect(server.requests.filter((request) => request.includes("partNumber=2"))).toHaveLength(2);
    const stored = new Uint8Array(await bytesOf((await files.get("a.mp3"))?.body));
    expect(createHash("sha256").update(stored).digest("hex")).toBe(body.digest());
  });

  it.each([
    ["look for the bucket", /^HEAD \/orin-media/],
    ["store a file", /^PUT .*a\.mp3/],
    ["begin an upload in parts", /^POST .*uploads/],
    ["end an upload in parts", /^POST .*uploadId/],
    ["describe a file", /^HEAD .*a\.mp3/],
    ["open a file", /^GET .*a\.mp3/],
    ["remove a file", /^DELETE .*a\.mp3/],
  ])("a lost connection costs nothing but another try: %s", async (_, fits) => {
    const files = createFiles(server.config);
    // What is lost on a connection that was kept open, the runtime itself asks for again.
    server.cut(fits, 2);
    await files.put("a.mp3", text("small"), MP3);
    await files.put("b/a.mp3", noise(9 * MEBIBYTE).stream, MP3);
    expect(await files.stat("a.mp3")).toMatchObject({ bytes: 5 });
    expect(await read(files, "a.mp3")).toBe("small");
    await files.delete("a.mp3");
    expect(await files.stat("a.mp3")).toBeUndefined();
    expect((await bytesOf((await files.get("b/a.mp3"))?.body)).byteLength).toBe(9 * MEBIBYTE);
  });

  it("a connection that is lost at every try is unavailable after a few", async () => {
    const files = createFiles(server.config);
    await files.put("a.mp3", text("a"), MP3);
    server.cut(/^PUT .*b\.mp3/, Infinity);
    await expect(files.put("b.mp3", text("b"), MP3)).rejects.toBeInstanceOf(FilesUnavailable);
    const tries = server.requests.filter((request) => request.startsWith("PUT /orin-media/b.mp3")).length;
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(tries).toBeLessThanOrEqual(6);
  });

  it("an access key that the service does not know is unavailable and says why", async () => {
    const files = createFiles({ ...server.config, accessKey: "UNKNOWN" });
    await expect(files.put("a.mp3", text("a"), MP3)).rejects.toBeInstanceOf(FilesUnavailable);
    await expect(files.stat("a.mp3")).rejects.toThrow(/access key|credentials/i);
  });

  it("every call is unavailable while nobody answers, and works once somebody does", async () => {
    const { port } = new URL(server.config.endpoint);
    const files = createFiles(server.config);
    await server[Symbol.asyncDispose]();
    await expect(files.put("a.mp3", text("a"), MP3)).rejects.toBeInstanceOf(FilesUnavailable);
    await expect(files.get("a.mp3")).rejects.toBeInstanceOf(FilesUnavailable);
    await expect(files.stat("a.mp3")).rejects.toBeInstanceOf(FilesUnavailable);
    await expect(files.delete("a.mp3")).rejects.toBeInstanceOf(FilesUnavailable);
    await expect(Array.fromAsync(files.list(""))).rejects.toBeInstanceOf(FilesUnavailable);
    server = await startTestS3Server(Number(port));
    await files.put("a.mp3", text("a"), MP3);
    expect(await read(files, "a.mp3")).toBe("a");
  });

  it("a service that takes the call and never answers is unavailable", async () => {
    using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const endpoint = `http://127.0.0.1:${silent.addr.port}`;
    const files = createFiles({ ...server.config, endpoint, answerWithinMs: 50 });
    await expect(files.stat("a.mp3")).rejects.toThrow("no answer within 50 ms");
  });

  it("a service that answers 503 is tried three times and says nothing in the log; then it is unavailable", async () => {
    let asked = 0;
    let isBusy = true;
    await using busy = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
      asked++;
      const { pathname, search } = new URL(request.url);
      const { method, headers, body } = request;
      return isBusy
        ? new Response("<Error><Code>SlowDown</Code></Error>", { status: 503 })
        : fetch(`${server.config.endpoint}${pathname}${search}`, { method, headers, body });
    });
    const said = vi.spyOn(console, "warn");
    const files = createFiles({ ...server.config, endpoint: `http://127.0.0.1:${busy.addr.port}` });
    await expect(files.stat("a.mp3")).rejects.toThrow(/: the store answers 503$/);
    expect([asked, said.mock.calls]).toEqual([3, []]);
    said.mockRestore();
    isBusy = false;
    expect(await files.stat("a.mp3")).toBeUndefined();
  });

  it("a body may take longer than an answer may take to begin", async () => {
    await createFiles(server.config).put("a.mp3", noise(20 * MEBIBYTE).stream, MP3);
    const found = await createFiles({ ...server.config, answerWithinMs: 2_000 }).get("a.mp3");
    await sleep(2_100);
    expect((await bytesOf(found?.body)).byteLength).toBe(20 * MEBIBYTE);
  });

  it("a connection lost in the middle of a body is an error of that body, never a shorter file", async () => {
    const files = createFiles(server.config);
    await files.put("a.mp3", noise(20 * MEBIBYTE).stream, MP3);
    const found = await files.get("a.mp3");
    server.dropConnections();
    await expect(bytesOf(found?.body)).rejects.toThrow();
  });
});
