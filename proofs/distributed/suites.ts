import { ROOT } from "../parts/processes.ts";
import type { Seen } from "./criteria.ts";
import type { Engine } from "./engine.ts";

/** Characters of the tests' own words. */
const LONGEST_WORDS = 5_000;
const VITEST = ["run", "-A", "node_modules/vitest/vitest.mjs", "run"];

/** Runs tests on the engine's servers, in worlds of three shards; `words` are parts of their files' paths. */
export async function suite(
  engine: Engine,
  { project, words, log }: { readonly project: string; readonly words: readonly string[]; log(line: string): void },
): Promise<Seen> {
  const report = await Deno.makeTempFile({ suffix: ".json" });
  try {
    const servers = Array.from({ length: engine.size }, (_, index) => engine.url(index, "postgres")).join(",");
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...VITEST,
        "--project",
        project,
        "--reporter=default",
        "--reporter=json",
        `--outputFile=${report}`,
        ...words,
      ],
      cwd: ROOT,
      env: { ORIN_TEST_SERVERS: servers, ORIN_TEST_SHARDS: "3" },
      stdout: "piped",
      stderr: "null",
    }).output();
    const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = readReport(report, stdout);
    const names = testResults.flatMap(failures);
    const leftOut = testResults.flatMap(({ assertionResults }) => assertionResults.filter(isLeftOut));
    for (const { fullName } of leftOut) log(`left out: ${fullName}`);
    for (const name of names) log(`failed: ${name}`);
    // The report says nothing of what failed beside a test, such as a database that could not be made.
    if (names.length > 0) log(new TextDecoder().decode(stdout).slice(-LONGEST_WORDS));
    const inDoubt = await transactionsInDoubt(engine);
    return {
      isMet: names.length === 0 && passed > 0 && inDoubt === 0,
      figure:
        `${passed} tests passed, ${failed} failed, ${leftOut.length} left out, ${inDoubt} transactions left in doubt`,
    };
  } finally {
    await Deno.remove(report).catch(() => {});
  }
}

/** Prepared, and neither done nor undone, on all servers. The engine looks after its own every few seconds. */
async function transactionsInDoubt(engine: Engine): Promise<number> {
  let sum = 0;
  for (let index = 0; index < engine.size; index++) {
    sum += (await engine.on(index, "postgres", (sql) => sql`select from pg_prepared_xacts`)).length;
  }
  return sum;
}

interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Their reasons stand at the tests (`needsOneServer`). */
function isLeftOut({ status }: { readonly status: string }): boolean {
  return status === "skipped" || status === "pending";
}

function readReport(path: string, output: Uint8Array): Report {
  const text = Deno.readTextFileSync(path);
  if (text !== "") return JSON.parse(text);
  throw new Error(`the tests did not run: ${new TextDecoder().decode(output).slice(-500)}`);
}

function failures({ name, status, message, assertionResults }: NonNullable<Report["testResults"]>[number]): string[] {
  const failed = assertionResults.filter((one) => one.status === "failed").map((
    { fullName, failureMessages: [why = ""] = [] },
  ) => `${name}: ${fullName}: ${why.split("\n", 3).join(" ")}`);
  return status === "failed" && failed.length === 0 ? [`${name}: ${message ?? ""}`] : failed;
}
