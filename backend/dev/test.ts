import { join } from "node:path";
import { addCounts, type Counts, readVitestReport } from "./test_report.ts";
import { type Voice, voicesInTurn } from "./voices.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");
const VITEST = ["run", "-A", "node_modules/vitest/vitest.mjs", "run"];

type Step = { title: string; args: string[]; vitest?: boolean };

/** What takes seconds, from what is quickest to tell on; a step that fails does not keep the others from running. */
const QUICK: Step[] = [
  { title: "Format", args: ["fmt", "--check"] },
  { title: "Lint and house rules", args: ["lint", "--quiet"] },
  { title: "Types", args: ["check", "--quiet"] },
  { title: "Documents", args: ["run", "-A", "backend/dev/check_docs.ts"] },
];
const UNIT: Step[] = [
  { title: "Unit and integration tests", args: [...VITEST, "--project", "backend", "--project", "pwa"], vitest: true },
];
const BROWSER: Step[] = [{ title: "Browser tests", args: [...VITEST, "--project", "e2e"], vitest: true }];

const LAST_WORDS_MS = 2_000;
/** What runs now. Above the run: the module waits for all of it before it goes on. */
const children = new Set<Deno.ChildProcess>();

/** Runs every check, or with `--quick` those that take seconds, and ends with one line of counts. */
if (import.meta.main) {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const folder = openRunFolder();
  endOnSignals(folder);
  // Side by side: a browser that listens for a minute, or a test that waits for a lease to end, leaves the cores to others.
  const lanes = Deno.args.includes("--quick") ? [QUICK] : [QUICK, UNIT, BROWSER];
  const nextVoice = voicesInTurn(writeAll);
  await Promise.all(lanes.map((lane) => runLane(lane, { voice: nextVoice(), folder, total })));
  Deno.removeSync(folder, { recursive: true });
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  Deno.exit(total.failed > 0 ? 1 : 0);
}

type Run = { voice: Voice; folder: string; total: Counts };

async function runLane(steps: readonly Step[], run: Run): Promise<void> {
  for (const step of steps) addCounts(run.total, await runStep(step, run));
  run.voice.end();
}

async function runStep({ title, args, vitest }: Step, { voice, folder }: Run): Promise<Counts> {
  const say = (line: string) => voice.say(new TextEncoder().encode(`${line}\n`));
  say(`\n== ${title}`);
  const startedAt = performance.now();
  const report = join(folder, `${crypto.randomUUID()}.json`);
  const reporting = vitest ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const success = await runChild([...args, ...reporting], { folder, voice });
  const counts = vitest
    ? await readVitestReport(report, success)
    : { passed: success ? 1 : 0, failed: success ? 0 : 1, skipped: 0 };
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`== ${title}: ${counts.failed === 0 ? "good" : "FAILED"} in ${seconds} s`);
  return counts;
}

async function runChild(args: string[], { folder, voice }: { folder: string; voice: Voice }): Promise<boolean> {
  const colour = Deno.stdout.isTerminal() ? { FORCE_COLOR: "1" } : {};
  const options = { args, cwd: ROOT, env: { TMPDIR: folder, ...colour } };
  const child = new Deno.Command(Deno.execPath(), { ...options, stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
  children.add(child);
  child.status.then(() => children.delete(child));
  const listen = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) voice.say(chunk);
  };
  const heard = Promise.all([listen(child.stdout), listen(child.stderr)]);
  const { success } = await child.status;
  // What it has left running holds the same pipes, and is not waited for.
  await Promise.race([heard, new Promise((done) => setTimeout(done, LAST_WORDS_MS))]);
  return success;
}

function endOnSignals(folder: string): void {
  const stop = async () => {
    for (const child of children) child.kill("SIGTERM");
    await Promise.all([...children].map((child) => child.status));
    Deno.removeSync(folder, { recursive: true });
    Deno.exit(1);
  };
  Deno.addSignalListener("SIGINT", stop);
  Deno.addSignalListener("SIGTERM", stop);
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
