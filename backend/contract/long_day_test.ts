import { expect, it } from "vitest";
import { longDay, longMonth, longTime } from "./long_day.ts";

it("a moment is written as Lagos has it, where the next day begins an hour before midnight UTC", () => {
  const late = Date.UTC(2026, 10, 25, 23, 30);
  expect(longDay(late)).toBe("26 November 2026");
  expect(longTime(late)).toBe("26 November 2026 at 00:30 (Lagos time)");
  expect(longTime(late - 3_600_000)).toBe("25 November 2026 at 23:30 (Lagos time)");
});

it("a month is the one that its digits name, wherever the machine stands", () => {
  expect(longMonth("2026-11")).toBe("November 2026");
});
