import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Lock, lockOf, lockText } from "./third_party/lock.ts";

const ROOT = join(import.meta.dirname ?? "", "../..");

/**
 * Installs what a start needs, and nothing that only developers need. `deno install --prod` alone takes every package of
 * the lock, so it gets a shorter one.
 */
if (import.meta.main) {
  const read = (path: string) => JSON.parse(Deno.readTextFileSync(join(ROOT, path)));
  const asked = Object.entries(read("package.json").dependencies).map(([name, version]) => `${name}@${version}`);
  const lock = join(ROOT, "node_modules/.orin-start.lock");
  Deno.mkdirSync(join(ROOT, "node_modules"), { recursive: true });
  Deno.writeTextFileSync(lock, lockText(lockOf(read("deno.lock") as Lock, asked)));
  const short = ["--prod", "--frozen", `--lock=${lock}`];
  // A checkout with the tests' packages keeps them: tests may be running.
  const isDevelopers = existsSync(join(ROOT, "node_modules/vitest"));
  const args = ["install", "--quiet", ...isDevelopers ? [] : short];
  const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT }).spawn().status;
  Deno.exit(code);
}
