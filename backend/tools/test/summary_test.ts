import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { causesOfTime, repeatOf, shortFailures, slowestFiles, type TestSummary } from "./summary.ts";
import type { Spent } from "./spent.ts";

const [slow, quick] = ["backend/slow_test.ts", "backend/quick_test.ts"];
const summary: TestSummary = {
  files: [
    { project: "backend", file: quick, loadMs: 500, runMs: 1_500 },
    { project: "backend", file: slow, loadMs: 1_000, runMs: 9_000 },
    { project: "shards", file: slow, loadMs: 0, runMs: 4_000 },
  ],
  failures: [{
    file: slow,
    name: "adds > up",
    text: "expected 1 to be 2\n- 2\n+ 1",
    repeat: repeatOf(slow, "backend"),
  }],
  passed: 7,
  skipped: 0,
  isWhole: true,
};

function profileOf(...spent: readonly Pick<Spent, "cause" | "ms">[]): string {
  const folder = Deno.makeTempDirSync();
  const lines = spent.map((one) => JSON.stringify({ project: "backend", file: join(Deno.cwd(), slow), ...one }));
  Deno.writeTextFileSync(join(folder, "1.jsonl"), lines.join("\n") + "\n");
  return folder;
}

describe("the end of a run", () => {
  it("names the slowest files first, with set-up, waiting and tests apart, each in its project", () => {
    const profile = profileOf({ cause: "worlds opened", ms: 2_000 }, { cause: "settling", ms: 3_000 });
    expect(slowestFiles(summary, profile).split("\n").slice(1)).toEqual([
      "    10.0     3.0     3.0     4.0  backend backend/slow_test.ts",
      "     4.0     0.0     0.0     4.0  shards backend/slow_test.ts",
      "     2.0     0.5     0.0     1.5  backend backend/quick_test.ts",
    ]);
  });

  it("sums the causes, the dearest first", () => {
    const spent = ["sleeping", "worlds opened", "worlds opened"].map((cause) => ({
      cause: cause as Spent["cause"],
      ms: 600,
    }));
    expect(causesOfTime(profileOf(...spent)).split("\n").slice(1)).toEqual([
      "     1.2       2     600  worlds opened",
      "     0.6       1     600  sleeping",
    ]);
  });

  it("says of each failure what it was, and how to repeat it alone and under load", () => {
    expect(shortFailures(summary)).toBe(`backend/slow_test.ts > adds > up
  expected 1 to be 2
Repeat it: deno task test backend/slow_test.ts
Under load: deno task test backend/slow_test.ts --load 8`);
    expect(repeatOf(slow, "shards")).toContain("deno task test backend/slow_test.ts --project shards --load 8");
  });
});
