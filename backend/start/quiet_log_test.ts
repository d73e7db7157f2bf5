import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DatabaseAway, Overloaded } from "../store/log/errors.ts";
import { type Log, quietLog } from "./quiet_log.ts";

const failed = (code: string) => Object.assign(new Error("no"), { code });

let said: string[];
let log: Log;
beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  log = quietLog((line) => said.push(line));
});
afterEach(() => vi.useRealTimers());

it("a trouble that passes is said once, counted when it is over, and said again when it comes back", () => {
  for (let seconds = 0; seconds < 300; seconds++) {
    log("a job", failed("53100"));
    vi.advanceTimersByTime(1_000);
  }
  expect(said).toEqual(["a job (Error: no); others like it are counted"]);
  vi.advanceTimersByTime(60_000);
  expect(said.slice(1)).toEqual(["Error: no: 300 times in 299 s; over"]);
  log("a job", failed("53100"));
  expect(said).toHaveLength(3);
  vi.advanceTimersByTime(120_000);
  expect(said).toHaveLength(3);
});

it("a lost database is one trouble, whatever it looks like; a full disk and a full queue are others", () => {
  for (const code of ["ECONNREFUSED", "CONNECTION_CLOSED", "57P03", "08006"]) log("reads", failed(code));
  for (const code of ["53100", "25006"]) log("writes", failed(code));
  for (let times = 0; times < 3; times++) log("requests", new Overloaded(1_000));
  for (let times = 0; times < 3; times++) log("requests", new DatabaseAway());
  expect(said.map((line) => line.split(" ")[0])).toEqual(["reads", "writes", "writes", "requests", "requests"]);
});

it("a defect is said each time, in full", () => {
  const full: unknown[] = [];
  const loud = quietLog((_line, error) => full.push(error));
  const defect = failed("42703");
  loud("a read", defect);
  loud("a read", defect);
  loud("a line");
  expect(full).toEqual([defect, defect, undefined]);
});
