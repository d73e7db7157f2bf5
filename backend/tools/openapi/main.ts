import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../../..");

/** `deno task make openapi`: writes the description of the API. As a test, which has the app and its routes at hand. */
if (import.meta.main) {
  const vitest = ["run", "-A", "node_modules/vitest/vitest.mjs", "run", "--project", "backend", "tools/openapi/"];
  const env = { ORIN_WRITE: "openapi" };
  const { code } = await new Deno.Command(Deno.execPath(), { args: vitest, cwd: ROOT, env }).spawn().status;
  Deno.exitCode = code;
}
