import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { usePassing } from "./use_passing.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function given(stays?: (message: string) => boolean) {
  const { result } = renderHook(() => usePassing<string>(stays));
  return {
    message: () => result.current[0],
    show: (message: string | undefined) => act(() => result.current[1](message)),
    pass: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
  };
}

describe("usePassing()", () => {
  it("shows a message for three seconds, anew each time", () => {
    const { message, show, pass } = given();
    expect(message()).toBeUndefined();
    show("Saved");
    pass(2_000);
    show("Saved");
    pass(2_999);
    expect(message()).toBe("Saved");
    pass(1);
    expect(message()).toBeUndefined();
  });

  it("keeps one that stays until it is taken away or replaced", () => {
    const { message, show, pass } = given((text) => text === "Failed");
    show("Failed");
    pass(60_000);
    expect(message()).toBe("Failed");
    show(undefined);
    expect(message()).toBeUndefined();
    show("Failed");
    show("Saved");
    pass(3_000);
    expect(message()).toBeUndefined();
  });
});
