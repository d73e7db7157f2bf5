import { expect, it } from "vitest";
import { runFaults } from "./run_faults.ts";

it("what was acknowledged is stored once, whatever is killed, cut, stalled or filled up meanwhile", async () => {
  const seed = Number(Deno.env.get("ORIN_SEED") ?? Math.floor(Math.random() * 2 ** 31));
  const report = await runFaults({ seed, seconds: 0, shards: 2, log: () => {} });
  expect(report.problems, `ORIN_SEED=${seed} runs the same again`).toEqual([]);
  expect(report.faults.size).toBeGreaterThanOrEqual(5);
  expect(report.answers).toBeGreaterThan(report.commands);
});
