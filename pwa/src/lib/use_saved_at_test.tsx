import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const QUIET = { data: [], isError: false, isRefetchError: false };

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

/** A page that has just begun, with what it shows. */
async function openPage() {
  vi.resetModules();
  const [{ useSavedAt }, connection] = await Promise.all([import("./use_saved_at.ts"), import("./connection.ts")]);
  const stop = connection.watchConnection();
  const before = performance.timeOrigin - 60_000;
  const old = renderHook(() => useSavedAt({ ...QUIET, dataUpdatedAt: before }));
  const fresh = renderHook(() => useSavedAt({ ...QUIET, dataUpdatedAt: performance.timeOrigin + 1 }));
  return { connection, stop, before, marks: () => [old.result.current, fresh.result.current] };
}

it("what an earlier page saved is marked once nobody answers this one, before any call has failed", async () => {
  const { marks, before, connection, stop } = await openPage();
  expect(connection.isOnline()).toBe(true);
  expect(marks()).toEqual([undefined, undefined]);
  connection.reportAsked();
  act(() => void vi.advanceTimersByTime(1_000));
  expect(marks()).toEqual([before, undefined]);
  act(() => connection.reportReached());
  expect(marks()).toEqual([undefined, undefined]);
  stop();
});

it("nothing is marked where the service answered in time", async () => {
  const { marks, connection, stop } = await openPage();
  connection.reportAsked();
  act(() => connection.reportReached());
  act(() => void vi.advanceTimersByTime(5_000));
  expect(marks()).toEqual([undefined, undefined]);
  stop();
});

it("nothing is marked where the page asked for nothing, because all it shows is fresh enough", async () => {
  const { marks, stop } = await openPage();
  act(() => void vi.advanceTimersByTime(5_000));
  expect(marks()).toEqual([undefined, undefined]);
  stop();
});
