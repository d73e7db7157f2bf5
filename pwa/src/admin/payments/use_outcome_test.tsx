import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useOutcome } from "./use_outcome.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

it("a success vanishes after 3 seconds, a failure stays until it is closed", () => {
  const { result } = renderHook(() => useOutcome());
  const report = (outcome: Parameters<typeof result.current[1]>[0]) => act(() => result.current[1](outcome));
  report({ text: "Payment request rejected and funds returned to user.", isFailure: false, isApproval: false });
  act(() => void vi.advanceTimersByTime(2_999));
  expect(result.current[0]?.text).toMatch("funds returned");
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current[0]).toBeUndefined();
  report({ text: "Failed to reject payment", isFailure: true, isApproval: false });
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current[0]?.text).toBe("Failed to reject payment");
  report(undefined);
  expect(result.current[0]).toBeUndefined();
});
