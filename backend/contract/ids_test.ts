import { expect, it } from "vitest";
import { newId } from "./ids.ts";

it("ids of one moment are in the order in which they were made, and tell the moment", () => {
  const now = Date.parse("2026-11-29T10:00:00Z");
  const made = Array.from({ length: 200 }, () => newId(now));
  expect(new Set(made).size).toBe(200);
  expect(made.toSorted()).toEqual(made);
  expect(parseInt(made[0]?.replaceAll("-", "").slice(0, 12) ?? "", 16)).toBe(now);
  const clock = Array.from({ length: 200 }, () => newId());
  expect(clock.toSorted()).toEqual(clock);
});
