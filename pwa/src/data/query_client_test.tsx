import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { api } from "../lib/api.ts";
import { reportReached } from "../lib/connection.ts";
import { createQueryClient } from "./query_client.ts";

beforeEach(() => {
  reportReached();
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a list that fails is asked for three times, and its failure is said within five seconds", async () => {
  const calls = answerCalls({ "GET /api/v1/tracks": { status: 500, body: {} } });
  const client = createQueryClient();
  const asked = client.fetchQuery({
    queryKey: ["tracks"],
    queryFn: () => api("/api/v1/tracks"),
    retry: retryOf(client),
  });
  let status = 0;
  void asked.catch((error) => status = error.status);
  // Each try of a slow service takes its time, too.
  await vi.advanceTimersByTimeAsync(2_000);
  expect([status, calls.length]).toEqual([500, 3]);
});

it("a refusal is not asked about again", async () => {
  const calls = answerCalls({ "GET /api/v1/tracks": { status: 403, body: {} } });
  const client = createQueryClient();
  const asked = client.fetchQuery({
    queryKey: ["tracks"],
    queryFn: () => api("/api/v1/tracks"),
    retry: retryOf(client),
  });
  await expect(asked).rejects.toMatchObject({ status: 403 });
  expect(calls).toHaveLength(1);
});

/** What screens have by default; a single question has none. */
function retryOf(client: ReturnType<typeof createQueryClient>) {
  return client.getDefaultOptions().queries?.retry ?? false;
}
