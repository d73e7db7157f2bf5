import { expect, it } from "vitest";
import { ClockWatch } from "./clock_watch.ts";

const HOUR = 3_600_000;

it("ClockWatch says how far the clock was set, brings back what it had put off, and says nothing of small steps", async () => {
  let [clock, elapsed, brought] = [Date.UTC(2026, 10, 28, 12), 0, 0];
  const lines: string[] = [];
  await using watch = new ClockWatch({
    ...{ now: () => clock, elapsed: () => elapsed, log: (line: string) => void lines.push(line) },
    newestEvent: () => Promise.resolve(clock - 1),
    bringBack: () => Promise.resolve(++brought),
  });
  const pass = async (ms: number, setMs = 0) => {
    [elapsed, clock] = [elapsed + ms, clock + ms + setMs];
    await watch.look();
  };
  await pass(5_000);
  await pass(5_000, 30_000);
  await pass(48 * HOUR);
  expect([lines, brought]).toEqual([[], 1]);
  await pass(5_000, 24 * HOUR);
  expect(brought).toBe(1);
  await pass(5_000, -24 * HOUR);
  expect(brought).toBe(2);
  await pass(5_000);
  expect(lines).toEqual([
    expect.stringMatching(/^The clock went 24 h forward, to 2026-12-01T12:00:45.000Z, or this machine slept/),
    "The clock went 24 h back, to 2026-11-30T12:00:50.000Z. Jobs that it had put off and are due now: 2",
  ]);
});

it("ClockWatch says at a start that the log is ahead of the clock, and goes on where the log cannot be asked", async () => {
  const lines: string[] = [];
  const options = { now: () => 0, elapsed: () => 0, bringBack: () => Promise.resolve(0) };
  const log = (line: string, error?: unknown) => void lines.push(error ? `${line}: ${error}` : line);
  for (const newestEvent of [() => Promise.resolve(90 * 60_000), () => Promise.reject(new Error("away"))]) {
    await using watch = new ClockWatch({ ...options, log, newestEvent });
    await watch.look();
  }
  expect(lines).toEqual([
    "The newest event is 2 h ahead of this machine's clock: one of them is wrong",
    "The clock cannot be compared with the log: Error: away",
  ]);
});
