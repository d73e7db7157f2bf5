import { watchRunners } from "./runners.ts";

/** Stopping may take this long before the process ends whatever is still going on. */
const MOST_STOPPING_MS = 10_000;
/** Runners pass on the Ctrl-C that the terminal has sent to everyone: only a later one is a second one. */
const SECOND_INTERRUPT_AFTER_MS = 1_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Waits for a signal to stop, or for the end of the runner (`npm start`, `deno task`) that started this process, then
 * stops once and ends the process. A second Ctrl-C, or ten seconds without an end, ends it at once.
 */
export async function runUntilStopped(stop: () => Promise<void>, log: (line: string) => void): Promise<never> {
  log(`Stopping: ${await reasonToStop(log)}`);
  setTimeout(() => endAtOnce(log, `not stopped after ${MOST_STOPPING_MS / 1000} s`), MOST_STOPPING_MS);
  await stop();
  log("Stopped");
  Deno.exit(0);
}

function reasonToStop(log: (line: string) => void): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    for (const signal of SIGNALS) {
      Deno.addSignalListener(signal, () => {
        firstAt ??= performance.now();
        const isSecond = performance.now() - firstAt > SECOND_INTERRUPT_AFTER_MS;
        if (signal === "SIGINT" && isSecond) endAtOnce(log, "interrupted again");
        resolve(signal);
      });
    }
    watchRunners((name) => {
      firstAt ??= performance.now();
      resolve(`${name} has ended`);
    });
  });
}

function endAtOnce(log: (line: string) => void, why: string): never {
  log(`Ending at once: ${why}`);
  Deno.exit(1);
}
