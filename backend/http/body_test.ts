import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
