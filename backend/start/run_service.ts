import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");

/**
 * Runs the service as a process of its own, with the arguments of `deno run`, and hands on signals: it drains and ends by
 * itself. Answers its exit code.
 */
export async function runService(
  args: readonly string[],
  { env = {}, interrupt }: { env?: Record<string, string>; interrupt: "SIGTERM" | "SIGINT" },
): Promise<number> {
  const service = new Deno.Command(Deno.execPath(), {
    args: ["run", ...args],
    cwd: ROOT,
    env,
    // A Ctrl-C reaches it here, and only once.
    detached: true,
  }).spawn();
  Deno.addSignalListener("SIGTERM", () => service.kill("SIGTERM"));
  Deno.addSignalListener("SIGINT", () => service.kill(interrupt));
  return (await service.status).code;
}
