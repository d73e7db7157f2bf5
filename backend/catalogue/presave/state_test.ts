import { expect, it } from "vitest";
import { decideFulfilment, decidePresave, decidePresaveTaken, evolvePresave } from "./state.ts";

const presave = { userId: "u", releaseId: "r" };
const upcoming = { isUpcoming: true, artistId: "ada" };

it("somebody waits once for what has a date, stops, and is given it once", () => {
  const [pressed] = decidePresave("none", presave, upcoming);
  expect(pressed).toEqual({ type: "ReleasePresaved", data: presave });
  expect(decidePresave("waiting", presave, upcoming)).toEqual([]);
  expect(() => decidePresave("none", presave, { ...upcoming, isUpcoming: false })).toThrow("is out, or has no date");
  expect(() => decidePresave("none", { ...presave, userId: "ada" }, upcoming)).toThrow("your own");
  const there = { isThere: true };
  expect(decidePresaveTaken("none", presave, there)).toEqual([]);
  expect(decidePresaveTaken("waiting", presave, there)).toHaveLength(1);
  expect(() => decidePresaveTaken("none", presave, { isThere: false })).toThrow("not found");
  const given = { ...presave, artistId: "ada" };
  const [fulfilled] = decideFulfilment("waiting", given);
  expect(fulfilled && evolvePresave("waiting", fulfilled)).toBe("fulfilled");
  for (const state of ["none", "fulfilled"] as const) expect(decideFulfilment(state, given)).toEqual([]);
  // A release that comes out again gives nothing twice.
  expect(decidePresave("fulfilled", presave, upcoming)).toEqual([]);
});
