export type Counts = { passed: number; failed: number; skipped: number };

/** Adds the second counts to the first. */
export function addCounts(total: Counts, more: Counts): void {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped;
}

/**
 * Reads Vitest's JSON report and removes it. A run that failed without a failed test (a file that cannot be loaded, a
 * setup that threw, an unhandled error) counts as one failure, so that no failure is lost in the sum.
 */
export async function readVitestReport(path: string, success: boolean): Promise<Counts> {
  const text = await Deno.readTextFile(path).catch(() => "");
  await Deno.remove(path).catch(() => {});
  const counts = text === "" ? { passed: 0, failed: 0, skipped: 0 } : countTests(JSON.parse(text));
  if (!success && counts.failed === 0) counts.failed = 1;
  return counts;
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

function countTests(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter((file) =>
    file.status === "failed" && file.assertionResults.length === 0
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}
