import { expect, it } from "vitest";
import { CursorText, UuidCursorText } from "../contract/requests/ids.ts";
import { cursorAfter, cursorIn } from "./cursor.ts";

const id = "0199e2a4-7b1c-7c55-9a3e-5f0c1d2e3b4a";

it("says the same place again, whatever the id looks like", () => {
  for (const place of [{ at: 0, id }, { at: 1_790_000_000_000, id: "streak-2026-11-26" }]) {
    expect(cursorIn(cursorAfter(place) ?? undefined)).toEqual(place);
  }
  expect([cursorIn(undefined), cursorAfter(undefined)]).toEqual([undefined, null]);
});

it("takes nothing that is no place, and as a UUID nothing that SQL would stumble over", () => {
  for (
    const text of ["", "1", "1.", `-1.${id}`, `1e3.${id}`, `1.${id}'`, `1.a.b`, `${"9".repeat(16)}.${id}`, "1.\u0661"]
  ) {
    expect([CursorText.safeParse(text).success, UuidCursorText.safeParse(text).success], text).toEqual([false, false]);
  }
  expect(CursorText.safeParse("1.streak-2026-11-26").success).toBe(true);
  for (const text of ["1.streak-2026-11-26", `1.${id.toUpperCase()}`, `1.${"-".repeat(36)}`, `1.${id}0`]) {
    expect(UuidCursorText.safeParse(text).success, text).toBe(false);
  }
  expect(UuidCursorText.safeParse(`1.${id}`).success).toBe(true);
});
