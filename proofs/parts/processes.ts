import { join } from "node:path";

/** Where Orin is. */
export const ROOT = join(import.meta.dirname ?? "", "../..");
const TICKS_PER_SECOND = 100;

/** What the kernel says of a process. */
interface ProcessFacts {
  readonly parent: number;
  /** Processor seconds since it began, its own. */
  readonly seconds: number;
  /** The same of its children that have ended. */
  readonly childrensSeconds: number;
}

/** Asks the kernel for a process; undefined where it is gone. */
export function factsOf(pid: number): ProcessFacts | undefined {
  try {
    const stat = Deno.readTextFileSync(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
    const seconds = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / TICKS_PER_SECOND;
    return { parent: fields[1] ?? 0, seconds: seconds(11), childrensSeconds: seconds(13) };
  } catch {
    return undefined;
  }
}

/** Runs a script of Orin to its end, such as a command that operators use; `output` has what it says of errors, too. */
export async function runScript(
  script: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<{ code: number; said: string; output: string }> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", script, ...args],
    ...{ cwd: ROOT, env, stdin: "null", stdout: "piped", stderr: "piped" },
  }).output();
  const [said, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)) as [string, string];
  return { code, said, output: said + errors };
}
