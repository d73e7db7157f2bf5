import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type OutboxState, useHomecoming } from "./use_homecoming.ts";

function live(...states: OutboxState[]) {
  const [first = { isOnline: true, waiting: 0, earned: 0 }, ...later] = states;
  const { result, rerender } = renderHook(useHomecoming, { initialProps: first });
  for (const state of later) rerender(state);
  return result;
}

describe("useHomecoming()", () => {
  it("tells what the waiting plays earned once the last of them is in", () => {
    const result = live(
      { isOnline: false, waiting: 1, earned: 1 },
      { isOnline: false, waiting: 3, earned: 1 },
      { isOnline: true, waiting: 3, earned: 1 },
      { isOnline: true, waiting: 1, earned: 1.4 },
      { isOnline: true, waiting: 0, earned: 1.7 },
    );
    expect(result.current[0]).toEqual({ plays: 3, tokens: 0.7 });
    act(() => result.current[1]());
    expect(result.current[0]).toBeUndefined();
  });

  it("tells of plays that waited since the last visit, although the network was there when the page opened", () => {
    const result = live(
      { isOnline: true, waiting: undefined, earned: 0 },
      { isOnline: true, waiting: 2, earned: 0 },
      { isOnline: true, waiting: 0, earned: 0.3 },
    );
    expect(result.current[0]).toEqual({ plays: 2, tokens: 0.3 });
  });

  it("says nothing of plays that never had to wait for the network", () => {
    const result = live(
      { isOnline: true, waiting: 0, earned: 0 },
      { isOnline: true, waiting: 1, earned: 0 },
      { isOnline: true, waiting: 0, earned: 0.2 },
    );
    expect(result.current[0]).toBeUndefined();
  });

  it("says nothing while plays still wait", () => {
    const result = live({ isOnline: false, waiting: 2, earned: 0 }, { isOnline: true, waiting: 1, earned: 0.2 });
    expect(result.current[0]).toBeUndefined();
  });
});
