import { expect, it } from "vitest";
import { rollingRestart } from "./rolling_restart.ts";

it("nobody notices when two processes are restarted one after the other", async () => {
  const report = await rollingRestart({ requests: 500, people: 4, seed: 1, log: () => {} });
  expect(report.failures).toEqual([]);
  expect([...report.done.keys()].toSorted()).toEqual(["log-ins", "plays", "reads", "streams"]);
  expect(report.requests).toBeGreaterThanOrEqual(500);
});

it("nobody notices when the version that comes has changed projections that decisions read", async () => {
  const changed = ["users", "plays"];
  const report = await rollingRestart({ requests: 500, people: 4, seed: 1, changed, log: () => {} });
  expect(report.failures).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(500);
});
