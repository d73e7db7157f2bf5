import { interceptCalls } from "../intercept_calls.ts";

/**
 * Wraps what a process calls: at its n-th step, counted over all that is wrapped, the process is gone by kill -9. Each
 * call has three: before it, while it is on its way, and after it.
 */
export function dyingAt(boundary: number) {
  let met = 0;
  const around = async (call: () => unknown) => {
    if (++met === boundary) await die();
    const answer = call();
    // The call is on its way: whether it arrives is up to the machine.
    if (++met === boundary) await Promise.race([answer, pause(2)]).then(die, die);
    const result = await answer;
    if (++met === boundary) await die();
    return result;
  };
  return <Target extends object>(target: Target, names: readonly string[]) => interceptCalls(target, names, around);
}

async function die(): Promise<void> {
  Deno.kill(Deno.pid, "SIGKILL");
  await pause(60_000);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
