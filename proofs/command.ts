import type { Proof } from "./list.ts";
import { readOptions } from "./parts/options.ts";

const VITEST = ["run", "-A", "node_modules/vitest/vitest.mjs", "run", "--project"];

/** How Deno runs a proof with options: its own command, or its tests with variables. Throws where an option is not known. */
export function commandOf(
  { name, tests, project = "backend", env = {}, options = {} }: Proof,
  args: readonly string[],
): { args: string[]; env: Record<string, string> } {
  if (!tests) return { args: ["run", "-A", `proofs/${name}/main.ts`, ...args], env };
  const asked = readOptions({ values: Object.keys(options) }, args);
  const set = Object.entries(options).flatMap(([option, variable]) => {
    const value = asked.text(option);
    return value === undefined ? [] : [[variable, value]];
  });
  return { args: [...VITEST, project, ...tests], env: { ORIN_PROOF: "1", ...env, ...Object.fromEntries(set) } };
}
