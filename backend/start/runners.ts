const PERIOD_MS = 500;

type Process = { pid: number; parent: number; name: string };

/**
 * Calls back once when one of the runners above this process ends: npm, npx and `deno task` form a chain, and one that
 * is ended by a signal does not always end the next.
 */
export function watchRunners(onEnd: (name: string) => void): void {
  const chain = runnerChain();
  const timer = setInterval(() => {
    const ended = chain.find(({ child, runner }) => parentOf(child) !== runner.pid);
    if (!ended) return;
    clearInterval(timer);
    onEnd(ended.runner.name);
  }, PERIOD_MS);
  Deno.unrefTimer(timer);
}

/** Each runner with the process it started. Whatever started the topmost runner may end without us. */
function runnerChain(): { child: number; runner: Process }[] {
  const chain: { child: number; runner: Process }[] = [];
  let child = Deno.pid;
  for (let above = readProcess(Deno.ppid); above && above.pid > 1; above = readProcess(above.parent)) {
    chain.push({ child, runner: above });
    child = above.pid;
  }
  const topmost = chain.findLastIndex(({ runner }) => /\b(npm|npx|deno)\b/.test(runner.name));
  return chain.slice(0, topmost + 1);
}

function parentOf(pid: number): number | undefined {
  return pid === Deno.pid ? Deno.ppid : readProcess(pid)?.parent;
}

/** Reads Linux's account of a process; on other systems only the direct parent is known. */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    const name = Deno.readTextFileSync(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
    return { pid, parent, name };
  } catch {
    return Deno.build.os === "linux" || pid !== Deno.ppid ? undefined : { pid, parent: 1, name: "deno task" };
  }
}
