import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFiles } from "../adapters/files/mod.ts";
import { createApp } from "../app.ts";
import { onError } from "./problems.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";

let test: TestListeners;
beforeAll(async () => void (test = await openTestListeners()));
afterAll(() => test[Symbol.asyncDispose]());

describe("a file store that is away", () => {
  it("is answered with 503, a time to try again and words that say nothing of the inside", async () => {
    // No server listens there.
    const away = { endpoint: "http://127.0.0.1:9", bucket: "orin", accessKey: "orin", secretKey: "secret-of-nobody" };
    const files = createFiles({ kind: "s3", ...away });
    const app = createApp({ ...test.world.deps, files, log: () => {} }, { isReady: () => true, pagesDirectory: "" });
    const answer = await app.request(`/media/covers/${crypto.randomUUID()}/0123456789abcdef/256.webp`);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    const body = await answer.json();
    expect(body).toMatchObject({
      code: "files_unavailable",
      error: "We cannot load music and pictures right now: please try again soon",
    });
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|secret|orin"/);
  });
});

describe("a full disk", () => {
  it("is answered like a file store that is away", async () => {
    const full = Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
    const app = new Hono().get("/", () => Promise.reject(full)).onError(onError({ log: () => {} }));
    expect(await (await app.request("/")).json()).toMatchObject({ code: "files_unavailable" });
  });
});
