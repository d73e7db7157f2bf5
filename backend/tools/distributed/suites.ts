import { join } from "node:path";
import type { Seen } from "./criteria.ts";
import type { Engine } from "./engine.ts";

const ROOT = join(import.meta.dirname ?? "", "../../..");
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
      args: [...VITEST, "--project", project, "--reporter=json", `--outputFile=${report}`, ...words],
      cwd: ROOT,
      env: { ORIN_TEST_SERVERS: servers, ORIN_TEST_SHARDS: "3" },
      stdout: "piped",
      stderr: "null",
    }).output();
    const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = readReport(report, stdout);
    for (const name of testResults.flatMap(failures)) log(`failed: ${name}`);
    return { isMet: failed === 0 && passed > 0, figure: `${passed} tests passed, ${failed} failed` };
  } finally {
    await Deno.remove(report).catch(() => {});
  }
}

interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function readReport(path: string, output: Uint8Array): Report {
  const text = Deno.readTextFileSync(path);
  if (text !== "") return JSON.parse(text);
  throw new Error(`the tests did not run: ${new TextDecoder().decode(output).slice(-500)}`);
}

function failures({ name, status, message, assertionResults }: NonNullable<Report["testResults"]>[number]): string[] {
  const failed = assertionResults.filter((one) => one.status === "failed").map(({ fullName }) =>
    `${name}: ${fullName}`
  );
  return status === "failed" && failed.length === 0 ? [`${name}: ${message ?? ""}`] : failed;
}
