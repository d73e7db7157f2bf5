import { describe, expect, it } from "vitest";
import { readVitestReport } from "./test_report.ts";

const REPORT = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] };

describe("readVitestReport()", () => {
  it("counts passed, failed and skipped tests and removes the file", async () => {
    const path = writeReport({ ...REPORT, numFailedTests: 1 });
    expect(await readVitestReport(path, false)).toEqual({ passed: 7, failed: 1, skipped: 3 });
    expect(() => Deno.statSync(path)).toThrow();
  });

  it("counts a file that could not be loaded as a failure", async () => {
    const testResults = [{ status: "failed", assertionResults: [] }];
    expect(await readVitestReport(writeReport({ ...REPORT, testResults }), false)).toMatchObject({ failed: 1 });
  });

  it("counts a run that failed outside its tests as a failure, even without a report", async () => {
    expect(await readVitestReport(writeReport(REPORT), false)).toMatchObject({ passed: 7, failed: 1 });
    expect(await readVitestReport("/nowhere/report.json", false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

function writeReport(report: unknown): string {
  const path = Deno.makeTempFileSync();
  Deno.writeTextFileSync(path, JSON.stringify(report));
  return path;
}
