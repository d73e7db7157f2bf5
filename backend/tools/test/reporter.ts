import type { Reporter, TestCase, TestModule, TestRunEndReason } from "vitest/node";
import { type Failure, repeatOf, SUMMARY_PATH, type TestSummary } from "./summary.ts";

type Errors = readonly { readonly message?: string; readonly stack?: string; readonly diff?: string }[];

/** What takes longer is named, again and again until it ends. */
const LONG_MS = 300_000;
/** Of the stack of an error, without the libraries. */
const LINES_OF_STACK = 4;

/**
 * Says immediately what failed and how to repeat it, names the files and tests that have run for minutes (of a run that
 * is broken off nothing else would tell where it hung), and writes the run's summary.
 */
class TestReporter implements Reporter {
  readonly #running = new Map<string, { readonly name: string; readonly since: number }>();
  readonly #failures: Failure[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;

  onInit(): void {
    this.#timer = setInterval(() => this.#nameLong(), LONG_MS);
  }

  onTestModuleStart({ id, relativeModuleId: name }: TestModule): void {
    this.#running.set(id, { name, since: performance.now() });
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.id);
    // Where it could not be loaded, or what it sets up has failed.
    if (module.errors().length > 0) this.#fail(module, "", module.errors());
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0) this.#fail(module, suite.fullName, suite.errors());
    }
  }

  onTestCaseReady({ id, module, fullName }: TestCase): void {
    this.#running.set(id, { name: `${module.relativeModuleId} > ${fullName}`, since: performance.now() });
  }

  onTestCaseResult(test: TestCase): void {
    this.#running.delete(test.id);
    const { state, errors = [] } = test.result();
    if (state === "failed") this.#fail(test.module, test.fullName, errors);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: Errors, reason: TestRunEndReason): void {
    clearInterval(this.#timer);
    for (const error of unhandled) {
      this.#say({ file: "outside the tests", name: "", text: textOf([error]), repeat: "" });
    }
    if (SUMMARY_PATH === undefined) return;
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const summary: TestSummary = {
      files: modules.map(timingOf),
      failures: this.#failures,
      passed: states.filter((state) => state === "passed").length,
      skipped: states.filter((state) => state === "skipped").length,
      isWhole: reason !== "interrupted",
    };
    Deno.writeTextFileSync(SUMMARY_PATH, JSON.stringify(summary));
  }

  #fail({ relativeModuleId: file, project }: TestModule, name: string, errors: Errors): void {
    this.#say({ file, name, text: textOf(errors), repeat: repeatOf(file, project.name) });
  }

  #say(failure: Failure): void {
    this.#failures.push(failure);
    const { file, name, text, repeat } = failure;
    console.error(`\nFAILED ${[file, name].filter(Boolean).join(" > ")}\n${text}\n${repeat}\n`);
  }

  #nameLong(): void {
    for (const { name, since } of this.#running.values()) {
      const minutes = (performance.now() - since) / 60_000;
      if (minutes * 60_000 >= LONG_MS) console.log(`Running for ${minutes.toFixed(0)} minutes: ${name}`);
    }
  }
}

function textOf(errors: Errors): string {
  return errors.map(({ message = "", diff, stack = "" }) => {
    const frames = stack.split("\n").filter((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
    return [message, diff, ...frames.slice(0, LINES_OF_STACK)].filter(Boolean).join("\n");
  }).join("\n");
}

function timingOf(module: TestModule): TestSummary["files"][number] {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const loadMs = environmentSetupDuration + prepareDuration + collectDuration + setupDuration;
  return { project: module.project.name, file: module.relativeModuleId, loadMs, runMs: duration };
}

// Vitest demands the default export.
export default TestReporter;
