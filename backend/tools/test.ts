import { join } from "node:path";
import { addCounts, type Counts, readVitestReport } from "./test_report.ts";
import { type Output, outputInTurn, tailOf } from "./output_in_turn.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const LONG_TESTS = join(ROOT, "backend/tools/long_tests.ts");
const VITEST = ["run", "-A", "node_modules/vitest/vitest.mjs", "run"];

type Step = { title: string; args: string[]; vitest?: boolean };

/** What takes seconds, from what is quickest to tell on; a step that fails does not keep the others from running. */
const QUICK: Step[] = [
  { title: "Format", args: ["fmt", "--check"] },
  { title: "Lint and house rules", args: ["lint", "--quiet"] },
  { title: "Imports", args: ["run", "-A", "backend/tools/check_imports.ts"] },
  { title: "Documents", args: ["run", "-A", "backend/tools/check_docs.ts"] },
  { title: "Migrations", args: ["run", "-A", "backend/tools/check_migrations.ts"] },
  { title: "Types", args: ["check", "--quiet"] },
];
/** Two lanes that take about as long as each other. */
const SERVICE: Step[] = [
  { title: "Unit and integration tests of the service", args: [...VITEST, "--project", "backend"], vitest: true },
  { title: "Money and plays in three shards", args: [...VITEST, "--project", "shards"], vitest: true },
];
const APP: Step[] = [
  { title: "Browser tests", args: [...VITEST, "--project", "e2e"], vitest: true },
  { title: "Unit tests of the app", args: [...VITEST, "--project", "pwa", "--project", "pwa-plain"], vitest: true },
];

const LAST_WORDS_MS = 2_000;
const REMOVE_TRIES = 5;
/** How much of a failed step's output to repeat at the end: Vitest's failures, a compiler's last errors. */
const SAID_AGAIN_BYTES = 8_192;
/** What runs now. It is above the run, because the module waits for all of the run before it continues. */
const children = new Set<Deno.ChildProcess>();

/** Runs every check, or with `--quick` those that take seconds; ends with what failed and one line of counts. */
if (import.meta.main) {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const folder = openRunFolder();
  endOnSignals(folder);
  const nextOutput = outputInTurn(writeAll);
  // Alone: they read every file, and the compiler takes a core and a gigabyte.
  await runLane(QUICK, { output: nextOutput(), folder, total, failures });
  // Side by side: a browser that listens for a minute, or a test that waits for a lease to end, leaves the cores to others.
  const lanes = Deno.args.includes("--quick") ? [] : [SERVICE, APP];
  await Promise.all(lanes.map((lane) => runLane(lane, { output: nextOutput(), folder, total, failures })));
  await removeFolder(folder);
  // Where only the end of a long output is kept, it tells what to mend.
  for (const failure of failures) console.log(failure);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  Deno.exit(total.failed > 0 ? 1 : 0);
}

type Run = { output: Output; folder: string; total: Counts; failures: string[] };

async function runLane(steps: readonly Step[], run: Run): Promise<void> {
  for (const step of steps) addCounts(run.total, await runStep(step, run));
  run.output.end();
}

async function runStep({ title, args, vitest }: Step, { output, folder, failures }: Run): Promise<Counts> {
  const tail = tailOf(SAID_AGAIN_BYTES);
  const heard: Output = { ...output, say: (chunk) => [tail, output].forEach((listener) => listener.say(chunk)) };
  const say = (line: string) => output.say(new TextEncoder().encode(`${line}\n`));
  say(`\n== ${title}`);
  const startedAt = performance.now();
  const report = join(folder, `${crypto.randomUUID()}.json`);
  const reporters = ["--reporter=default", `--reporter=${LONG_TESTS}`, "--reporter=json"];
  const reporting = vitest ? [...reporters, `--outputFile.json=${report}`] : [];
  let status = await runChild([...args, ...reporting], { folder, output: heard });
  if (!vitest && hasCrashed(status)) {
    say(`It ended with ${status.signal ?? status.code} before it had a result: trying once more`);
    status = await runChild(args, { folder, output: heard });
  }
  const { success } = status;
  const counts = vitest
    ? await readVitestReport(report, success)
    : { passed: success ? 1 : 0, failed: success ? 0 : 1, skipped: 0 };
  if (counts.failed > 0) failures.push(`\n== ${title} FAILED, its last output:\n${tail.text()}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`== ${title}: ${counts.failed === 0 ? "good" : "FAILED"} in ${seconds} s`);
  return counts;
}

/** A check that found something ends with 1; a panic or a signal says nothing about the code. */
function hasCrashed({ success, code, signal }: Deno.CommandStatus): boolean {
  return !success && (code !== 1 || signal !== null);
}

async function runChild(
  args: string[],
  { folder, output }: { folder: string; output: Output },
): Promise<Deno.CommandStatus> {
  const colour = Deno.stdout.isTerminal() ? { FORCE_COLOR: "1" } : {};
  const options = { args, cwd: ROOT, env: { TMPDIR: folder, ...colour } };
  const child = new Deno.Command(Deno.execPath(), { ...options, stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
  children.add(child);
  child.status.then(() => children.delete(child));
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) output.say(chunk);
  };
  const heard = Promise.all([listen(child.stdout), listen(child.stderr)]);
  const status = await child.status;
  // What it has left running holds the same pipes, and is not waited for.
  await Promise.race([heard, new Promise((done) => setTimeout(done, LAST_WORDS_MS))]);
  return status;
}

function endOnSignals(folder: string): void {
  const stop = async () => {
    for (const child of children) child.kill("SIGTERM");
    await Promise.all([...children].map((child) => child.status));
    await removeFolder(folder);
    Deno.exit(1);
  };
  Deno.addSignalListener("SIGINT", stop);
  Deno.addSignalListener("SIGTERM", stop);
}

/** A database that is still closing writes its last files meanwhile. */
async function removeFolder(folder: string): Promise<void> {
  for (let tries = 0; tries < REMOVE_TRIES; tries++) {
    try {
      return Deno.removeSync(folder, { recursive: true });
    } catch {
      await new Promise((done) => setTimeout(done, LAST_WORDS_MS));
    }
  }
  console.error(`${folder} could not be removed`);
}

/** One write may take a part only. */
function writeAll(chunk: Uint8Array): void {
  for (let rest = chunk; rest.length > 0;) rest = rest.subarray(Deno.stdout.writeSync(rest));
}

/** All temporary files of a run go here, so that none outlives it. Postgres may read it as another user. */
function openRunFolder(): string {
  const folder = Deno.makeTempDirSync({ prefix: "orin_run_" });
  Deno.chmodSync(folder, 0o711);
  return folder;
}
