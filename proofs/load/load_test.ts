import { expect, it } from "vitest";
import { A_DAY, dueBetween, KINDS } from "./day.ts";
import { load } from "./load.ts";

it("a day has all its requests, most of them in the evening", () => {
  const part = (from: number, to: number) => dueBetween("plays", { listeners: 100, from, to });
  expect(part(0, 0.3) + part(0.3, 0.7) + part(0.7, 1)).toBeCloseTo(100 * A_DAY.plays, 6);
  expect(part(19 / 24, 20 / 24)).toBeGreaterThan(5 * part(3 / 24, 4 / 24));
});

it("a day of a few listeners in seconds: every request is answered, every play counted, and the books are right", async () => {
  const report = await load({ listeners: 10, seconds: 8, seed: 1, log: () => {} });
  expect(report.failures).toEqual([]);
  const asked = new Map(report.kinds.map(({ kind, asked }) => [kind, asked]));
  for (const kind of KINDS) expect(Math.abs((asked.get(kind) ?? 0) - 10 * A_DAY[kind]), kind).toBeLessThanOrEqual(1);
  expect(report.credited).toBe((asked.get("plays") ?? 0) + 10 * (asked.get("offline plays") ?? 0));
  expect(report.verified).toContain("Nothing is wrong");
});
