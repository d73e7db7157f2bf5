import { join } from "node:path";
import { parseArguments } from "../../backend/tools/tool.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");

/**
 * `deno task attack [--rounds 20] [--seed n]`: sends hostile requests to every route in every role, on a service and a
 * database of its own. Exit code 1 when it finds something.
 */
if (import.meta.main) {
  const { options } = parseArguments(Deno.args, ["rounds", "seed"]);
  const env = {
    ORIN_SEED: String(options.get("seed") ?? Math.floor(Math.random() * 2 ** 31)),
    ORIN_ROUNDS: String(options.get("rounds") ?? 20),
  };
  // As a test: the tests' database and people are at hand there.
  const vitest = ["run", "-A", "node_modules/vitest/vitest.mjs", "run", "--project", "backend", "proofs/attack/"];
  const { code } = await new Deno.Command(Deno.execPath(), { args: vitest, cwd: ROOT, env }).spawn().status;
  Deno.exitCode = code;
}
