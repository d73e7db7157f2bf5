import { QueryObserver } from "@tanstack/react-query";
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

it("a screen without its answer asks again by itself, ever later, until it has left or has one", async () => {
  const busy = { status: 503, body: {} };
  const calls = answerCalls({ "GET /api/v1/tracks": [...Array(6).fill(busy), { body: { success: true } }] });
  const screen = new QueryObserver(createQueryClient(), {
    ...{ queryKey: ["tracks"], queryFn: () => api("/api/v1/tracks"), staleTime: Infinity },
  });
  const leave = screen.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(2_000);
  expect([screen.getCurrentResult().status, calls.length]).toEqual(["error", 3]);
  await vi.advanceTimersByTimeAsync(7_000);
  expect([screen.getCurrentResult().status, calls.length]).toEqual(["error", 6]);
  await vi.advanceTimersByTimeAsync(9_000);
  expect([screen.getCurrentResult().status, calls.length]).toEqual(["success", 7]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(calls).toHaveLength(7);
  leave();
});

it("a screen that was left, or was refused, is not asked for again", async () => {
  const calls = answerCalls({
    "GET /api/v1/left": { status: 503, body: {} },
    "GET /api/v1/no": { status: 403, body: {} },
  });
  const client = createQueryClient();
  const open = (path: string) =>
    new QueryObserver(client, { queryKey: [path], queryFn: () => api(path) }).subscribe(() => {});
  const [leave, close] = [open("/api/v1/left"), open("/api/v1/no")];
  await vi.advanceTimersByTimeAsync(2_000);
  leave();
  await vi.advanceTimersByTimeAsync(120_000);
  close();
  expect(calls.map(({ call }) => call).toSorted()).toEqual([...Array(3).fill("GET /api/v1/left"), "GET /api/v1/no"]);
});

/** What screens have by default; a single question has none. */
function retryOf(client: ReturnType<typeof createQueryClient>) {
  return client.getDefaultOptions().queries?.retry ?? false;
}
