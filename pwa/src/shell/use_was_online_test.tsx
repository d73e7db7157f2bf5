import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { reportReached, reportUnreached } from "../lib/connection.ts";
import { useWasOnline } from "./use_was_online.ts";

it("what needs a network waits for the first one, and stays when it goes", () => {
  reportUnreached();
  const { result } = renderHook(() => useWasOnline());
  expect(result.current).toBe(false);
  act(reportReached);
  expect(result.current).toBe(true);
  act(reportUnreached);
  expect(result.current).toBe(true);
  reportReached();
});
