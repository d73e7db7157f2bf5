import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { usePassing } from "./use_passing.ts";

afterEach(() => vi.useRealTimers());

describe("usePassing()", () => {
  it("shows a message for three seconds, anew each time", () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const { result } = renderHook(usePassing);
    const isShown = () => result.current[0];
    expect(isShown()).toBe(false);
    act(() => result.current[1]());
    act(() => void vi.advanceTimersByTime(2_000));
    act(() => result.current[1]());
    act(() => void vi.advanceTimersByTime(2_999));
    expect(isShown()).toBe(true);
    act(() => void vi.advanceTimersByTime(1));
    expect(isShown()).toBe(false);
  });
});
