import { join } from "node:path";
import { addCounts, type Counts, readVitestReport } from "./test_report.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const VITEST = ["run", "-A", "node_modules/vitest/vitest.mjs", "run"];

type Step = { title: string; args: string[]; vitest?: boolean; slow?: boolean };

/** From what is quickest to tell to what takes longest; a step that fails does not keep the others from running. */
const STEPS: Step[] = [
  { title: "Format", args: ["fmt", "--check"] },
  { title: "Lint and house rules", args: ["lint", "--quiet"] },
  { title: "Types", args: ["check", "--quiet"] },
  { title: "Documents", args: ["run", "-A", "backend/dev/check_docs.ts"] },
  {
    title: "Unit and integration tests",
    args: [...VITEST, "--project", "backend", "--project", "pwa"],
    vitest: true,
    slow: true,
  },
  { title: "Browser tests", args: [...VITEST, "--project", "e2e"], vitest: true, slow: true },
];

/** Runs every check, or with `--quick` those that take seconds, and ends with one line of counts. */
if (import.meta.main) {
  const quick = Deno.args.includes("--quick");
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const folder = openRunFolder();
  for (const step of STEPS.filter(({ slow }) => !(quick && slow))) addCounts(total, await runStep(step, folder));
  Deno.removeSync(folder, { recursive: true });
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  Deno.exit(total.failed > 0 ? 1 : 0);
}

async function runStep({ title, args, vitest }: Step, folder: string): Promise<Counts> {
  console.log(`\n== ${title}`);
  const startedAt = performance.now();
  const report = join(folder, "report.json");
  const reporting = vitest ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const success = await runChild([...args, ...reporting], folder);
  const counts = vitest
    ? await readVitestReport(report, success)
    : { passed: success ? 1 : 0, failed: success ? 0 : 1, skipped: 0 };
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`== ${title}: ${counts.failed === 0 ? "good" : "FAILED"} in ${seconds} s`);
  return counts;
}

async function runChild(args: string[], folder: string): Promise<boolean> {
  const options = { args, cwd: ROOT, env: { TMPDIR: folder } };
  const child = new Deno.Command(Deno.execPath(), { ...options, stdin: "null" }).spawn();
  const stop = async () => {
    child.kill("SIGTERM");
    await child.status;
    Deno.removeSync(folder, { recursive: true });
    Deno.exit(1);
  };
  Deno.addSignalListener("SIGINT", stop);
  Deno.addSignalListener("SIGTERM", stop);
  const { success } = await child.status;
  Deno.removeSignalListener("SIGINT", stop);
  Deno.removeSignalListener("SIGTERM", stop);
  return success;
}

/** All temporary files of a run go here, so that none outlives it. Postgres may read it as another user. */
function openRunFolder(): string {
  const folder = Deno.makeTempDirSync({ prefix: "orin_run_" });
  Deno.chmodSync(folder, 0o711);
  return folder;
}
