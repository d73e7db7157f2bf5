import { describe, expect, it } from "vitest";
import { holdBusy, isBusy } from "./busy.ts";

describe("holdBusy()", () => {
  it("holds until each one has let go, and letting go twice counts once", () => {
    const [first, second] = [holdBusy("typing"), holdBusy("typing")];
    first();
    first();
    expect(isBusy("typing")).toBe(true);
    expect(isBusy("playing")).toBe(false);
    second();
    expect(isBusy()).toBe(false);
  });
});
