import type { Reporter, TestCase, TestModule } from "vitest/node";

/** What takes longer is named, again and again until it ends. */
const LONG_MS = 300_000;

/**
 * Names the files and tests that have run for minutes: of a run that is broken off from outside nothing else would tell
 * where it hung.
 */
class LongTests implements Reporter {
  readonly #running = new Map<string, { readonly name: string; readonly since: number }>();
  #timer: ReturnType<typeof setInterval> | undefined;

  onInit(): void {
    this.#timer = setInterval(() => this.#name(), LONG_MS);
  }

  onTestModuleStart({ id, relativeModuleId: name }: TestModule): void {
    this.#running.set(id, { name, since: performance.now() });
  }

  onTestModuleEnd({ id }: TestModule): void {
    this.#running.delete(id);
  }

  onTestCaseReady({ id, module, fullName }: TestCase): void {
    this.#running.set(id, { name: `${module.relativeModuleId} > ${fullName}`, since: performance.now() });
  }

  onTestCaseResult({ id }: TestCase): void {
    this.#running.delete(id);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #name(): void {
    for (const { name, since } of this.#running.values()) {
      const minutes = (performance.now() - since) / 60_000;
      if (minutes * 60_000 >= LONG_MS) console.log(`Running for ${minutes.toFixed(0)} minutes: ${name}`);
    }
  }
}

// Vitest demands the default export.
export default LongTests;
