import { sized } from "./proof.ts";
import { timed } from "./profile.ts";

/** What a process of its own printed, and whether it was killed with -9. */
export interface Life {
  readonly said: string;
  readonly wasKilled: boolean;
}

/** Runs a script, which gets its order as JSON and kills itself where the order says; throws where it fails otherwise. */
export async function runScript(script: string | URL, order: unknown): Promise<Life> {
  const { stdout, stderr, signal, success } = await timed("processes run", () =>
    new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", script instanceof URL ? script.pathname : script, JSON.stringify(order)],
      stdin: "null",
    }).output());
  if (!success && signal !== "SIGKILL") throw new Error(new TextDecoder().decode(stderr));
  return { said: new TextDecoder().decode(stdout).trim(), wasKilled: signal === "SIGKILL" };
}

/** Processes at a time: two cores carry no more. */
const AT_ONCE = 3;
/** Each step has a before, a midst and an after: a few of each in `npm test`. */
const [FIRST, STRIDE] = [sized(2, 1), sized(7, 1)];

/**
 * Tells a story again and again, killed at one step after the other, until one lives to its end: at every step in the
 * proof, at some of them in `npm test`. Answers all lives in order, and the last step at which one was killed.
 */
export async function atEveryStep<Told extends Pick<Life, "wasKilled">>(
  story: (step: number) => Promise<Told>,
): Promise<{ lives: Told[]; last: number }> {
  const lives: Told[] = [];
  for (let from = FIRST;; from += AT_ONCE * STRIDE) {
    const steps = Array.from({ length: AT_ONCE }, (_, index) => from + index * STRIDE);
    lives.push(...await Promise.all(steps.map(story)));
    const lived = lives.findIndex(({ wasKilled }) => !wasKilled);
    if (lived !== -1) return { lives, last: FIRST + (lived - 1) * STRIDE };
  }
}
