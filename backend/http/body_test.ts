import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { boundedBody } from "./body.ts";
import { onError } from "./problems.ts";
import { openTestListeners, type TestListeners } from "../testing/listeners.ts";

const MEBIBYTE = 1024 * 1024;

describe("a body that does not say how long it is", () => {
  let test: TestListeners;
  let token: string;
  let trackId: string;
  beforeAll(async () => {
    test = await openTestListeners();
    const { userId: ownerId } = await test.addArtist("Sikiru");
    ({ trackId } = await test.addTrack({ ownerId, durationMs: 60_000 }));
    ({ token } = await test.addPerson());
  });
  afterAll(() => test[Symbol.asyncDispose]());

  it.each([
    ["/api/v1/paystack/webhook", "application/json"],
    ["/api/v1/play/:trackId", "application/json"],
    ["/api/v1/play/:trackId", "application/x-www-form-urlencoded"],
    ["/api/v1/plays", "application/json"],
    ["/api/auth/login", "application/json"],
  ])("is not read to its end by %s as %s", async (path, type) => {
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++read > 64) return controller.close();
        controller.enqueue(new Uint8Array(MEBIBYTE).fill(32));
      },
    });
    const headers = { "content-type": type, authorization: `Bearer ${token}` };
    const init = { method: "POST", headers, body, duplex: "half" };
    const response = await test.world.app.request(path.replace(":trackId", trackId), init);
    expect({ status: response.status, ...await response.json() }).toMatchObject({
      status: 413,
      code: "body_too_large",
    });
    expect(read).toBeLessThan(8);
  });
});

describe("a body that stops before its end", () => {
  afterEach(() => void vi.useRealTimers());
  const logged: string[] = [];
  const app = new Hono()
    .post("/", async (c) => c.text(String((await boundedBody(c, 100)).length)))
    .onError(onError({ log: (line) => void logged.push(line) }));
  const post = (body: ReadableStream) => app.request("/", { method: "POST", body, duplex: "half" } as RequestInit);

  it("is refused after 30 seconds, so that nobody holds connections open for nothing", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const never = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("{")) });
    const answer = post(never);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await (await answer).json()).toMatchObject({ code: "invalid_request" });
  });

  it("is no failure of ours when its client hangs up", async () => {
    const answer = await post(new ReadableStream({ start: (controller) => controller.error(new TypeError("gone")) }));
    expect({ status: answer.status, logged }).toEqual({ status: 400, logged: [] });
  });
});
