import { join } from "node:path";
import { parseArgs } from "node:util";
import { causesOfTime, shortFailures, slowestFiles, type TestSummary } from "./test/summary.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** The timings of the last run. */
const KEPT = join(ROOT, "node_modules/.cache/orin-tests.json");
const VITEST = ["run", "-A", "node_modules/vitest/vitest.mjs", "run"];
const REPORTERS = ["--reporter=default", `--reporter=${join(ROOT, "backend/tools/test/reporter.ts")}`];

interface Check {
  readonly title: string;
  readonly args: readonly string[];
}

/** From what is quickest to tell on; the compiler, which takes as long as all others, works beside them. */
const CHECKS: readonly (readonly Check[])[] = [
  [
    { title: "Format", args: ["fmt", "--check"] },
    { title: "Lint and house rules", args: ["lint", "--quiet"] },
    { title: "Imports", args: ["run", "-A", "backend/tools/check_imports.ts"] },
    { title: "Documents", args: ["run", "-A", "backend/tools/check_docs.ts"] },
    { title: "Migrations", args: ["run", "-A", "backend/tools/check_migrations.ts"] },
  ],
  [{ title: "Types", args: ["check", "--quiet"] }],
];

const LAST_WORDS_MS = 2_000;
const REMOVE_TRIES = 5;
/** How much of a failed check's output to repeat at the end: a compiler's last errors. */
const SAID_AGAIN_CHARS = 8_192;
/** What runs now. It is above the run, because the module waits for all of the run before it continues. */
const children = new Set<Deno.ChildProcess>();

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What to mend, for the end of the output: where only that is kept, it tells. */
interface Found {
  readonly total: Counts;
  readonly failures: string[];
}

const USAGE = `deno task test [words of paths …] [options]

Without words it runs every check and test, with words the tests whose path has one of them.
  --quick         the checks that take seconds, and no tests
  --project NAME  the tests of one project of vitest.config.ts
  --name WORDS    the tests whose name has these words
  --load N        beside N processes that keep all cores busy, to repeat what fails on a busy machine
  --profile       prints what the time went to`;

if (import.meta.main) {
  const { values, positionals } = optionsOf(Deno.args);
  const found: Found = { total: { passed: 0, failed: 0, skipped: 0 }, failures: [] };
  const folder = openRunFolder();
  endOnSignals(folder);
  for (let burner = 0; burner < Number(values.load); burner++) spawn(["eval", "for (;;);"]);
  const chosen = [...positionals, ...given("--project", values.project), ...given("-t", values.name)];
  const checks = chosen.length > 0 ? [] : CHECKS.map((lane) => runChecks(lane, found));
  // Beside the checks: what waits leaves its core to others.
  await Promise.all([
    ...checks,
    ...(values.quick ? [] : [runTests(chosen, { folder, found, isProfile: values.profile })]),
  ]);
  for (const child of children) child.kill("SIGKILL");
  await removeFolder(folder);
  if (values.quick) console.log(`\n${(await heard(["run", "-A", "backend/tools/rooms.ts", "--cost"])).text.trim()}`);
  for (const failure of found.failures) console.log(`\n${failure}`);
  const { passed, failed, skipped } = found.total;
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  Deno.exit(failed > 0 ? 1 : 0);
}

function optionsOf(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        quick: { type: "boolean", default: false },
        profile: { type: "boolean", default: false },
        load: { type: "string", default: "0" },
        project: { type: "string" },
        name: { type: "string" },
      },
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
    Deno.exit(2);
  }
}

function given(option: string, value: string | undefined): string[] {
  return value === undefined ? [] : [option, value];
}

/** One after the other: one that fails does not keep the others from running. */
async function runChecks(checks: readonly Check[], { total, failures }: Found): Promise<void> {
  for (const { title, args } of checks) {
    const startedAt = performance.now();
    let { status, text } = await heard(args);
    if (hasCrashed(status)) {
      console.log(`${title} ended with ${status.signal ?? status.code} before it had a result: trying once more`);
      ({ status, text } = await heard(args));
    }
    total[status.success ? "passed" : "failed"]++;
    const result = `${status.success ? "good" : "FAILED"} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    console.log(status.success ? `== ${title}: ${result}` : `== ${title}\n${text}\n== ${title}: ${result}`);
    if (!status.success) failures.push(`== ${title} FAILED\n${text.slice(-SAID_AGAIN_CHARS)}`);
  }
}

/** A check that found something ends with 1; a panic or a signal says nothing about the code. */
function hasCrashed({ success, code, signal }: Deno.CommandStatus): boolean {
  return !success && (code !== 1 || signal !== null);
}

async function heard(args: readonly string[]): Promise<{ status: Deno.CommandStatus; text: string }> {
  const child = spawn(args, { stdout: "piped", stderr: "piped" });
  let text = "";
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
  };
  const said = Promise.all([listen(child.stdout), listen(child.stderr)]);
  const status = await child.status;
  // What it has left running holds the same pipes, and is not waited for.
  await Promise.race([said, new Promise((done) => setTimeout(done, LAST_WORDS_MS))]);
  return { status, text };
}

/** All in one queue, with as many workers as there are cores. */
async function runTests(
  chosen: readonly string[],
  { folder, found: { total, failures }, isProfile }: { folder: string; found: Found; isProfile: boolean },
): Promise<void> {
  const [profile, path] = [join(folder, "profile"), join(folder, "summary.json")];
  Deno.mkdirSync(profile);
  const env = { TMPDIR: folder, ORIN_TEST_PROFILE: profile, ORIN_TEST_SUMMARY: path };
  const { success } = await spawn([...VITEST, ...REPORTERS, ...chosen], { env }).status;
  const summary = await readSummary(path);
  const isExplained = success || (summary?.failures.length ?? 0) > 0;
  total.passed += summary?.passed ?? 0;
  total.skipped += summary?.skipped ?? 0;
  total.failed += (summary?.failures.length ?? 0) + (isExplained ? 0 : 1);
  if (!isExplained) failures.push("The tests ended without a result");
  if (!summary) return;
  console.log(`\n${slowestFiles(summary, profile)}`);
  if (isProfile) console.log(`\n${causesOfTime(profile)}`);
  if (summary.failures.length > 0) failures.push(shortFailures(summary));
}

/** Kept for later: what a change has made slower, two runs tell. */
async function readSummary(path: string): Promise<TestSummary | undefined> {
  const text = await Deno.readTextFile(path).catch(() => undefined);
  if (text === undefined) return undefined;
  await Deno.mkdir(join(KEPT, ".."), { recursive: true });
  await Deno.writeTextFile(KEPT, text);
  return JSON.parse(text);
}

function spawn(args: readonly string[], options: Omit<Deno.CommandOptions, "args"> = {}): Deno.ChildProcess {
  const colour = Deno.stdout.isTerminal() ? { FORCE_COLOR: "1" } : {};
  const env = { ...colour, ...options.env };
  const child = new Deno.Command(Deno.execPath(), { cwd: ROOT, stdin: "null", ...options, args: [...args], env })
    .spawn();
  children.add(child);
  child.status.then(() => children.delete(child));
  return child;
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

/** All temporary files of a run go here, so that none outlives it. Postgres may read it as another user. */
function openRunFolder(): string {
  const folder = Deno.makeTempDirSync({ prefix: "orin_run_" });
  Deno.chmodSync(folder, 0o711);
  return folder;
}
